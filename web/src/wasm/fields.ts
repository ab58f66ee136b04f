/* The referee's commands, events and rules as types: made by tools/fields.py. */
import type { Cell } from "./ops";

export interface Bidder {
  by: string;
  moves: number;
}

export interface Rules {
  preset: string; // the box, or a race
  claim?: "exact" | "at-most"; // whether a route may have fewer moves than were bid (R13)
  tie?: "first" | "fewest"; // which of equal bids shows first; `fewest`: the player with the fewest tokens (S3)
  hourglass?: number; // ms; 0: none, bidding ends when all are done (alone: no limit)
  patience?: number; // ms until `flip`
  demonstration?: number; // ms for showing a route; 0: no limit
  goal?: number | null; // tokens to win, in a race targets to be won (H6); 0: all; null: by the number of players (R17)
  silver?: boolean; // with the silver robot
  transparent?: boolean; // with the transparent robot
  edition?: string; // boards of this box
  barriers?: string; // boards with barriers
  turns?: number; // 1 or 2: how often the hourglass runs through (solo)
  handicap?: boolean; // true: players may join with a head start
  chip?: boolean; // false: in Micro Robots no chip marks the target (M11); only affects the display; `chip` changes it between rounds
  side?: "dealt" | "black" | "copper"; // Micro Robots: the side of the tiles that is up (M1)
  easy_start?: boolean; // true: the first six targets suit beginners: one robot alone reaches them in 3 to 5 moves (below)
  touch?: boolean; // true: alone, robots may be moved while the hourglass runs, and `pass` puts them back; `bid` is refused (L1)
  continued?: boolean; // true: a mid-game position; robots placed by hand may stand on targets (R3)
  reading?: number; // 2 to 4: version of our reading of the books (below)
  tokens?: string[]; // the pile, first drawn first; hidden in `opened`
  dice?: string[]; // cells in the order rolled; a roll that has to be repeated is rolled too; hidden in `opened`
  seed?: number | string; // 0 to 9223372036854775807 (a page can hold up to 9007199254740991), or a secret: 64 hexadecimal digits
  board?: string; // `G1-Y2-R2-B2`, a home-made board (also drawn, with line breaks), `black-A0-B0-D0-C0`
  robots?: string; // `Ro3,Yp1,Gb3,Bn12`
}

interface Of<Kind extends string> {
  seq: number;
  at: number;
  ev: Kind;
}
export type Event =
  | (Of<"opened"> & { rules: Rules; board: string; robots?: string; seed?: number | string; seed_hash?: string; by_hand?: string[]; })
  | (Of<"joined"> & { by: string; name: string; handicap?: number; nonce?: string; })
  | (Of<"left"> & { by: string; name: string; })
  | (Of<"started"> & { by: string; players: number; goal: number; first?: string; nonce?: string; })
  | (Of<"drawn"> & { by?: string; target: string; cell: Cell; left: number; start?: string; via?: string; })
  | (Of<"bid"> & { by: string; moves?: number; credit?: number; })
  | (Of<"done"> & { by: string; moves?: number; })
  | (Of<"skip"> & { by: string; votes: number; needed: number; })
  | (Of<"hourglass"> & { until: number; by: string; })
  | (Of<"closed"> & { order: Bidder[]; })
  | (Of<"turn"> & { by: string; moves?: number; until?: number; })
  | (Of<"moved"> & { by: string; move: string; to: Cell; count: number; })
  | (Of<"failed"> & { by: string; why: "not-reached" | "no-ricochet" | "too-many" | "passed" | "late" | "left"; })
  | (Of<"reset"> & { robots: string; })
  | (Of<"won"> & { by: string; target: string; score: number; face?: "up" | "down"; })
  | (Of<"penalty"> & { from: string; to: string; })
  | (Of<"putback"> & { target: string; why: "nobody" | "no-bid" | "skipped" | "unreachable"; })
  | (Of<"over"> & { winners: string[]; scores: Record<string, number>; seed?: string; })
  | Of<"paused">
  | (Of<"resumed"> & { until?: number; })
  | (Of<"hint"> & { by: string; })
  | (Of<"handed"> & { by: string; moves: number; credit?: number; route?: string; })
  | (Of<"shown"> & { by: string; moves: number; route: string; points: number; score: number; })
  | (Of<"chip"> & { by: string; chip: boolean; });

export type Command =
  | { at: number; do: "open"; rules?: Rules; }
  | { at: number; do: "join"; by: string; name?: string; handicap?: number; nonce?: string; }
  | { at: number; do: "leave"; by: string; }
  | { at: number; do: "start"; by: string; first?: string; nonce?: string; }
  | { at: number; do: "bid"; by: string; moves?: number; credit?: number; }
  | { at: number; do: "done"; by: string; }
  | { at: number; do: "flip"; by: string; }
  | { at: number; do: "move"; by: string; move: string; }
  | { at: number; do: "pass"; by: string; }
  | { at: number; do: "next"; by: string; }
  | { at: number; do: "skip"; by: string; }
  | { at: number; do: "void"; }
  | { at: number; do: "tick"; }
  | { at: number; do: "pause"; }
  | { at: number; do: "resume"; }
  | { at: number; do: "hint"; by: string; }
  | { at: number; do: "hand"; by: string; route: string; credit?: number; }
  | { at: number; do: "chip"; by: string; chip: boolean; };

export type CommandKind = "join" | "leave" | "start" | "bid" | "done" | "flip" | "move" | "pass" | "next" | "skip" | "hint" | "hand" | "chip";
