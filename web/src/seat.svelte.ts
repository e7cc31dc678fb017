// Somebody at a table: what they see and what they can say; everything on a screen comes from here.

import type { Standing } from "./connection.ts";
import { Connection } from "./connection.ts";
import type { Frame } from "./frames.ts";
import { Paper } from "./paper.ts";
import type {
  FromClient,
  Hello,
  Line,
  Reacted,
  Refused,
  State,
  TicketIssued,
  ToClient,
  View,
} from "./wire.ts";
import { SHEETS } from "./wire.ts";

/** A message without its `stop`, which is that of the state one looks at. */
export type Action = DistributiveOmit<Extract<FromClient, { stop: number }>, "stop">;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Something that happened for a moment only; `id` tells it from others like it. */
export interface Passing<T> {
  readonly id: number;
  readonly what: T;
}

const REFUSAL_MS = 5_000;
const REACTION_MS = 3_000;

export class Seat {
  /** The table as it was last seen; null until one is welcomed. */
  state = $state.raw<State | null>(null);
  /** And as it was before, so that what has changed can be shown moving. */
  before = $state.raw<State | null>(null);
  /** When `state` came, by the clock that animations use: its clock counts down from there. */
  since = $state.raw(0);
  standing = $state.raw<Standing>({ is: "coming" });
  chat = $state.raw<readonly Line[]>([]);
  refusals = $state.raw<readonly Passing<Refused>[]>([]);
  reactions = $state.raw<readonly Passing<Reacted>[]>([]);
  ticket = $state.raw<TicketIssued | null>(null);
  isOutdated = $state(false);
  /** Grows when sheets are replaced as a whole: whoever paints them begins anew. */
  papers = $state.raw(0);

  readonly paper = new Paper();
  readonly #connection: Connection;
  readonly #inkListeners = new Set<() => void>();
  #passing = 0;

  constructor(url: string, hello: Hello) {
    this.#connection = new Connection(url, hello, {
      stands: (standing) => {
        this.standing = standing;
      },
      told: (message) => this.#told(message),
      ink: (frame) => this.#inkCame(frame),
      outdated: () => {
        this.isOutdated = true;
      },
    });
  }

  get view(): View | null {
    return this.state?.view ?? null;
  }

  /** Say something to the table. */
  say(message: FromClient): boolean {
    return this.#connection.say(message);
  }

  /** Do something in the game, meant for what one sees now. */
  act(action: Action): boolean {
    return this.state !== null && this.say({ ...action, stop: this.state.stop } as FromClient);
  }

  /** Send ink that is on the own sheet already. */
  ink(frames: readonly Uint8Array<ArrayBuffer>[]): void {
    this.#connection.ink(frames);
  }

  /** Be told whenever ink has come; the answer takes it back. */
  onInk(listener: () => void): () => void {
    this.#inkListeners.add(listener);
    return () => this.#inkListeners.delete(listener);
  }

  /** Try to come back at once. */
  hurry(): void {
    this.#connection.hurry();
  }

  close(): void {
    this.#connection.close();
  }

  #told(message: ToClient): void {
    switch (message.type) {
      case "welcome":
        this.chat = message.chat;
        this.#saw(message.state);
        break;
      case "state":
        this.#saw(message);
        break;
      case "said":
        this.chat = [...this.chat, message.line].slice(-200);
        break;
      case "refused":
        this.#pass(
          message,
          REFUSAL_MS,
          () => this.refusals,
          (all) => (this.refusals = all),
        );
        break;
      case "reacted":
        this.#pass(
          message,
          REACTION_MS,
          () => this.reactions,
          (all) => (this.reactions = all),
        );
        break;
      case "ticket":
        this.ticket = message;
        break;
    }
  }

  #saw(state: State): void {
    this.before = this.state;
    this.state = state;
    this.since = performance.now();
    if (this.paper.renew(state.paper, state.view ? state.seats.length : 0)) this.papers += 1;
  }

  #inkCame(frame: Frame): void {
    this.paper.take(frame);
    if (frame.kind === SHEETS) {
      const seat = this.state?.seat;
      if (typeof seat === "number") this.#connection.ink(this.paper.lacking(seat));
      this.papers += 1;
    }
    for (const listener of this.#inkListeners) listener();
  }

  #pass<T>(
    what: T,
    forMs: number,
    now: () => readonly Passing<T>[],
    set: (all: readonly Passing<T>[]) => void,
  ): void {
    const id = ++this.#passing;
    set([...now(), { id, what }]);
    setTimeout(() => set(now().filter((passing) => passing.id !== id)), forMs);
  }
}
