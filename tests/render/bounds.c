/*
 * What pictures promise about sizes and items, asked for at the bounds and beyond, on the flattest and the highest
 * board: refused, and never drawn past the end of anything.
 */
#include "../../src/render/animation_files.h"
#include "support.h"

#include <string.h>

static bool count_bytes(void *context, const unsigned char *bytes, size_t length)
{
    (void)bytes;
    *(size_t *)context += length;
    return true;
}

static void read_position(struct carom_position *position, const char *words)
{
    struct carom_error error;
    assert_true(carom_position_read(position, CAROM_REQUIRE_BOARD, words, strlen(words), &error));
}

typedef bool film_writer(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context);

static void film_widths(film_writer *film)
{
    static const struct {
        unsigned width;
        bool fits;
    } flat[] = {{0, false}, {1, true}, {1023, true}, {1024, true}, {1025, false}, {1700, false}, {UINT32_MAX, false}};
    struct carom_position position;
    struct carom_move route[] = {carom_move_make(CAROM_RED, CAROM_EAST)};
    struct carom_picture picture = {.position = &position, .route = route, .route_count = 1};
    read_position(&position, "16x1/Ra1/R@p1");
    for (unsigned i = 0; i < sizeof flat / sizeof *flat; i++) {
        size_t bytes = 0;
        assert_int_equal(film(&picture, flat[i].width, count_bytes, &bytes), flat[i].fits);
        assert_int_equal(bytes > 100, flat[i].fits);
    }
}

static void gif_is_as_wide_as_a_film_may_be(void **state)
{
    (void)state;
    film_widths(carom_write_gif);
}

static void apng_is_as_wide_as_a_film_may_be(void **state)
{
    (void)state;
    film_widths(carom_write_apng);
}

static void png_is_as_wide_and_high_as_it_may_be(void **state)
{
    (void)state;
    struct carom_position position;
    struct carom_picture picture = {.position = &position};
    read_position(&position, "1x16/Ra1/R@a16");
    struct carom_picture_size size = carom_picture_size(&picture);
    unsigned widest = CAROM_PNG_MAX * size.width / size.height;
    static const unsigned wrong[] = {0, CAROM_PNG_MAX, CAROM_PNG_MAX + 1, UINT32_MAX};
    size_t bytes = 0;
    assert_true(carom_picture_png(&picture, widest, count_bytes, &bytes));
    assert_false(carom_picture_png(&picture, widest + 1, count_bytes, &bytes));
    for (unsigned i = 0; i < 4; i++)
        assert_false(carom_picture_png(&picture, wrong[i], count_bytes, &bytes));
}

static void items_that_do_not_exist_are_not_drawn(void **state)
{
    (void)state;
    static const struct {
        enum carom_picture_kind kind;
        unsigned most;
    } icons[] = {{CAROM_PICTURE_KIND_TOKEN, CAROM_VORTEX},
                 {CAROM_PICTURE_KIND_ROBOT, CAROM_ROBOTS - 1},
                 {CAROM_PICTURE_KIND_MICRO_FACE, CAROM_MICRO_CELLS - 1}};
    for (unsigned i = 0; i < sizeof icons / sizeof *icons; i++) {
        for (unsigned over = 0; over < 3; over++) {
            char bytes[16384];
            struct carom_text text = carom_text_init(bytes, sizeof bytes);
            struct carom_picture picture = {.kind = icons[i].kind,
                                            .icon = over < 2 ? icons[i].most + over : UINT32_MAX};
            carom_picture_svg(&text, &picture);
            assert_false(text.truncated);
            assert_int_equal(strstr(bytes, "<path") != NULL || strstr(bytes, "<circle") != NULL, over == 0);
        }
    }
}

static void faces_are_counted_round(void **state)
{
    (void)state;
    struct carom_position first, again;
    carom_picture_section_face(&first, 3);
    carom_picture_section_face(&again, 19);
    assert_memory_equal(&first.board, &again.board, sizeof first.board);
}

static void prefixes_that_are_no_ids_are_left_out(void **state)
{
    (void)state;
    static char bytes[CAROM_PICTURE_SVG_MAX];
    struct carom_position position;
    struct carom_picture picture = {.position = &position, .prefix = "a\"><script>"};
    read_position(&position, "16x1/Ra1/R@p1");
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_picture_svg(&text, &picture);
    assert_null(strstr(bytes, "script"));
    assert_non_null(strstr(bytes, "id=\"robot-R\""));
}

static void moves_of_nobody_are_refused(void **state)
{
    (void)state;
    static const struct carom_move moves[] = {
        {.robot = CAROM_ROBOTS}, {.robot = 255}, {.direction = 4}, {.direction = 255}};
    struct carom_position position;
    read_position(&position, "16x1/Ra1/R@p1");
    for (unsigned i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct carom_slide slide;
        assert_false(carom_slide(&position.board, &position.robots, moves[i], &slide, NULL));
        assert_int_equal(slide.result, CAROM_SLIDE_NO_ROBOT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gif_is_as_wide_as_a_film_may_be),
        cmocka_unit_test(apng_is_as_wide_as_a_film_may_be),
        cmocka_unit_test(png_is_as_wide_and_high_as_it_may_be),
        cmocka_unit_test(items_that_do_not_exist_are_not_drawn),
        cmocka_unit_test(faces_are_counted_round),
        cmocka_unit_test(prefixes_that_are_no_ids_are_left_out),
        cmocka_unit_test(moves_of_nobody_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
