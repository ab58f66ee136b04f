/*
 * A table as this page sees it. Events come from the server, the C referee makes the state of them, and the screens are
 * told. Nothing here knows a rule: what is allowed the server says, what follows from an event the referee.
 *
 * A bid that was on its way when the line broke is not lost: it is kept, shown as being sent, and sent again when the
 * line is back, if its round is still open. Nothing else is repeated by itself: moves could happen twice.
 */
import { Fault, type Step, play } from "../carom/ask";
import { Client, type Listener, type Resume, type Status, type World } from "./client";
import {
  type Do,
  type Event,
  type Happened,
  type May,
  type Rules,
  type State,
  type Told,
  forget,
  happen,
  may,
} from "../carom/referee";
import type { Answer, Host, Message, Options, Presence, Refusal, Result, Votes, Welcome } from "./protocol";
import { forgetToken, keepToken, tokenOf } from "../device/seats";
import { LOST, NEWER } from "./refusals";
import { type Story, newStory, tell } from "./story";

export interface Sending {
  moves: number;
  game: number;
  round: number;
  route?: string[]; // a race
}
/* Something that somebody said. */
export interface Heard {
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
  reactions: Heard[]; // the last few
  code: string;
  status: Status;
  you: string | null;
  options: Options;
  game: number;
  state: State | null; // null: nothing has come yet
  story: Story;
  lately: Told[]; // the last few events, newest last
  presence: Presence;
  host: Host;
  votes: Votes | null;
  results: Record<number, Result>; // by round
  step: Step | undefined; // the move that led here, for its animation
  sending: Sending | null;
  replay: string | undefined; // where this game can be seen when it is over
  back: number; // how often this page has come back to the table
}
/* Told of each event that happens while somebody looks, not of those that are read up on. */
export type Witness = (event: Told, before: State | null, after: State) => void;

const NOBODY: Presence = { here: [], away: [], watching: 0, displays: 0 };
const LATELY = 40;

export class RemoteTable implements Listener {
  view: View;
  readonly client: Client;
  private readonly watchers = new Set<() => void>();
  private readonly witnesses = new Set<Witness>();
  private asked: { state: State | null; you: string | null; until: number; answer: May } | undefined;
  private target = 0; // the seq that makes us caught up

  constructor(code: string, world: World, as?: "display") {
    this.view = {
      code,
      status: { is: "connecting", again: false },
      you: null,
      options: { credit: true, plan: false },
      game: 0,
      state: null,
      story: newStory(),
      lately: [],
      presence: NOBODY,
      host: { host: null, locked: false },
      votes: null,
      results: {},
      reactions: [],
      step: undefined,
      sending: null,
      replay: undefined,
      back: 0,
    };
    forget();
    this.client = new Client(code, world, this, as);
  }

