/*
 * A table as this page sees it. Events come from the server, the C referee makes the state of them, and the screens are
 * told. Nothing here knows a rule: what is allowed the server says, what follows from an event the referee.
 *
 * A bid that was on its way when the line broke is not lost: it is kept, shown as being sent, and sent again when the
 * line is back, if its round is still open. Nothing else is repeated by itself: moves could happen twice.
 */
import { type Review, type Solutions, reviewTable } from "../wasm/review";
import { InputError, type Step, playRoute } from "../wasm/ops";
import { TableConnection, type Listener, type ResumePoint, type Status, type Environment } from "./connection";
import {
  type CommandKind,
  type Event,
  type AppliedEvents,
  type Allowed,
  type Rules,
  type State,
  type EventWithText,
  RefereeTable,
  NOTHING_ALLOWED,
} from "../wasm/referee";
import type { Answer, Host, Message, Options, Presence, ApiError, RoundResult, Votes, Welcome } from "./protocol";
import { hasVoted, removeSeatToken, saveSeatToken, saveVote, seatToken } from "../storage/seats";
import { LOST, NEWER } from "./apiErrors";
import { type GameHistory, newGameHistory, addEvents } from "./gameHistory";

interface PendingBid {
  moves: number;
  game: number;
  round: number;
  route?: string[]; // a race
}
/* Something that somebody said. */
export interface Reaction {
  by: string;
  reaction: string;
  at: number;
  n: number;
}
const HEARD = 6;
/* What this device adds to the chance of a game: 32 bytes in hexadecimal digits. */
const nonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
export interface View {
  reactions: Reaction[]; // the last few
  code: string;
  status: Status;
  you: string | null;
  options: Options;
  game: number;
  state: State | null; // null: nothing has come yet
  gameHistory: GameHistory;
  recentEvents: EventWithText[]; // the last few events, newest last
  presence: Presence;
  host: Host;
  votes: Votes | null;
  results: Record<number, RoundResult>; // by round
  step: Step | undefined; // the move that led here, for its animation
  pendingBid: PendingBid | null;
  replay: string | undefined; // where this game can be seen when it is over
  reconnects: number; // how often this page has come back to the table
}
/* Told of each event that happens while somebody looks, not of those that are read up on. */
export type TableEventListener = (event: EventWithText, before: State | null, after: State) => void;

const NOBODY: Presence = { here: [], away: [], watching: 0, displays: 0 };
const LATELY = 40;
const VOTES_TOLD = 500; // ms after a welcome by which votes that are known have been told

export class RemoteTable implements Listener {
  view: View;
  readonly client: TableConnection;
  private readonly watchers = new Set<() => void>();
  private readonly eventListeners = new Set<TableEventListener>();
  private referee: RefereeTable | undefined; // from the first use to close()
  private caughtUpSeq = 0; // the seq that makes us caught up

  constructor(code: string, world: Environment, as?: "display") {
    this.view = {
      code,
      status: { is: "connecting", again: false },
      you: null,
      options: { credit: true, plan: false },
      game: 0,
      state: null,
      gameHistory: newGameHistory(),
      recentEvents: [],
      presence: NOBODY,
      host: { host: null, locked: false },
      votes: null,
      results: {},
      reactions: [],
      step: undefined,
      pendingBid: null,
      replay: undefined,
      reconnects: 0,
    };
    this.client = new TableConnection(code, world, this, as);
  }

