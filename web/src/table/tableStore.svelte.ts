// The store of one table: what the client sees and what it can send. Everything on a screen comes from here.

import type { InkFrame } from "../ink/frames.ts";
import { Paper } from "../ink/paper.ts";
import type { ConnectionStatus } from "../net/connection.ts";
import { Connection } from "../net/connection.ts";
import { InkReceiver } from "../net/inkReceiver.ts";
import { TimeSlice } from "../scheduling/frameBudget.ts";
import { frameLoop } from "../scheduling/frameLoop.ts";
import type {
  ChatLine,
  FromClient,
  Hello,
  ReactionShown,
  RequestRefused,
  State,
  StorageStatus,
  TicketIssued,
  ToClient,
  View,
} from "../wire/messages.ts";
import { SHEETS } from "../wire/messages.ts";
import { ChatDraft } from "./unanswered/chatDraft.svelte.ts";
import { SentGuesses } from "./unanswered/sentGuesses.svelte.ts";

/** A game message without its `stop`, which the store fills in from the current state. */
export type GameAction = DistributiveOmit<Extract<FromClient, { stop: number }>, "stop">;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A value that is shown for a moment; `id` tells equal ones apart. */
export interface Transient<T> {
  readonly id: number;
  readonly value: T;
}

const REFUSAL_MS = 5_000;
const REACTION_MS = 3_000;
const MAX_CHAT_LINES = 200;
const IMMEDIATE_INK = [1_000, 1] as const; // units and ms spent on new ink before the next frame

export class TableStore {
  /** The latest state; null until the welcome. */
  state = $state.raw<State | null>(null);
  /** The state before it, so that changes can be animated. */
  previous = $state.raw<State | null>(null);
  /** When `state` arrived, in `performance.now()` time; its countdown starts there. */
  receivedAt = $state.raw(0);
  status = $state.raw<ConnectionStatus>({ kind: "connecting" });
  chat = $state.raw<readonly ChatLine[]>([]);
  refusals = $state.raw<readonly Transient<RequestRefused>[]>([]);
  reactions = $state.raw<readonly Transient<ReactionShown>[]>([]);
  ticket = $state.raw<TicketIssued | null>(null);
  isOutdated = $state(false);
  /** Whether the server can store what we send; ink is not affected. */
  storage = $state<StorageStatus>("ready");
  /** Since when all clocks stand still for that reason, in `performance.now()` time. */
  stoppedAt = $state.raw<number | null>(null);
  /** Incremented when the sheets are replaced as a whole, so that views switch to the new ones. */
  sheetsVersion = $state.raw(0);

  /** Something that we sent closes our sheet, unless it is refused: ink would be dropped. */
  isSheetClosing = $state(false);

  readonly chatDraft = new ChatDraft();
  readonly guesses = new SentGuesses();
  readonly paper = new Paper();
  readonly #connection: Connection;
  readonly #inkListeners = new Set<() => void>();
  readonly #inkReceiver: InkReceiver;
  readonly #removeTask: () => void;
  #hasUnanswered = $state(false); // a request of ours has no result yet
  #lastId = 0;

