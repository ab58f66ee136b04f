/*
 * One table over one WebSocket (docs/reference/protocol.md): says hello, numbers the requests, hands on what comes, measures the
 * server's clock, and when the line breaks opens it again where it stopped. Everything around it (socket, clock, timers)
 * is handed in, so that the tests can play all of them.
 *
 * A line is given up when an answer takes too long: a phone that was asleep learns from nobody else that its line is dead.
 */
import { apiErrorInfo, retryDelays } from "../wasm/referee";
import { LOST } from "./apiErrors";
import type { Shape } from "./messages";
import { fits, isRefusal, readMessage } from "./shapes";
import { VERSION, type Answer, type Message, type ApiError, type Welcome } from "./protocol";

/* The part of a WebSocket that is used. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}
export interface Environment {
  connect(): Socket;
  now(): number;
  random(): number;
  /* Calls back once; the result cancels it. */
  after(ms: number, work: () => void): () => void;
  /* Asked when no line comes about: why the server does not want one. Null: it cannot be reached. */
  probe(): Promise<ApiError | null>;
}
export interface ResumePoint {
  token: string | undefined;
  game: number;
  since: number;
}
export type Status =
  | { is: "connecting"; again: boolean }
  | { is: "on"; slow?: boolean } // slow: an answer is overdue
  /* Waiting for the next try. */
  | { is: "lost"; why: ApiError | null; until: number }
  /* For good: no such table, another version. */
  | { is: "closed"; why: ApiError };

export interface Listener {
  /* Where to go on from. */
  resume(): ResumePoint;
  status(status: Status): void;
  welcome(welcome: Welcome): void;
  /* With the text as it came: events are handed on as they are. */
  message(message: Exclude<Message, Answer | Welcome>, text: string): void;
}

const REPLY_TIMEOUT = 6_000; // for an answer
const HEARTBEAT = 8_000;
const SLOW = 2_000; // an answer that takes longer is told

interface Waiting {
  done: (answer: Answer) => void;
  sent: number;
  stop: () => void;
}

const isFinal = ({ why }: ApiError): boolean => !apiErrorInfo(why).retryable;

/* How long to wait before the next try: as long as the server asks for, or longer from try to try. */
function retryDelay(asked: number | undefined, tries: number): number {
  const { first, max, asked: most } = retryDelays();
  if (asked === undefined || Number.isNaN(asked)) return Math.min(max, first * 2 ** tries);
  return Math.min(Math.max(asked, first), most);
}

export class TableConnection {
  private line: Socket | null = null;
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private tries = 0;
  private welcomed = false;
  private slow = false;
  private ended = false;
  private stopTimer: () => void = () => {};
  private bye: ApiError | null = null;
  private retryAt = 0;
  /* The server's clock minus ours, from the quickest answer so far. */
  private offset = 0;
  private quickest = Infinity;
  private helloAt = 0;

  constructor(
    private readonly table: string,
    private readonly world: Environment,
    private readonly listener: Listener,
    private readonly as?: "display",
  ) {}

  /* What the server's clock shows. */
  now(): number {
    return this.world.now() + this.offset;
  }
  get connected(): boolean {
    return this.welcomed;
  }

  open(): void {
    if (this.ended || this.line) return;
    this.stopTimer();
    this.listener.status({ is: "connecting", again: this.tries > 0 });
    this.bye = null;
    const line = this.world.connect();
    this.line = line;
    line.onopen = () => this.hello(line);
    line.onmessage = (event) => {
      if (this.line === line) this.read(event.data);
    };
    line.onclose = () => {
      if (this.line === line) this.onClosed();
    };
    this.stopTimer = this.world.after(REPLY_TIMEOUT, () => this.closeSocket());
  }

  /* For good: another page is shown. */
  close(): void {
    this.ended = true;
    this.closeSocket();
    this.stopTimer();
  }

  /* Something suggests that the line may be dead, or alive again (the device woke up, the network is back). */
  checkAlive(): void {
    if (this.ended) return;
    if (this.welcomed) void this.measure();
    else if (!this.line) this.open();
  }

  /* Never rejects; a line that breaks answers with LOST: then it may have happened, and the events tell. */
  ask(what: string, members: object = {}): Promise<Answer> {
    if (!this.welcomed) return Promise.resolve(LOST);
    return new Promise((done) => this.send(what, members, done));
  }

  private send(what: string, members: object, done: (answer: Answer) => void): void {
    const id = this.next++;
    const stopTimeout = this.world.after(REPLY_TIMEOUT, () => this.closeSocket());
    const stopSlow = this.world.after(SLOW, () => this.setSlow(true));
    const stop = () => (stopTimeout(), stopSlow());
    this.waiting.set(id, { done, sent: this.world.now(), stop });
    this.line?.send(JSON.stringify({ id, do: what, ...members }));
  }

  private setSlow(slow: boolean): void {
    if (!this.welcomed || this.slow === slow) return;
    this.slow = slow;
    this.listener.status(slow ? { is: "on", slow } : { is: "on" });
  }

