/*
 * Shared by the files of the atlas, which builds endgame tablebases by retrograde analysis.
 *
 * A tablebase belongs to one active robot. For each placement of the three blockers it holds the solved set: the cells
 * from which the active robot reaches the target in at most `depth` moves. A set is 256 bits, one per cell, so all
 * cells are processed at once. There are two arrays of sets, for the current level and the one before; the next level
 * overwrites the older one.
 *
 * R7 (ricochet). A robot that starts outside the target's row and column cannot reach it without a ricochet; one that
 * starts in its row must move along a column first (or bounce), one in its column along a row. So solved sets are for a
 * robot that has made its ricochet, and beside each set a word of 32 bits, line_bits, is for robots in the target's row
 * (16 bits) and column (16 bits) that have not left that line. The target's own bit in the column is not needed, and
 * marks that the set or the word changed in the last level.
 *
 * The vortex can be reached by any robot. Without barriers all robots are alike, and one tablebase serves for each of
 * them (kernel_any_robot.h). With barriers they differ, and one tablebase covers all: a blocker on the target solves
 * the placement too, and R7 applies to blockers. So a blocker in the target's row or column has two states, and such a
 * cell is two sites: the cell itself for a blocker that has made its ricochet, and another for one that has not left
 * the line. Elsewhere a site is a cell.
 */
#ifndef CAROM_ATLAS_INTERNAL_H
#define CAROM_ATLAS_INTERNAL_H

#include <carom/atlas.h>

#define BLOCKERS 3
#define CELLS CAROM_CELLS
#define NO_CELL CELLS                        /* no cell */
#define SITES (CELLS + 2 * CAROM_BOARD_SIDE) /* the extra sites are CELLS + bit number in line_bits */
#define NO_SITE SITES
#define CACHE_LINE 64 /* bytes */
#define CHAIN_LANES 4 /* chains followed side by side */
#define INDEX_PADDING                                                                                                  \
    SITES /* Entries before the first placement, never written: index 0 reads as "nothing solved".                     \
           */
#define BARRIERS_MAX CELLS
#define RAYS_MAX (4 * BARRIERS_MAX)
#define RAY_LANES 32 /* rays handled side by side */
#define RAY_STRIDE(rays) (((size_t)(rays) + RAY_LANES - 1) / RAY_LANES * RAY_LANES)
#define RAY_ENDS_SIZE(rays) (2 * CELLS * RAY_STRIDE(rays)) /* bytes of struct ray_ends (kernel_active.h) */

struct bitboard {
    _Alignas(32) uint64_t word[4];
};

static inline void bb_add(struct bitboard *set, unsigned cell)
{
    set->word[cell >> 6] |= (uint64_t)1 << (cell & 63u);
}
static inline bool bb_has(const struct bitboard *set, unsigned cell)
{
    return (set->word[cell >> 6] >> (cell & 63u) & 1u) != 0;
}

/* The cell of a bit in line_bits: the target's row first, then its column. */
static inline unsigned line_cell(unsigned target, unsigned bit)
{
    return bit < CAROM_BOARD_SIDE ? target / CAROM_BOARD_SIDE * CAROM_BOARD_SIDE + bit
                                  : (bit - CAROM_BOARD_SIDE) * CAROM_BOARD_SIDE + target % CAROM_BOARD_SIDE;
}

/* A link of a blocker's slide, followed backwards. From `site` the next cell of the slide is `next`; NO_CELL if
 * something stops the robot there. A link with NO_SITE does nothing. */
struct chain_link {
    uint16_t site;
    uint16_t next;
};
/* CHAIN_LANES chains side by side; their links are [first, first + count). */
struct chain_group {
    struct bitboard cells; /* cells that the chains pass */
    uint16_t first;
    uint16_t count;
};
/* Chain links: each cell and heading once, twice in cycles; the extra sites of the target's lines; and at most eight
 * chains per lane that begin there, each of the greatest length. */
#define CHAIN_LINKS_MAX                                                                                                \
    (2 * 4 * (CELLS + 2 * CAROM_BOARD_SIDE) + 64 + CAROM_BOARD_SIDE / 2 * (4 * CELLS + CAROM_BOARD_SIDE))
#define CHAIN_GROUPS_MAX (CELLS + CELLS / 8)