  /** `isSeated`: the client had a seat at this table before the page was loaded. */
  constructor(url: string, hello: Hello, isSeated: boolean) {
    const listener = {
      onStatus: (status: ConnectionStatus) => {
        this.status = status;
      },
      onMessage: (message: ToClient) => this.#receive(message),
      onInk: (frame: InkFrame) => this.#receiveInk(frame),
      onOutdated: () => {
        this.isOutdated = true;
      },
    };
    this.#connection = new Connection(url, hello, listener, isSeated);
    this.#inkReceiver = new InkReceiver(
      this.paper,
      () => this.state?.seat ?? null,
      () => this.#connection.sendInk(this.paper.resync(this.state?.seat ?? -1)),
    );
    this.#removeTask = frameLoop.add((_, slice) => this.#readInk(slice), true);
  }

  get view(): View | null {
    return this.state?.view ?? null;
  }

  /** Whether something that we sent waits for the server's storage. */
  get isSaving(): boolean {
    return this.storage === "waiting" && this.#hasUnanswered;
  }

  /** Send a message to the table; return false if the connection is lost. */
  send(message: FromClient): boolean {
    const isSent = this.#connection.send(message);
    if (isSent && message.type !== "resync") this.#hasUnanswered = true;
    return isSent;
  }

  /** Send a game action for the current stop. */
  act(action: GameAction): boolean {
    if (this.state === null) return false;
    const { stop, view } = this.state;
    const isSent = this.send({ ...action, stop } as FromClient);
    if (isSent && action.type === "guess") {
      this.guesses.add(action.artist, action.number, stop, this.storage);
    }
    const isClosing = action.type === "finish" || (action.type === "guess" && view?.may?.guess_freezes);
    if (isSent && isClosing) this.isSheetClosing = true;
    return isSent;
  }

  /** Send ink that is already on our sheet. */
  sendInk(frames: readonly Uint8Array<ArrayBuffer>[]): void {
    this.#connection.sendInk(frames);
  }

  /** Subscribe to new ink; returns a function that unsubscribes. */
  onInk(listener: () => void): () => void {
    this.#inkListeners.add(listener);
    return () => this.#inkListeners.delete(listener);
  }

  reconnectNow(): void {
    this.#connection.reconnectNow();
  }

  close(): void {
    this.#connection.close();
    this.#removeTask();
  }

  #receive(message: ToClient): void {
    if (isResult(message)) this.#hasUnanswered = this.isSheetClosing = false;
    switch (message.type) {
      case "welcome":
        this.chat = message.chat;
        this.chatDraft.receive(message.chat);
        this.#setStorage(message.storage ?? "ready"); // an earlier release doesn't say
        this.#update(message.state);
        if (this.storage === "ready") this.#forgetUnanswered();
        break;
      case "state":
        this.#update(message);
        break;
      case "chat":
        this.chat = [...this.chat, message.line].slice(-MAX_CHAT_LINES);
        this.chatDraft.receive([message.line]);
        break;
      case "storage":
        this.#setStorage(message.status);
        break;
      case "refused":
        if (message.reason === "stored-later") break; // everyone is told
        if (message.about === "chat") this.chatDraft.keep();
        if (message.about === "guess") this.guesses.refused(message.reason);
        this.#showFor(
          REFUSAL_MS,
          message,
          () => this.refusals,
          (all) => (this.refusals = all),
        );
        break;
      case "reaction":
        this.#showFor(
          REACTION_MS,
          message,
          () => this.reactions,
          (all) => (this.reactions = all),
        );
        break;
      case "ticket":
        this.ticket = message;
        break;
    }
  }

  #setStorage(status: StorageStatus): void {
    this.storage = status;
    this.stoppedAt = status === "ready" ? null : (this.stoppedAt ?? performance.now());
    this.guesses.storageChanged(status);
  }

  /** What the table doesn't show by now was lost with the connection. */
  #forgetUnanswered(): void {
    this.#hasUnanswered = this.isSheetClosing = false;
    this.chatDraft.keep();
    this.guesses.clear();
  }

  #update(state: State): void {
    // Ink was dropped while the sheet was closed, or a bot has drawn on it.
    if (mayDrawAgain(this.state, state)) this.send({ type: "resync" });
    this.previous = this.state;
    this.state = state;
    this.receivedAt = performance.now();
    this.guesses.update(state);
    if (!this.paper.switchTo(state.paper, state.view ? state.seats.length : 0)) return;
    this.#inkReceiver.clear();
    this.sheetsVersion += 1;
  }

  #receiveInk(frame: InkFrame): void {
    this.#inkReceiver.receive(frame);
    if (frame.kind === SHEETS) this.sheetsVersion += 1;
    // A hidden page has no animation frames, and nobody would notice a delay.
    this.#readInk(document.hidden ? TimeSlice.unlimited() : new TimeSlice(...IMMEDIATE_INK));
    if (this.#inkReceiver.isBusy) frameLoop.wake();
  }

  #readInk(slice: TimeSlice): boolean {
    if (!this.#inkReceiver.isBusy) return false;
    const isMore = this.#inkReceiver.work(slice);
    for (const listener of this.#inkListeners) listener();
    return isMore;
  }

  /** Add a value to a list and remove it again after a while. */
  #showFor<T>(
    ms: number,
    value: T,
    get: () => readonly Transient<T>[],
    set: (all: readonly Transient<T>[]) => void,
  ): void {
    const id = ++this.#lastId;
    set([...get(), { id, value }]);
    setTimeout(() => set(get().filter((shown) => shown.id !== id)), ms);
  }
}

/** Whether a message can be the result of a request: nothing else arrives while requests wait. */
function isResult(message: ToClient): boolean {
  if (message.type === "refused") return message.reason !== "stored-later";
  return message.type !== "welcome" && message.type !== "storage";
}

/** Whether your sheet of this round was closed for a while, and is open again. */
function mayDrawAgain(before: State | null, now: State): boolean {
  const isSameSheet = before?.paper === now.paper && before.view?.phase === "drawing";
  return isSameSheet && !before.view?.may?.draw && (now.view?.may?.draw ?? false);
}
