// Somebody at a table: what they see and what they can say; everything on a screen comes from here.

import type { Standing } from "./connection.ts";
import { Connection } from "./connection.ts";
import { loop } from "./drawing/loop.ts";
import type { Frame } from "./frames.ts";
import { Intake } from "./intake.ts";
import { Paper } from "./paper.ts";
import { Slice } from "./slice.ts";
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
const INK_AT_ONCE = [1_000, 1] as const; // units and ms, before the next frame

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
  readonly #intake: Intake;
  readonly #leaveLoop: () => void;
  #passing = 0;

  /** `isSeated` says that one had a seat at this table before the page was loaded. */
  constructor(url: string, hello: Hello, isSeated: boolean) {
    const listener = {
      stands: (standing: Standing) => {
        this.standing = standing;
      },
      told: (message: ToClient) => this.#told(message),
      ink: (frame: Frame) => this.#inkCame(frame),
      outdated: () => {
        this.isOutdated = true;
      },
    };
    this.#connection = new Connection(url, hello, listener, isSeated);
    this.#intake = new Intake(
      this.paper,
      () => this.state?.seat ?? null,
      () => this.#connection.ink(this.paper.lacking(this.state?.seat ?? -1)),
    );
    this.#leaveLoop = loop.add((_, slice) => this.#takeInk(slice), true);
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
    this.#leaveLoop();
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
    if (!this.paper.renew(state.paper, state.view ? state.seats.length : 0)) return;
    this.#intake.clear();
    this.papers += 1;
  }

  #inkCame(frame: Frame): void {
    this.#intake.take(frame);
    if (frame.kind === SHEETS) this.papers += 1;
    // A page that is not looked at has no frames, and nobody who minds.
    this.#takeInk(document.hidden ? Slice.endless() : new Slice(...INK_AT_ONCE));
    if (this.#intake.isBusy) loop.wake();
  }

  #takeInk(slice: Slice): boolean {
    if (!this.#intake.isBusy) return false;
    const isMore = this.#intake.work(slice);
    for (const listener of this.#inkListeners) listener();
    return isMore;
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
