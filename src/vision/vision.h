/*
 * Reads a board of Ricochet Robots from a photograph: where it lies, which four faces it is made of, where the robots
 * stand and which token is turned up.
 *
 * Classical vision, no trained network: the grid is a periodic pattern, so its phase gives the homography; walls are
 * dark bars on cell edges, and the sixteen faces differ in many of them; robots are blobs of one colour that lean away
 * from the camera. Freestanding: no C library but mem*, no allocation; the caller hands in the memory.
 * docs/guide/photo.md describes the method and how often it is right.
 */
#ifndef CAROM_VISION_H
#define CAROM_VISION_H

#include <carom/board.h>
#include <carom/position.h>
#include <carom/text.h>

/* Smallest and largest picture, in pixels a side. */
#define VISION_MIN_SIDE 160
#define VISION_MAX_SIDE 16384

/* Robots that a photo can show: the four colours and the fifth, silver or black. */
#define VISION_ROBOTS 5

/* Bytes of memory that vision_read needs. */
#define VISION_MEMORY ((size_t)24 << 20)

/* A picture in memory, rows from the top: red, green, blue in one byte each, with `channels` 4 followed by a byte that
 * is not looked at. */
struct vision_picture {
    const uint8_t *pixels;
    uint32_t width, height;
    uint32_t channels; /* 3 or 4 */
    size_t stride;     /* bytes from a row to the next */
};

struct vision_point {
    float x, y; /* pixels of the picture, from its upper left corner */
};

/* What became of a picture. Anything but VISION_READ is a refusal, and nothing else in the result is meaningful. */
enum vision_outcome {
    VISION_READ,
    VISION_BAD_SIZE, /* below VISION_MIN_SIDE, above VISION_MAX_SIDE, or not enough memory */
    VISION_NO_GRID,  /* nothing in the picture looks like a grid of cells */
    VISION_NO_BOARD, /* there is a grid, but its walls fit no board */
    VISION_MIRRORED, /* the walls fit a board seen in a mirror */
};
#define VISION_OUTCOMES 5

struct vision_robot {
    bool there;
    bool sure;
    carom_cell cell;
    float score; /* 0 to 1 */
};

struct vision_result {
    enum vision_outcome outcome;
    struct vision_point corners[4]; /* outer corners of the 16x16 cells: nw, ne, se, sw; north is the picture's top */
    uint8_t faces[4];               /* clockwise from the north-west */
    float face_scores[4];           /* lead over the next best face at this corner; 3 and more is sure */
    bool faces_sure[4];
    float board_score; /* walls and symbols found, less those missing; real boards have 25 and more */
    struct vision_robot robots[VISION_ROBOTS];
    uint8_t token; /* CAROM_NO_TOKEN: none was seen */
    bool token_sure;
    float token_score; /* 0 to 1 */
};

/* Reads the board in a picture. `corners` NULL: looks for the board; else nw, ne, se, sw as a person has marked them,
 * off by up to half a cell. `memory` holds VISION_MEMORY bytes, aligned for any type. */
void vision_read(const struct vision_picture *picture, const struct vision_point *corners, void *memory, size_t size,
                 struct vision_result *result);

/* The position that a result describes, with its doubtful parts. `result` must have outcome VISION_READ. */
void vision_position(const struct vision_result *result, struct carom_position *position);

/* Where a point of the board is in the picture, in cells from its north-west corner, by the four corners. `result` must
 * have outcome VISION_READ. */
struct vision_point vision_point_at(const struct vision_result *result, float x, float y);

/* The members of a JSON object that say what a result is (docs/guide/photo.md); corners are multiplied by `scale`.
 * `result` must have outcome VISION_READ. */
void vision_members(struct carom_text *text, const struct vision_result *result, float scale);
/* nw, ne, se, sw: the corners of the board in JSON. */
extern const char *const vision_corner_names[4];

/* One English sentence for a refusal, a message id; "" for VISION_READ. */
const char *vision_sentence(enum vision_outcome outcome);

#endif
