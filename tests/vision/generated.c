/*
 * Generated photographs, read by src/vision: how many boards and robots are right, by kind of disturbance. Speaks TAP.
 *
 *     generated [PICTURES [FIRST-SEED [FOLDER]]]     FOLDER gets the pictures that were misread, as PPM
 */
#include "scene.h"

#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct slice_stats {
    unsigned pictures, boards, robots, found, false_robots, false_sure, tokens, tokens_right, token_false_sure;
};

static unsigned checks;

static void check(bool holds, const char *words)
{
    printf("%s %u - %s\n", holds ? "ok" : "not ok", ++checks, words);
}

static void save(const struct scene *scene, const char *folder, uint64_t seed)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s-%llu.ppm", folder, scene_names[scene->kind], (unsigned long long)seed);
    FILE *file = fopen(name, "wb");
    if (file == NULL)
        return;
    fprintf(file, "P6 %u %u 255\n", scene->width, scene->height);
    fwrite(scene->pixels, 3, (size_t)scene->width * scene->height, file);
    fclose(file);
}

/* North is the picture's top, so a rolled camera turns the board; returns false if no turn makes the boards equal. */
static bool turn_to(struct carom_position *truth, const struct vision_result *result)
{
    for (int turn = 0; turn < 4; turn++) {
        if (memcmp(truth->board.faces, result->faces, sizeof result->faces) == 0)
            return true;
        carom_position_rotate(truth, 1);
    }
    return false;
}

/* What is there and what was seen, for whoever looks into a misreading. */
static void tell(const struct scene *scene, const struct vision_result *result, uint64_t seed)
{
    char bytes[2][256];
    struct carom_text there = carom_text_init(bytes[0], sizeof bytes[0]),
                      seen = carom_text_init(bytes[1], sizeof bytes[1]);
    struct carom_position truth = scene->position, read;
    if (result->outcome == VISION_READ) {
        turn_to(&truth, result);
        vision_position(result, &read);
        carom_position_write(&seen, &read);
    } else {
        carom_text_put(&seen, vision_sentence(result->outcome));
    }
    carom_position_write(&there, &truth);
    printf("# %s %llu: %s%s%s, seen %s", scene_names[scene->kind], (unsigned long long)seed, bytes[0],
           scene->silver_black ? " black" : "", scene->markers ? " markers" : "", bytes[1]);
    for (unsigned robot = 0; robot < VISION_ROBOTS && result->outcome == VISION_READ; robot++)
        printf(" %c%.2f%s", carom_robot_letter(robot), (double)result->robots[robot].score,
               result->robots[robot].sure ? "" : "?");
    printf(" token %.2f%s\n", (double)result->token_score, result->token_sure ? "" : "?");
}

static struct vision_picture picture_of(const struct scene *scene)
{
    return (struct vision_picture){scene->pixels, scene->width, scene->height, 3, (size_t)3 * scene->width};
}

/* Counts what is right and wrong; false if anything is wrong. */
static bool judge(const struct scene *scene, const struct vision_result *result, struct slice_stats *stats)
{
    struct carom_position truth = scene->position;
    bool right = true;
    stats->pictures++;
    for (unsigned robot = 0; robot < VISION_ROBOTS; robot++)
        stats->robots += carom_robots_has(&truth.robots, robot);
    stats->tokens += truth.target.is_set;
    if (result->outcome != VISION_READ || !turn_to(&truth, result))
        return false;
    stats->boards++;
    for (unsigned robot = 0; robot < VISION_ROBOTS; robot++) {
        const struct vision_robot *seen = &result->robots[robot];
        bool there = carom_robots_has(&truth.robots, robot),
             same = there && seen->there && seen->cell == truth.robots.cell[robot];
        stats->found += same;
        stats->false_robots += seen->there && !same;
        stats->false_sure += seen->there && seen->sure && !same;
        right = right && same == there && same == seen->there;
    }
    bool token = truth.target.is_set ? result->token == truth.target.token : result->token == CAROM_NO_TOKEN;
    stats->tokens_right += truth.target.is_set && token;
    stats->token_false_sure += !token && result->token != CAROM_NO_TOKEN && result->token_sure;
    return right && token;
}

