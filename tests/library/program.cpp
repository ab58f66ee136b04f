// The public headers in C++: a position read, solved, checked move by move and written into a text that says how much room it needs.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <carom/bindings.h>
#include <carom/carom.h>
#include <carom/environment.h>
#include <carom/libc_allocator.h>

static int failures;

// What a program fills in can grow without a change of its size.
template <class Options> constexpr bool can_grow() { return sizeof(Options::reserved) >= 4; }
static_assert(can_grow<carom_solve_options>() && can_grow<carom_check_rules>() && can_grow<carom_deal_options>(), "options");
static_assert(can_grow<carom_environment_options>() && can_grow<carom_environment_results>(), "environments");
static_assert(can_grow<carom_picture>() && can_grow<carom_grid_style>(), "pictures");
static_assert(can_grow<carom_atlas_task>() && can_grow<carom_rules>(), "tasks and rules");

static void expect(bool good, const char *what)
{
    std::printf("%s - %s\n", good ? "ok" : "not ok", what);
    failures += good ? 0 : 1;
}

// A text of exactly the room that the first try asked for.
static std::string written(const carom_position &position)
{
    char small[8];
    carom_text text = carom_text_init(small, sizeof small);
    carom_position_write(&text, &position);
    std::vector<char> room(text.length + text.missing + 1);
    text = carom_text_init(room.data(), room.size());
    carom_position_write(&text, &position);
    expect(!text.truncated && text.length + 1 == room.size(), "a text says how much room it needs");
    return room.data();
}

static void check_moves(const carom_position &position, const carom_solution &solution)
{
    carom_check check;
    carom_check_rules rules = carom_check_rules();
    expect(carom_check_moves(&check, &position, solution.route, solution.moves, &rules), "moves are checked");
    expect(std::strcmp(carom_check_name(&check), "ok") == 0 && check.cost == solution.cost, "and reach the target");
    expect(carom_check_moves(&check, &position, solution.route, solution.moves - 1, &rules), "all but the last");
    expect(std::strcmp(carom_check_name(&check), "not-reached") == 0, "do not reach it");
    std::vector<carom_move> many(CAROM_CHECK_MOVES_MAX + 1, carom_move_make(CAROM_RED, CAROM_NORTH));
    expect(!carom_check_moves(&check, &position, many.data(), many.size(), &rules), "too many are refused");
    many[0].robot = CAROM_ROBOTS;
    expect(!carom_check_moves(&check, &position, many.data(), 1, &rules), "a robot that does not exist is refused");
}

// JSON looks back at what was written last: with a text that was cut too.
static void check_json(const carom_puzzle &puzzle, const carom_check &check)
{
    char one[1], enough[4096];
    carom_text full = carom_text_init(enough, sizeof enough), cut = carom_text_init(one, sizeof one);
    carom_check_write_json(&full, &puzzle, &check);
    carom_check_write_json(&cut, &puzzle, &check);
    expect(cut.truncated && cut.missing == full.length, "JSON says how much room it needs");
}

int main()
{
    const char *words = "Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp";
    carom_puzzle puzzle = carom_puzzle();
    carom_position &position = puzzle.position;
    carom_error error;
    expect(carom_position_read(&position, CAROM_REQUIRE_TARGET, words, std::strlen(words), &error), "a position is read");
    expect(written(position) == words, "and written");
    carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    carom_solution solution;
    carom_solve_options options = carom_solve_options();
    carom_solve_status status = carom_solve(solver, &position, &options, &solution);
    expect(std::strcmp(carom_solve_status_name(status), "found") == 0 && solution.cost == 5, "a position is solved");
    carom_solver_free(solver);
    check_moves(position, solution);
    carom_check check;
    carom_check_rules rules = carom_check_rules();
    expect(carom_check_route(&check, &puzzle, "RN RE", 5, &rules, &error), "a route is read");
    check_json(puzzle, check);
    expect(std::strcmp(carom_round_state_name(CAROM_ROUND_NO_RICOCHET), "no-ricochet") == 0, "states have names");
    expect(std::strcmp(carom_version(), CAROM_VERSION) == 0, "header and library are of one version");
    return failures == 0 ? 0 : 1;
}
