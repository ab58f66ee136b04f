/*
 * Three colour themes. The four robot colours start from Okabe and Ito's, shifted until they can be told apart with
 * every kind of colour blindness; a test measures that, and that each robot, by its body or its edge, has a contrast of
 * 3:1 against the cells.
 */
#include "theme.h"

static const struct theme light = {
    .background = 0xECE6D9,
    .cell = 0xF8F4EB,
    .grid = 0xE2DBCC,
    .wall = 0x2A2E37,
    .solid = 0x2A2E37,
    .target_disc = 0xFFFFFF,
    .label = 0x8A8375,
    .shadow = 0x2A2E37,
    .shadow_opacity = 22,
    .heat = {0xF8F4EB, 0x8A5FC4},
    .edge = 52,
    .body = {0xD9550B, 0xF4C816, 0x0B9B6C, 0x0A62AD, 0xB4BCC6, 0xE9EDF2, 0x2A2E37},
    .outline = {0x7C2F00, 0x7A5C00, 0x00503A, 0x003A61, 0x4A525C, 0x3B424C, 0x14161A},
    .letter = {0xFFFFFF, 0x2A2E37, 0xFFFFFF, 0xFFFFFF, 0x2A2E37, 0x2A2E37, 0xFFFFFF},
    .micro = {0x2474BF, 0xF7D23E, 0x1C9D6E, 0xDC5B2B, 0xEFA3C8, 0xFFFFFF},
    .micro_text = {0xFFFFFF, 0x2A2E37, 0xFFFFFF, 0xFFFFFF, 0x2A2E37, 0x2A2E37},
};

static const struct theme dark = {
    .background = 0x14171C,
    .cell = 0x22272F,
    .grid = 0x303741,
    .wall = 0xB9C2CD,
    .solid = 0x0C0E12,
    .target_disc = 0xE9E5DB,
    .label = 0x7D8794,
    .shadow = 0x000000,
    .shadow_opacity = 40,
    .heat = {0x22272F, 0x9A7BE0},
    .edge = 46,
    .body = {0xE8681F, 0xF4CE2C, 0x22BD7E, 0x4088E6, 0xB9C1CB, 0xDCE3EB, 0xD5DBE3},
    .outline = {0x5E2300, 0x5C4600, 0x003B2B, 0x052F50, 0x343B44, 0x1A1D22, 0x0C0E12},
    .letter = {0x14171C, 0x14171C, 0x14171C, 0x14171C, 0x14171C, 0x14171C, 0x14171C},
    .micro = {0x4088E6, 0xF4CE2C, 0x22BD7E, 0xE8681F, 0xEFA3C8, 0xF2F0EA},
    .micro_text = {0x14171C, 0x14171C, 0x14171C, 0x14171C, 0x14171C, 0x14171C},
};

static const struct theme contrast = {
    .background = 0xFFFFFF,
    .cell = 0xFFFFFF,
    .grid = 0xC4C4C4,
    .wall = 0x000000,
    .solid = 0x000000,
    .target_disc = 0xFFFFFF,
    .label = 0x000000,
    .shadow = 0x000000,
    .shadow_opacity = 1,
    .heat = {0xFFFFFF, 0x8C58CC},
    .edge = 66,
    .body = {0xC63F00, 0xFFD800, 0x008A5A, 0x004AA8, 0xC8C8C8, 0xFFFFFF, 0x000000},
    .outline = {0x000000, 0x000000, 0x000000, 0x000000, 0x000000, 0x000000, 0x000000},
    .letter = {0xFFFFFF, 0x000000, 0xFFFFFF, 0xFFFFFF, 0x000000, 0x000000, 0xFFFFFF},
    .micro = {0x004AA8, 0xFFD800, 0x008A5A, 0xC63F00, 0xFFA6D2, 0xFFFFFF},
    .micro_text = {0xFFFFFF, 0x000000, 0xFFFFFF, 0xFFFFFF, 0x000000, 0x000000},
};

const struct theme *theme_of(enum carom_theme theme)
{
    switch (theme) {
    case CAROM_THEME_LIGHT:
        return &light;
    case CAROM_THEME_DARK:
        return &dark;
    case CAROM_THEME_CONTRAST:
        return &contrast;
    }
    return &light;
}
