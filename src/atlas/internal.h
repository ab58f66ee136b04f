/*
 * What the files of the atlas share.
 *
 * A sheet is the table for one active robot: for each placement of the three others (the blockers) the set of cells
 * from which the active robot is at most `depth` moves away from the target. Sets are 256 bits, one for each cell, so
 * that all cells are worked on at once. There are two such tables, of this level and of the one before, and the next
 * level is written over the latter.
 *
 * R7 asks a little more. A robot that starts outside the target's row and column cannot reach it without a ricochet;
 * one that starts in its row must have moved along a column first (or have bounced), one in its column along a row. So
 * the sets are those of a robot that has made its ricochet, and beside each set there is a word of 32 bits for robots
 * in the target's row and column that have not left that line: 16 for the row, 16 for the column. The place of the
 * target itself in the column is free and says whether set or word have changed in the last level.
 *
 * The vortex is anybody's. Where all robots are alike one sheet speaks for each of them and is laid over itself
 * (kernel_any_robot.h). With barriers they differ, and one sheet has to hold what all of them can do: there a blocker
 * on the target is an end as well, and R7 holds for blockers too. So a blocker in the target's row or column may be in
 * one of two states, and each of those cells is two spots: the cell itself for a blocker that has made its ricochet,
 * another one for a blocker that has not left that line. Elsewhere spots are cells.
 */
#ifndef CAROM_ATLAS_INTERNAL_H
#define CAROM_ATLAS_INTERNAL_H

#include <carom/atlas.h>

#define BLOCKERS 3
#define CELLS CAROM_CELLS
#define NO_CELL CELLS                        /* as a cell: none */
#define SITES (CELLS + 2 * CAROM_BOARD_SIDE) /* those behind the cells: CELLS + the bit in the word of 32 */
#define NO_SITE SITES
#define CACHE_LINE 64 /* a line of the cache */
#define CHAIN_LANES 4 /* chains that are walked side by side */
#define INDEX_PADDING                                                                                                  \
    SITES /* Entries before the first placement, never written: index 0 reads as "nothing solved".                     \
           */
#define BARRIERS_MAX CELLS
#define RAYS_MAX (4 * BARRIERS_MAX)

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

/* The cells of the target's row, then of its column, as bits of a word. */
static inline unsigned line_cell(unsigned target, unsigned bit)
{
    return bit < CAROM_BOARD_SIDE ? target / CAROM_BOARD_SIDE * CAROM_BOARD_SIDE + bit
                                  : (bit - CAROM_BOARD_SIDE) * CAROM_BOARD_SIDE + target % CAROM_BOARD_SIDE;
}

/* A blocker's way is followed backwards, from where it ends. At `spot`, the next cell of the way is `next`: NOWHERE
 * where something stops the robot, NO_SITE as the spot where there is nothing to do. */
struct chain_link {
    uint16_t site;
    uint16_t next;
};
/* Chains side by side: steps are [first .. first + count) of each of them. */
struct chain_group {
    struct bitboard cells; /* that they come by */
    uint16_t first;
    uint16_t count;
};
/* Ways: each cell and heading once, twice in rings. In the target's lines the spots besides; and ways that begin there,
 * of which there are at most eight in a lane, each as long as it may be. */
#define CHAIN_LINKS_MAX                                                                                                \
    (2 * 4 * (CELLS + 2 * CAROM_BOARD_SIDE) + 64 + CAROM_BOARD_SIDE / 2 * (4 * CELLS + CAROM_BOARD_SIDE))
#define CHAIN_GROUPS_MAX (CELLS + CELLS / 8)

/* How a kind of robot moves when it is a blocker. */
struct chains {
    uint32_t groups;
    struct chain_group group[CHAIN_GROUPS_MAX];
    struct chain_link link[CHAIN_LINKS_MAX][CHAIN_LANES];
};

/* Where a robot that enters a barrier goes on, and to what end. */
struct barrier_entry {
    uint8_t barrier;
    uint8_t heading; /* on entering */
};

/* The board as the active robot meets it. Edges: bit c of `edge` of a heading: it goes on from cell c (east, south), or
 * to cell c (west, north), along the row or column. */
struct board_masks {
    struct bitboard edge[CAROM_DIRECTIONS];
    struct bitboard clear_of[2][CELLS]; /* edges that do not touch this cell: of columns, of rows */
    struct bitboard standable;          /* where robots can stand */
    struct bitboard target_lines;       /* R7: the target's row and column */
    uint32_t line_edges[2]; /* the edges of these two lines, row below, column above: for south and east; for north and
                              west */
    uint32_t line_clear_of[CELLS];
    uint32_t line_bit[CELLS]; /* the bit of a cell in the word, or 0; the target's is the one in its row */
    uint32_t line_stand;      /* where robots can stand */
    uint32_t line_target;     /* the target's bit, in the row */
    uint32_t changed_bit;     /* the target's bit in the column: the set has changed */
    uint32_t rays;
    struct barrier_entry ray[RAYS_MAX];
    uint8_t heading_after[CELLS][CAROM_DIRECTIONS]; /* heading after entering this cell */
    uint8_t walls[CELLS];
};

/* A stretch of a row or column between two walls. */
struct segment {
    struct bitboard cells;
    uint32_t bits; /* of the word */
    uint8_t low, high;
};
#define SEGMENTS_MAX CELLS

/* What slides without barriers need to know about the board. The four neighbours of a cell, counted row by row, are
 * different mod 7; so are they told apart. */