/* The slides of one kind of blocker. */
struct chains {
    uint32_t groups;
    struct chain_group group[CHAIN_GROUPS_MAX];
    struct chain_link link[CHAIN_LINKS_MAX][CHAIN_LANES];
};

/* A barrier entered with a heading, from which a ray of the active robot continues. */
struct barrier_entry {
    uint8_t barrier;
    uint8_t heading; /* when entering */
};

/* The board as the active robot sees it. Bit c of `edge` for a heading: the robot can go on from cell c (east,
 * south), or to cell c (west, north), along the row or column. */
struct board_masks {
    struct bitboard edge[CAROM_DIRECTIONS];
    struct bitboard clear_of[2][CELLS]; /* edges that do not touch this cell: of columns, of rows */
    struct bitboard standable;          /* cells where robots can stand */
    struct bitboard target_lines;       /* R7: the target's row and column */
    uint32_t line_edges[2]; /* edges of these two lines (row in the low half, column in the high half): for south and
                               east; for north and west */
    uint32_t line_clear_of[CELLS];
    uint32_t line_bit[CELLS]; /* the cell's bit in line_bits, or 0; the target's is the one in its row */
    uint32_t line_stand;      /* bits of line_bits where robots can stand */
    uint32_t line_target;     /* the target's bit in its row */
    uint32_t changed_bit;     /* the target's bit in its column: the set or word changed in the last level */
    uint32_t rays;
    struct barrier_entry ray[RAYS_MAX];
    uint8_t heading_after[CELLS][CAROM_DIRECTIONS]; /* heading after entering the cell */
    uint8_t walls[CELLS];
};

/* A segment of a row or column between two walls. */
struct segment {
    struct bitboard cells;
    uint32_t bits; /* of line_bits */
    uint8_t low, high;
};
#define SEGMENTS_MAX CELLS

/* Masks for slides without barriers. The indices of the four neighbours of a cell differ modulo 7, which tells them
 * apart. */
#define NEIGHBOUR_CLASSES 7
struct cell_masks {
    struct bitboard single[CELLS];
    struct bitboard after[CELLS];                                           /* all cells with a higher index */
    struct bitboard neighbours[CELLS];                                      /* its neighbours */
    struct bitboard neighbour_on_side[CAROM_DIRECTIONS][NEIGHBOUR_CLASSES]; /* cells whose neighbour on this side has
                                                                               this index modulo 7 */
    uint32_t line_bits_after[CELLS];
    uint32_t line_bits_keep[CELLS];           /* all bits except the cell's own and the changed bit */
    uint8_t line_cells[2 * CAROM_BOARD_SIDE]; /* [bit]: its cell */
    unsigned line_cell_count;
    unsigned changed;          /* number of the changed bit */
    unsigned segment_count[2]; /* of columns, of rows; columns of one cell are left out */
    struct segment segment[2][SEGMENTS_MAX];
};

/* Which blockers are interchangeable; each set of placements is stored once, with rising cells. */
enum symmetry {
    SYMMETRY_ALL,      /* all three */
    SYMMETRY_LAST_TWO, /* the last two; the first is different */
    SYMMETRY_NONE,
};

/* The sites where blockers can be. */
struct sites {
    unsigned cells; /* cells on which robots can stand */
    unsigned count;
    uint16_t site[SITES];
    uint8_t cell_of[SITES]; /* [site]: its cell */
    bool usable[SITES];
    bool is_start[SITES]; /* [site]: a blocker that has not moved yet can be there */
    uint16_t start_site[CELLS];
};

/* Perfect index of placements: blockers at sites p, q, r have index row[p][q] + r. */
struct placement_index {
    enum symmetry symmetry;
    uint32_t size; /* including INDEX_PADDING */
    struct sites sites;
    _Alignas(32) uint32_t row[SITES][SITES];
    uint32_t column[SITES][SITES]; /* the transpose: column[q][p] = row[p][q] */
};

/* The index as a function of one blocker's site x, the two others fixed: row[x] + second for x below `split`, base +
 * x from there on. */
struct index_line {
    const uint32_t *row;
    uint32_t second;
    uint32_t base;
    unsigned split_site;
    unsigned fixed_sites[2]; /* sites of the two others */
};