  private hello(line: Socket): void {
    const { token, game, since } = this.listener.resume();
    const message: Record<string, unknown> = { version: VERSION, table: this.table, since };
    if (token) message.token = token;
    if (game > 0) message.game = game;
    if (this.as) message.as = this.as;
    if (this.line !== line) return;
    this.helloAt = this.world.now();
    this.send("hello", message, (answer) => this.refused(answer));
  }

  /* `hello` was refused (its good answer is `welcome`), or somebody has to go. */
  private refused(answer: Answer | ApiError): void {
    const why = answer as ApiError;
    if (answer === LOST) return;
    if (isFinal(why)) {
      this.ended = true;
      this.listener.status({ is: "closed", why });
    } else {
      this.bye = why.args?.retry === undefined ? why : { ...why, retry: Number(why.args.retry) };
    }
    this.closeSocket();
  }

  private read(text: string): void {
    const message = readMessage(text);
    switch (message?.type) {
      case "welcome":
        this.welcome(message);
        break;
      case "answer":
        this.resolveReply(message);
        break;
      case "bye":
        if (isFinal(message)) this.refused(message);
        else this.bye = message;
        break;
      case "events":
      case "presence":
      case "votes":
      case "host":
      case "reaction":
      case "game":
      case "result":
        this.listener.message(message, text);
        break;
    }
  }

  private welcome(message: Welcome): void {
    this.stopTimer();
    for (const { stop } of this.waiting.values()) stop();
    this.waiting.clear();
    this.welcomed = true;
    this.tries = 0;
    this.slow = false;
    this.quickest = Infinity;
    this.setClock(this.helloAt, message.now);
    this.listener.welcome(message);
    this.listener.status({ is: "on" });
    this.startHeartbeat();
  }

  private resolveReply(answer: Answer): void {
    const waiting = this.waiting.get(answer.id ?? -1);
    if (!waiting) return;
    this.waiting.delete(answer.id ?? -1);
    waiting.stop();
    this.setSlow(false);
    if (answer.now !== undefined) this.setClock(waiting.sent, answer.now);
    waiting.done(answer);
  }

  private setClock(sent: number, now: number): void {
    const back = this.world.now();
    if (back - sent > this.quickest) return;
    this.quickest = back - sent;
    this.offset = now - (sent + back) / 2;
  }

  private measure(): Promise<Answer> {
    return this.ask("time");
  }
  private startHeartbeat(): void {
    this.stopTimer = this.world.after(HEARTBEAT, () => {
      void this.measure();
      this.startHeartbeat();
    });
  }

  private closeSocket(): void {
    const line = this.line;
    if (!line) return;
    this.onClosed();
    line.onopen = line.onmessage = line.onclose = null;
    line.close();
  }

  private onClosed(): void {
    const never = !this.welcomed;
    this.line = null;
    this.welcomed = false;
    this.stopTimer();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { done, stop } of waiting) {
      stop();
      done(LOST);
    }
    if (this.ended) return;
    const until = retryDelay(this.bye?.retry, this.tries) * (1 + this.world.random() / 2);
    this.tries++;
    this.retryAt = this.world.now() + until;
    this.listener.status({ is: "lost", why: this.bye, until: this.retryAt });
    this.stopTimer = this.world.after(until, () => this.open());
    if (never && !this.bye) void this.fetchReason();
  }

  /* A WebSocket does not say why it was refused; an ordinary request does. */
  private async fetchReason(): Promise<void> {
    const why = await this.world.probe();
    if (!why || this.ended || this.line) return;
    if (isFinal(why)) {
      this.ended = true;
      this.stopTimer();
      this.listener.status({ is: "closed", why });
    } else {
      this.listener.status({ is: "lost", why, until: this.retryAt });
    }
  }
}

/* The browser's world. */
export function browserWorld(): Environment {
  return {
    connect: () =>
      new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) as unknown as Socket,
    now: () => Date.now(),
    random: () => Math.random(),
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    probe: () =>
      fetchJson("/ws", {}).then((answer) =>
        answer && "why" in answer && answer.why !== "bad-message" ? answer : null,
      ),
  };
}

export interface RequestOptions {
  method?: "GET" | "POST" | "PATCH" | "DELETE"; // without one: POST with a body, GET without
  token?: string | undefined; // of a member of a circle
}
/* JSON from the server; null if it cannot be reached or answers in another shape, its refusal if it says no. */
export async function fetchJson<T extends object>(
  path: string,
  shape: Shape,
  body?: object,
  { method = body ? "POST" : "GET", token }: RequestOptions = {},
): Promise<T | ApiError | null> {
  try {
    const headers = {
      ...(body ? { "Content-Type": "application/json" } : {}),
      ...(token ? { "Carom-Member": token } : {}),
    };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = (await (await fetch(path, init)).json()) as T | ApiError | null;
    if (!answer || !(isRefusal(answer) || fits(answer, shape))) return null;
    if ("why" in answer && answer.why === "password") location.assign(`/password?to=${location.pathname}`);
    return answer;
  } catch {
    return null;
  }
}