  /* Something outside has changed that the screens show. */
  refresh(): void {
    this.update({});
  }
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }
  onEvent(witness: TableEventListener): () => void {
    this.eventListeners.add(witness);
    return () => void this.eventListeners.delete(witness);
  }
  private update(part: Partial<View>): void {
    this.view = { ...this.view, ...part };
    for (const watcher of this.watchers) watcher();
  }

  /* ---- what the client tells ---- */

  resume(): ResumePoint {
    return { token: seatToken(this.view.code), game: this.view.game, since: this.view.state?.seq ?? 0 };
  }
  status(status: Status): void {
    if (status.is === "closed" && status.why.why === "removed") removeSeatToken(this.view.code);
    this.update({ status });
  }
  welcome(welcome: Welcome): void {
    if (welcome.token) saveSeatToken(this.view.code, welcome.token);
    if (this.view.game !== welcome.game) this.forget(welcome.game);
    this.caughtUpSeq = welcome.seq;
    const listed = welcome.options.listed === true;
    this.update({ host: { host: welcome.host ?? null, locked: welcome.locked ?? false, listed } });
    const again = this.view.reconnects > 0 || this.view.state !== null;
    this.update({
      you: welcome.you,
      options: welcome.options,
      replay: welcome.replay,
      reconnects: again ? this.view.reconnects + 1 : 0,
      votes: null, // told again if there are any
    });
    this.retryPendingBid();
    this.repeatVoteLater();
  }
  message(message: Exclude<Message, Answer | Welcome>, text: string): void {
    switch (message.type) {
      case "events":
        if (message.game === this.view.game) this.handleEvents(message.events, text);
        break;
      case "presence":
        this.update({ presence: message });
        break;
      case "votes":
        this.update({ votes: message });
        break;
      case "host":
        this.update({ host: message });
        break;
      case "reaction":
        this.addReaction(message.by, message.reaction);
        break;
      case "game":
        this.forget(message.game);
        this.update({ options: message.options, replay: message.replay });
        break;
      case "result":
        if (message.game === this.view.game)
          this.update({ results: { ...this.view.results, [message.round]: message } });
        break;
      case "bye":
        break;
    }
  }

  private addReaction(by: string, reaction: string): void {
    const n = (this.view.reactions.at(-1)?.n ?? 0) + 1;
    this.update({ reactions: [...this.view.reactions, { by, reaction, at: Date.now(), n }].slice(-HEARD) });
  }

  /* Another game begins. */
  private forget(game: number): void {
    this.referee?.close();
    this.referee = undefined;
    this.caughtUpSeq = 0;
    this.update({
      game,
      state: null,
      gameHistory: newGameHistory(),
      recentEvents: [],
      votes: null,
      results: {},
      step: undefined,
      pendingBid: null,
    });
  }

  /* ---- events ---- */

  private handleEvents(events: Event[], text: string): void {
    const behind = !this.caughtUp;
    const fresh = events.filter((event) => event.seq > (this.view.state?.seq ?? 0));
    this.apply(
      fresh.filter((event) => event.seq <= this.caughtUpSeq),
      text,
    );
    for (const event of fresh.filter(({ seq }) => seq > this.caughtUpSeq)) this.apply([event], text, true);
    this.retryPendingBid();
    if (behind) this.repeatVoteLater();
  }
  private get caughtUp(): boolean {
    return (this.view.state?.seq ?? 0) >= this.caughtUpSeq;
  }

  /* Several events of a message at once while reading up; one at a time while somebody looks. */
  private apply(some: Event[], text: string, witnessed = false): void {
    if (some.length === 0) return;
    const before = this.view.state;
    const happened = this.tryApplyEvents(text, some);
    if (!happened) return this.stopOnUnknownEvent();
    const { state, events, drawn } = happened;
    const step = before && sameRobots(before.shown, state.shown) ? this.view.step : undefined; // it may have won
    const gameHistory = addEvents(this.view.gameHistory, events, drawn);
    const recentEvents = [...this.view.recentEvents, ...events].slice(-LATELY);
    const part: Partial<View> = { state, gameHistory, recentEvents, step };
    if (events.some(({ ev }) => ev === "drawn" || ev === "over")) part.votes = null;
    const [event] = events;
    if (witnessed && event?.ev === "moved" && before && !state.micro)
      part.step = playRoute(before.shown, [event.move]).steps[0];
    this.update(part);
    if (witnessed && event) for (const witness of this.eventListeners) witness(event, before, state);
  }

  /* Null: the referee cannot read one of the events. */
  private tryApplyEvents(text: string, events: Event[]): AppliedEvents | null {
    try {
      this.referee ??= new RefereeTable();
      return this.referee.applyEvents(text, events, this.view.you);
    } catch (why) {
      if (why instanceof InputError) return null;
      throw why;
    }
  }

  /* An event that this page's referee cannot read: the server is newer than the page. */
  private stopOnUnknownEvent(): void {
    this.client.close();
    this.update({ status: { is: "closed", why: NEWER } });
  }

  /* A server that was started again has forgotten the votes. They only count while their voters are here, so it is enough that the page
   * of each gives its own once more, also when it was loaded again meanwhile. A vote that the server still knows changes nothing. */
  private repeatVoteLater(): void {
    if (this.caughtUp && this.view.state) setTimeout(() => this.repeatVote(), VOTES_TOLD);
  }
  private repeatVote(): void {
    const { code: table, state, game, votes, you } = this.view;
    if (!this.client.connected || !you || state?.phase !== "between" || votes?.by.includes(you)) return;
    if (hasVoted({ table, game, round: state.round })) void this.next();
  }

  private retryPendingBid(): void {
    const { pendingBid: sending, state, game } = this.view;
    if (!sending || !this.client.connected || !this.caughtUp) return;
    const same = state?.round === sending.round && game === sending.game;
    if (same && sending.route && sending.moves <= (this.may.hand ?? 0)) void this.hand(sending.route, sending.moves);
    else if (same && sending.moves <= (this.may.bid ?? 0)) void this.bid(sending.moves);
    else this.update({ pendingBid: null });
  }

  review = (known: Solutions, player: string | undefined): Review => reviewTable(this.referee, known, player);

  /* What this player may do now: nothing before the first events have come. */
  get may(): Allowed {
    return this.referee?.allowed(this.view.you, this.client.now()) ?? NOTHING_ALLOWED;
  }
  get isHost(): boolean {
    return this.view.you !== null && this.view.host.host === this.view.you;
  }
  isAllowed = (what: CommandKind): boolean =>
    this.may.may.includes(what) || (what === "join" && this.view.you === null && this.view.presence.free === true);
  get me() {
    const { state, you } = this.view;
    return state?.players.find((player) => player.id === you);
  }

  /* ---- what people do; each resolves to null, or to why not ---- */

  private async ask(what: string, members: object = {}): Promise<Answer> {
    return this.client.ask(what, members);
  }
  private async sendRequest(what: string, members: object = {}): Promise<ApiError | null> {
    return refusalOf(await this.ask(what, members));
  }

  async join(name: string, handicap = 0): Promise<ApiError | null> {
    const answer = await this.ask("join", handicap > 0 ? { name, handicap, nonce: nonce() } : { name, nonce: nonce() });
    if (answer.ok && answer.you) this.update({ you: answer.you });
    return refusalOf(answer);
  }
  async leave(): Promise<ApiError | null> {
    const refusal = await this.sendRequest("leave");
    if (!refusal) {
      removeSeatToken(this.view.code);
      this.update({ you: null });
    }
    return refusal;
  }
  async bid(moves: number): Promise<ApiError | null> {
    const { game, state } = this.view;
    this.update({ pendingBid: { moves, game, round: state?.round ?? 0 } });
    const answer = await this.ask("bid", { moves });
    if (answer.why === LOST.why) return null;
    this.update({ pendingBid: null });
    return refusalOf(answer);
  }
  /* Alone: "I have it", without a number (L1). */
  announce = () => this.sendRequest("bid");
  /* A race: a whole route. */
  async hand(route: string[], moves: number): Promise<ApiError | null> {
    const { game, state } = this.view;
    this.update({ pendingBid: { moves, game, round: state?.round ?? 0, route } });
    const answer = await this.ask("hand", { route: route.join(" ") });
    if (answer.why === LOST.why) return null;
    this.update({ pendingBid: null });
    return refusalOf(answer);
  }
  start = (first?: string) => this.sendRequest("start", { nonce: nonce(), ...(first ? { first } : {}) });
  done = () => this.sendRequest("done");
  flip = () => this.sendRequest("flip");
  pass = () => this.sendRequest("pass");
  skip = () => this.sendRequest("skip");
  setChip = (chip: boolean) => this.sendRequest("chip", { chip });
  async next(): Promise<ApiError | null> {
    const { code, game, state } = this.view;
    if (state) saveVote({ table: code, game, round: state.round });
    return this.sendRequest("next");
  }
  move = (move: string) => this.sendRequest("move", { move });
  setLocked = (locked: boolean) => this.sendRequest(locked ? "lock" : "unlock");
  setListed = (listed: boolean) => this.sendRequest(listed ? "list" : "unlist");
  react = (reaction: string) => this.sendRequest("react", { reaction });
  setPaused = (paused: boolean) => this.sendRequest(paused ? "pause" : "resume");
  remove = (player: string) => this.sendRequest("remove", { player });
  makeHost = (player: string) => this.sendRequest("host", { player });
  end = () => this.sendRequest("end");
  addBot = (level: number) => this.sendRequest("bot", { level });
  removeBot = (id: string) => this.sendRequest("bot", { remove: id });
  startNextGame = (rules?: Rules, options?: Options) =>
    this.sendRequest("again", { ...(rules ? { rules } : {}), ...(options ? { options } : {}) });

  close(): void {
    this.client.close();
    this.referee?.close();
    this.referee = undefined;
    this.watchers.clear();
    this.eventListeners.clear();
  }
}

/* Do two positions differ by their target at most, which stands last? */
const sameRobots = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

const refusalOf = (answer: Answer): ApiError | null => (answer.ok ? null : { why: "unknown", ...answer });