#define SLICES 32

struct hard_placement {
    uint8_t cell[4]; /* of the blockers, then of the active robot */
};

struct tablebase {
    struct board_masks masks;
    struct cell_masks cell_masks;
    struct placement_index index;
    struct chains chains[BLOCKERS]; /* [kind of blocker] */
    /* 1 if all blockers are alike, else the number of blockers that are moved one after another */
    unsigned blocker_kinds;
    unsigned active;
    unsigned target;
    unsigned forbidden_site; /* no blocker may stop there; NO_SITE: none is forbidden (R7 on the vortex) */
    bool ricochet;
    bool no_barriers;           /* no barriers on the board, so all blockers are alike */
    struct bitboard *solved[2]; /* the current level, the one before (solved_set) */
    uint32_t *line_bits[2];     /* line_word */
    uint8_t *ray_ends;          /* scratch of struct ray_ends, per slice */
};

/* The set and the line_bits of a placement in the current level (0) or the one before (1). The two levels lie side by
 * side, because whoever reads one soon writes the other. */
static inline struct bitboard *solved_set(const struct tablebase *tablebase, unsigned level, uint32_t place)
{
    return &tablebase->solved[level][2 * (size_t)place];
}
static inline uint32_t *line_word(const struct tablebase *tablebase, unsigned level, uint32_t place)
{
    return &tablebase->line_bits[level][2 * (size_t)place];
}

struct carom_atlas {
    struct carom_atlas_task task;
    const struct kernel *kernel;
    struct tablebase *tablebase;
    uint8_t blocker[BLOCKERS]; /* their robots, in the order of the index */
    unsigned phase;
    unsigned depth;
    bool complete;
    uint64_t placements; /* total number of placements */
    uint64_t known;
    uint64_t histogram[CAROM_ATLAS_DEPTH_MAX];
    struct bitboard *any_robot; /* on the vortex without barriers: placements that any robot solves; else NULL */
    unsigned groups;            /* groups of sites where all blockers are alike: keeps slices of a round apart */
    unsigned alike_robots;      /* on the vortex with barriers: robots that move alike, bit 1 << robot */
    unsigned symmetry_factor;   /* how often each placement is counted because of them */
    /* per slice and on cache lines of its own, so that threads share nothing */
    struct slice_stats {
        _Alignas(CACHE_LINE) uint64_t sets; /* changed in the last level */
        uint64_t placements;                /* solved for the first time in it */
        uint32_t depth;                     /* level of the placements in `list` */
        uint32_t listed;
        struct hard_placement *list;
    } stats[SLICES];
};

/* The inner loops, compiled three times: with AVX-512, with AVX2, and with neither. */
struct kernel {
    void (*active)(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned slice);
    void (*blockers)(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned role, unsigned round,
                     unsigned slice);
    void (*merge)(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned round, unsigned slice);
};
extern const struct kernel carom_atlas_kernel_scalar;
extern const struct kernel carom_atlas_kernel_avx2;
extern const struct kernel carom_atlas_kernel_avx512;
bool carom_atlas_has_avx2(void);
bool carom_atlas_has_avx512(void);

void carom_board_masks_build(struct board_masks *masks, const struct carom_board *board, unsigned robot,
                             unsigned target, bool ricochet);
/* Fills the heading after entering each cell, for one robot (R8). */
void carom_headings_build(uint8_t turn[CELLS][CAROM_DIRECTIONS], const struct carom_board *board, unsigned robot);
/* Is there a cell to go to? */
bool carom_can_leave(const struct carom_board *board, unsigned cell, unsigned heading);
void carom_cell_masks_build(struct cell_masks *cell_masks, const struct board_masks *masks);
/* Builds the chains. With a target, blockers on its row and column that have not left them get sites of their own
 * (R7); NO_CELL: they do not. */
void carom_chains_build(struct chains *chains, const struct carom_board *board, unsigned robot, unsigned target);
/* The number of indices, or 0 if four robots do not fit on the board; carom_index_build agrees with it. */
uint32_t carom_index_size(enum symmetry symmetry, const struct carom_board *board, unsigned target);
void carom_index_build(struct placement_index *index, enum symmetry symmetry, const struct carom_board *board,
                       unsigned target);

#endif