static void report(const char *name, const struct slice_stats *stats)
{
    printf("# %-10s %5u pictures  boards %5.1f %%  robots %5.1f %%  false robots %u (sure %u)  tokens %u of %u (false "
           "and sure %u)\n",
           name, stats->pictures, 100.0 * stats->boards / stats->pictures,
           stats->robots == 0 ? 100 : 100.0 * stats->found / stats->robots, stats->false_robots, stats->false_sure,
           stats->tokens_right, stats->tokens, stats->token_false_sure);
}

/* Corners as a person taps them: off by up to half a cell. */
static void check_marked(void *memory, unsigned pictures)
{
    unsigned right = 0;
    for (unsigned i = 0; i < pictures; i++) {
        struct scene scene;
        struct vision_result result;
        struct vision_point corners[4];
        scene_paint(&scene, i % SCENE_KINDS, 500 + i / SCENE_KINDS);
        struct vision_picture picture = picture_of(&scene);
        float half = (scene.corners[2].x - scene.corners[0].x) / 32;
        for (unsigned k = 0; k < 4; k++) {
            corners[k].x = scene.corners[k].x + half * (float)((int)((i + k) % 3) - 1);
            corners[k].y = scene.corners[k].y + half * (float)((int)((i + 2 * k) % 3) - 1);
        }
        vision_read(&picture, corners, memory, VISION_MEMORY, &result);
        right +=
            result.outcome == VISION_READ && memcmp(scene.position.board.faces, result.faces, sizeof result.faces) == 0;
        free(scene.pixels);
    }
    printf("# marked by hand: %u of %u boards\n", right, pictures);
    check(right == pictures, "corners that are marked half a cell off are enough");
}

static void check_others(void *memory)
{
    unsigned refused = 0;
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct scene scene;
        struct vision_result result;
        scene_paint_other(&scene, seed);
        struct vision_picture picture = picture_of(&scene);
        vision_read(&picture, NULL, memory, VISION_MEMORY, &result);
        refused += result.outcome != VISION_READ && *vision_sentence(result.outcome) != '\0';
        free(scene.pixels);
    }
    check(refused == 6, "what is no board is refused with a reason");
}

int main(int argc, char **argv)
{
    unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 48;
    uint64_t first = argc > 2 ? (uint64_t)atoi(argv[2]) : 1;
    struct slice_stats tallies[SCENE_KINDS] = {{0}}, all = {0};
    void *memory = malloc(VISION_MEMORY);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (unsigned i = 0; i < count && memory != NULL; i++) {
        struct scene scene;
        struct vision_result result;
        scene_paint(&scene, i % SCENE_KINDS, first + i / SCENE_KINDS);
        struct vision_picture picture = picture_of(&scene);
        vision_read(&picture, NULL, memory, VISION_MEMORY, &result);
        bool right = judge(&scene, &result, &tallies[scene.kind]);
        if (!right)
            tell(&scene, &result, first + i / SCENE_KINDS);
        if (!right && argc > 3)
            save(&scene, argv[3], first + i / SCENE_KINDS);
        free(scene.pixels);
    }
    for (unsigned kind = 0; kind < SCENE_KINDS; kind++) {
        const unsigned *from = (const unsigned *)&tallies[kind];
        for (size_t k = 0; k < sizeof all / sizeof(unsigned); k++)
            ((unsigned *)&all)[k] += from[k];
        if (tallies[kind].pictures > 0)
            report(scene_names[kind], &tallies[kind]);
    }
    report("all", &all);
    check(all.boards * 100 >= all.pictures * 99, "boards are right in 99 % of the pictures");
    check(all.found * 100 >= all.robots * 98, "98 % of the robots are found");
    check(all.false_sure == 0 && all.token_false_sure == 0, "nothing is claimed as sure that is not there");
    check_marked(memory, count < SCENE_KINDS ? count : SCENE_KINDS);
    check_others(memory);
    printf("1..%u\n", checks);
    free(memory);
    return 0;
}