#define NEIGHBOUR_CLASSES 7
struct cell_masks {
    struct bitboard single[CELLS];
    struct bitboard after[CELLS];      /* all cells behind this one, row by row */
    struct bitboard neighbours[CELLS]; /* its neighbours */
    struct bitboard neighbour_on_side[CAROM_DIRECTIONS]
                                     [NEIGHBOUR_CLASSES]; /* cells whose neighbour on this side is of this kind */
    uint32_t line_bits_after[CELLS];
    uint32_t line_bits_keep[CELLS];           /* all bits but the cell's own and the one that says "changed" */
    uint8_t line_cells[2 * CAROM_BOARD_SIDE]; /* the cells of the words */
    unsigned line_cell_count;
    unsigned changed;          /* the number of the bit that says "changed" */
    unsigned segment_count[2]; /* of columns, of rows; columns of one cell are left out */
    struct segment segment[2][SEGMENTS_MAX];
};

/* Which blockers change places without any difference. */
enum symmetry {
    SYMMETRY_ALL,      /* cells rise */
    SYMMETRY_LAST_TWO, /* the first is different; cells of the others rise */
    SYMMETRY_NONE,
};

/* Where blockers can be. */
struct sites {
    unsigned cells; /* on which robots can stand */
    unsigned count;
    uint16_t site[SITES];
    uint8_t cell_of[SITES]; /* its cell */
    bool usable[SITES];
    bool is_start[SITES]; /* a blocker that has not moved is there */
    uint16_t start_site[CELLS];
};

/* A placement of blockers at p, q, r lies at row[p][q] + r. */
struct placement_index {
    enum symmetry symmetry;
    uint32_t size; /* in all, INDEX_PADDING included */
    struct sites sites;
    _Alignas(32) uint32_t row[SITES][SITES];
    uint32_t column[SITES][SITES]; /* the other way round: column[q][p] = row[p][q] */
};

/* Two blockers stay; the third, on x, makes it placement row[x] + second for x below `split`, base + x from there. */
struct index_line {
    const uint32_t *row;
    uint32_t second;
    uint32_t base;
    unsigned split_site;
    unsigned fixed_sites[2]; /* spots */
};

#define SLICES 32

struct hard_placement {
    uint8_t cell[4]; /* the blockers', the active robot's */
};

struct tablebase {
    struct board_masks masks;
    struct cell_masks cell_masks;
    struct placement_index index;
    struct chains chains[BLOCKERS]; /* of the kinds of blockers */
    unsigned blocker_kinds;         /* 1 if all are alike, else the blockers that are moved one after the other */
    unsigned active;
    unsigned target;
    unsigned forbidden_site; /* no blocker may stop there; NO_SITE if they may (R7 on the vortex) */
    bool ricochet;
    bool no_barriers;           /* no barriers, and all blockers are alike */
    struct bitboard *solved[2]; /* this level, the one before */
    uint32_t *line_bits[2];
    uint8_t *ray_ends; /* room for where rays end, for each slice */
};

struct carom_atlas {
    struct carom_atlas_task task;
    const struct kernel *kernel;
    struct tablebase *tablebase;
    uint8_t blocker[BLOCKERS]; /* which robots they are, in the order of the layout */
    unsigned phase;
    unsigned depth;
    bool complete;
    uint64_t placements; /* in all */
    uint64_t known;
    uint64_t histogram[CAROM_ATLAS_DEPTH_MAX];
    struct bitboard *any_robot; /* the vortex without barriers: what any robot can do */
    unsigned groups;            /* of cells, where all blockers are alike: for slices that do not meet */
    unsigned alike_robots;      /* the vortex with barriers: robots that are alike all the same, bit 1 << robot */
    unsigned symmetry_factor;   /* and how often each placement is counted for that reason */
    /* per slice, so that threads do not meet */
    struct slice_stats {
        _Alignas(CACHE_LINE) uint64_t sets; /* that have changed in the last level */
        uint64_t placements;                /* that are new in it */
        uint32_t depth;                     /* that the list of the newest placements is from */
        uint32_t listed;
        struct hard_placement *list;
    } stats[SLICES];
};

/* The work itself, in two builds: with wide instructions and without. */
struct kernel {
    void (*active)(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned slice);
    void (*blockers)(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned role, unsigned round,
                     unsigned slice);
    void (*merge)(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned round, unsigned slice);
};
extern const struct kernel carom_atlas_kernel_scalar;
extern const struct kernel carom_atlas_kernel_avx2;
bool carom_atlas_has_avx2(void);

void carom_board_masks_build(struct board_masks *masks, const struct carom_board *board, unsigned robot,
                             unsigned target, bool ricochet);
/* Headings after entering each cell, for one robot (R8). */
void carom_headings_build(uint8_t turn[CELLS][CAROM_DIRECTIONS], const struct carom_board *board, unsigned robot);
/* There is a cell to go to. */
bool carom_can_leave(const struct carom_board *board, unsigned cell, unsigned heading);
void carom_cell_masks_build(struct cell_masks *cell_masks, const struct board_masks *masks);
/* With a target, blockers in its lines that have not left them are told apart (R7); NOWHERE: they are not. */
void carom_chains_build(struct chains *chains, const struct carom_board *board, unsigned robot, unsigned target);
/* How many places a layout has, 0 if there is no room for four robots; building it says the same. */
uint32_t carom_index_size(enum symmetry symmetry, const struct carom_board *board, unsigned target);
void carom_index_build(struct placement_index *index, enum symmetry symmetry, const struct carom_board *board,
                       unsigned target);

#endif