  /* Something outside has changed that the screens show. */
  refresh(): void {
    this.set({});
  }
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }
  witness(witness: Witness): () => void {
    this.witnesses.add(witness);
    return () => void this.witnesses.delete(witness);
  }
  private set(part: Partial<View>): void {
    this.view = { ...this.view, ...part };
    for (const watcher of this.watchers) watcher();
  }

  /* ---- what the client tells ---- */

  resume(): Resume {
    return { token: tokenOf(this.view.code), game: this.view.game, since: this.view.state?.seq ?? 0 };
  }
  status(status: Status): void {
    if (status.is === "closed" && status.why.why === "removed") forgetToken(this.view.code);
    this.set({ status });
  }
  welcome(welcome: Welcome): void {
    if (welcome.token) keepToken(this.view.code, welcome.token);
    if (this.view.game !== welcome.game) this.forget(welcome.game);
    this.target = welcome.seq;
    const listed = welcome.options.listed === true;
    this.set({ host: { host: welcome.host ?? null, locked: welcome.locked ?? false, listed } });
    const again = this.view.back > 0 || this.view.state !== null;
    this.set({
      you: welcome.you,
      options: welcome.options,
      replay: welcome.replay,
      back: again ? this.view.back + 1 : 0,
    });
    this.caughtUp();
  }
  message(message: Exclude<Message, Answer | Welcome>, text: string): void {
    switch (message.type) {
      case "events":
        if (message.game === this.view.game) this.take(message.events, text);
        break;
      case "presence":
        this.set({ presence: message });
        break;
      case "votes":
        this.set({ votes: message });
        break;
      case "host":
        this.set({ host: message });
        break;
      case "reaction":
        this.hear(message.by, message.reaction);
        break;
      case "game":
        this.forget(message.game);
        this.set({ options: message.options, replay: message.replay });
        break;
      case "result":
        if (message.game === this.view.game) this.set({ results: { ...this.view.results, [message.round]: message } });
        break;
      case "bye":
        break;
    }
  }

  private hear(by: string, reaction: string): void {
    const n = (this.view.reactions.at(-1)?.n ?? 0) + 1;
    this.set({ reactions: [...this.view.reactions, { by, reaction, at: Date.now(), n }].slice(-HEARD) });
  }

  /* Another game begins. */
  private forget(game: number): void {
    forget();
    this.target = 0;
    this.set({
      game,
      state: null,
      story: newStory(),
      lately: [],
      votes: null,
      results: {},
      step: undefined,
      sending: null,
    });
  }

  /* ---- events ---- */

  private take(events: Event[], text: string): void {
    const fresh = events.filter((event) => event.seq > (this.view.state?.seq ?? 0));
    this.apply(
      fresh.filter((event) => event.seq <= this.target),
      text,
    );
    for (const event of fresh.filter(({ seq }) => seq > this.target)) this.apply([event], text, true);
    this.caughtUp();
  }

  /* Several events of a message at once while reading up; one at a time while somebody looks. */
  private apply(some: Event[], text: string, witnessed = false): void {
    if (some.length === 0) return;
    const before = this.view.state;
    const happened = this.happen(text, some);
    if (!happened) return this.giveUp();
    const { state, events, drawn } = happened;
    for (const event of events) tell(this.view.story, event, drawn);
    const step = before && sameRobots(before.shown, state.shown) ? this.view.step : undefined; // it may have won
    const part: Partial<View> = { state, lately: [...this.view.lately, ...events].slice(-LATELY), step };
    if (events.some(({ ev }) => ev === "drawn" || ev === "over")) part.votes = null;
    const [event] = events;
    if (witnessed && event?.ev === "moved" && before && !state.micro)
      part.step = play(before.shown, [event.move]).steps[0];
    this.set(part);
    if (witnessed && event) for (const witness of this.witnesses) witness(event, before, state);
  }

  /* Null: the referee cannot read one of the events. */
  private happen(text: string, events: Event[]): Happened | null {
    try {
      return happen(text, events, this.view.you);
    } catch (why) {
      if (why instanceof Fault) return null;
      throw why;
    }
  }

  /* An event that this page's referee cannot read: the server is newer than the page. */
  private giveUp(): void {
    this.client.close();
    this.set({ status: { is: "closed", why: NEWER } });
  }

  private caughtUp(): void {
    const { sending, state, game } = this.view;
    if (!sending || !this.client.connected || (state?.seq ?? 0) < this.target) return;
    const same = state?.round === sending.round && game === sending.game;
    if (same && sending.route && sending.moves <= (this.may.hand ?? 0)) void this.hand(sending.route, sending.moves);
    else if (same && sending.moves <= (this.may.bid ?? 0)) void this.bid(sending.moves);
    else this.set({ sending: null });
  }

  /* What this player may do now. Asked again when something has happened, and when the hourglass may be turned. */
  get may(): May {
    const { state, you } = this.view;
    const now = this.client.now();
    if (this.asked?.state !== state || this.asked.you !== you || now >= this.asked.until) {
      const answer = may(you, now);
      const until = answer.flip !== undefined && answer.flip > now ? answer.flip : Infinity;
      this.asked = { state, you, until, answer };
    }
    return this.asked.answer;
  }
  get isHost(): boolean {
    return this.view.you !== null && this.view.host.host === this.view.you;
  }
  can = (what: Do): boolean =>
    this.may.may.includes(what) || (what === "join" && this.view.you === null && this.view.presence.free === true);
  get me() {
    const { state, you } = this.view;
    return state?.players.find((player) => player.id === you);
  }

  /* ---- what people do; each resolves to null, or to why not ---- */

  private async ask(what: string, members: object = {}): Promise<Answer> {
    return this.client.ask(what, members);
  }
  private async want(what: string, members: object = {}): Promise<Refusal | null> {
    return refusalOf(await this.ask(what, members));
  }

  async join(name: string, handicap = 0): Promise<Refusal | null> {
    const answer = await this.ask("join", handicap > 0 ? { name, handicap, nonce: nonce() } : { name, nonce: nonce() });
    if (answer.ok && answer.you) this.set({ you: answer.you });
    return refusalOf(answer);
  }
  async leave(): Promise<Refusal | null> {
    const refusal = await this.want("leave");
    if (!refusal) {
      forgetToken(this.view.code);
      this.set({ you: null });
    }
    return refusal;
  }
  async bid(moves: number): Promise<Refusal | null> {
    const { game, state } = this.view;
    this.set({ sending: { moves, game, round: state?.round ?? 0 } });
    const answer = await this.ask("bid", { moves });
    if (answer.why === LOST.why) return null;
    this.set({ sending: null });
    return refusalOf(answer);
  }
  /* A race: a whole route. */
  async hand(route: string[], moves: number): Promise<Refusal | null> {
    const { game, state } = this.view;
    this.set({ sending: { moves, game, round: state?.round ?? 0, route } });
    const answer = await this.ask("hand", { route: route.join(" ") });
    if (answer.why === LOST.why) return null;
    this.set({ sending: null });
    return refusalOf(answer);
  }
  start = () => this.want("start", { nonce: nonce() });
  done = () => this.want("done");
  flip = () => this.want("flip");
  pass = () => this.want("pass");
  skip = () => this.want("skip");
  next = () => this.want("next");
  move = (move: string) => this.want("move", { move });
  lock = (locked: boolean) => this.want(locked ? "lock" : "unlock");
  list = (listed: boolean) => this.want(listed ? "list" : "unlist");
  react = (reaction: string) => this.want("react", { reaction });
  hold = (paused: boolean) => this.want(paused ? "pause" : "resume");
  remove = (player: string) => this.want("remove", { player });
  makeHost = (player: string) => this.want("host", { player });
  end = () => this.want("end");
  addBot = (level: number) => this.want("bot", { level });
  removeBot = (id: string) => this.want("bot", { remove: id });
  again = (rules?: Rules, options?: Options) =>
    this.want("again", { ...(rules ? { rules } : {}), ...(options ? { options } : {}) });

  close(): void {
    this.client.close();
    this.watchers.clear();
    this.witnesses.clear();
  }
}

/* Do two positions differ by their target at most, which stands last? */
const sameRobots = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

const refusalOf = (answer: Answer): Refusal | null => (answer.ok ? null : { why: "unknown", ...answer });
