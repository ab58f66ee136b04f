/*
 * Names of the robots. Their colours and shapes are in tables of the same order elsewhere; to add a robot, begin here.
 */
#include <carom/position.h>

/* Texts are message ids of the catalogues. An optional robot (not one of the four colours) also has a rule and an
 * option of its name, with a help text, a form label and form help. */
struct robot_texts {
    char letter;
    const char *name;
    const char *title;
    const char *task; /* with %s for the cell */
    const char *option_help;
    const char *label;
    const char *help;
};

static const struct robot_texts titles[] = {
    {'R', "red", "the red robot", "Move the red robot to %s.", "", "", ""},
    {'Y', "yellow", "the yellow robot", "Move the yellow robot to %s.", "", "", ""},
    {'G', "green", "the green robot", "Move the green robot to %s.", "", "", ""},
    {'B', "blue", "the blue robot", "Move the blue robot to %s.", "", "", ""},
    {'S', "silver", "the silver robot", "Move the silver robot to %s.", "with the silver robot", "Silver robot",
     "A fifth robot. It gets in the way, but it can also stop the others."},
    {'T', "transparent", "the transparent robot", "Move the transparent robot to %s.", "with the transparent robot",
     "Transparent robot", "Goes through walls and barriers for one extra move."},
    /* CAROM_ANY_ROBOT, of the vortex */
    {'*', "any robot", "any robot", "Move any robot to %s.", "", "", ""},
};
_Static_assert(sizeof titles / sizeof titles[0] == CAROM_ROBOTS + 1, "a row for each robot, and one for any");

/* The texts of a robot; of any robot for numbers that no robot has. */
static const struct robot_texts *texts_of(unsigned robot)
{
    return &titles[robot < CAROM_ROBOTS ? robot : CAROM_ANY_ROBOT];
}

char carom_robot_letter(unsigned robot)
{
    return texts_of(robot)->letter;
}

unsigned carom_robot_from_letter(char letter)
{
    char upper = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    unsigned robot = 0;
    while (robot < CAROM_ROBOTS && titles[robot].letter != upper)
        robot++;
    return robot;
}

const char *carom_robot_name(unsigned robot)
{
    return texts_of(robot)->name;
}

const char *carom_robot_title(unsigned robot)
{
    return texts_of(robot)->title;
}

const char *carom_robot_goal_sentence(unsigned robot)
{
    return texts_of(robot)->task;
}

const char *carom_robot_option_help(unsigned robot)
{
    return texts_of(robot)->option_help;
}

const char *carom_robot_label(unsigned robot)
{
    return texts_of(robot)->label;
}

const char *carom_robot_help(unsigned robot)
{
    return texts_of(robot)->help;
}
