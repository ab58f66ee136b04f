/*
 * All of libcarom's public interface: the rules (core), the solver, the atlas and the referee. Each header can be used
 * alone.
 *
 * Nothing here allocates unless it is handed a way to, prints, or reads a clock. Structs are plain values.
 */
#ifndef CAROM_H
#define CAROM_H

#include <carom/answer.h>
#include <carom/atlas.h>
#include <carom/blake2b.h>
#include <carom/board.h>
#include <carom/check.h>
#include <carom/deal.h>
#include <carom/fault.h>
#include <carom/grade.h>
#include <carom/json.h>
#include <carom/micro.h>
#include <carom/move.h>
#include <carom/position.h>
#include <carom/puzzle.h>
#include <carom/random.h>
#include <carom/referee.h>
#include <carom/render.h>
#include <carom/solver.h>
#include <carom/text.h>
#include <carom/types.h>
#include <carom/version.h>

#endif
