// What travels between client and server; docs/wire.md explains it.
// Made by scripts/wire_types.py from src/pictomania: not to be changed by hand.

// Numbers.

export const VERSION = 1; // of these messages; a client that knows another should load its page again
// bytes of one message from a client; a stroke of a whole minute has some ten thousand
export const LARGEST_FRAME = 65536;
export const INK = 1;
export const SHEETS = 2;
export const LONGEST_NAME = 20; // as the eye counts
export const LONGEST_LINE = 200;
export const LONG = 4095; // largest coordinate along the long edge of a sheet
export const SHORT = 3071; // and along the short one: paper is 4 by 3, upright or across (R11)
export const WIDTHS = [0, 1, 2, 3] as const; // pencils, thin to thick
export const HARDEST = 255; // pressure
export const TICK_MS = 4; // time is counted in these, from the start of the drawing
export const LATEST = 1073741824; // tick, after some fifty days: a number that every client can count with
export const LONGEST_NUMBER = 5; // bytes
export const MANY_TICKS = 15; // so many do not fit into the head of a point
export const MOST_MARKS = 6000; // on a sheet: three times what a fast artist makes in ten minutes
export const MOST_POINTS = 120000;
export const MOST_POINTS_OF_A_STROKE = 4000;
export const MOST_TRAVEL = 10000000; // grid units; steps of -64 to 63 along an axis are free
export const MOST_TOGGLED = 100000; // lines named by rub outs, or changed by wipe, undo and redo
export const MOST_MARKS_AT_ONCE = 10000;
export const MOST_POINTS_IN_SHORT = 127;

/** Why a socket was closed; below 4000 as the WebSocket standard says. */
export const Close = {
  UNSUPPORTED: 1003, // neither text nor ink
  BAD_MESSAGE: 1007,
  TOO_MUCH: 1008,
  RESTART: 1012, // come back in a moment
  TOO_SLOW: 1013, // what was sent is not being read
  REPLACED: 4000, // the same seat was opened elsewhere: do not come back by yourself
  REMOVED: 4001, // by the host
  LEFT: 4002, // as was asked
  NOT_LET_IN: 4003, // the reason says why
  NO_SUCH_TABLE: 4004,
  NO_HELLO: 4008,
  OUT_OF_STEP: 4009, // ink that goes on from something that never came: come back and send it again
  DAMAGED: 4010, // the table's record cannot be read
} as const;
export type Close = (typeof Close)[keyof typeof Close];

/** The kinds of marks, as their bytes. */
export const Kind = {
  LINE: 0,
  RUB: 1,
  WIPE: 2,
  UNDO: 3,
  REDO: 4,
  TURN: 5,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

// From the client.

export type FromClient =
  | Hello
  | Sit
  | Leave
  | AskTicket
  | AskWelcome
  | Rename
  | Speak
  | Wear
  | GetReady
  | Settle
  | Begin
  | Again
  | Remove
  | HandOver
  | AddBot
  | TuneBot
  | StandIn
  | Dismiss
  | Say
  | React
  | ChooseLevel
  | Replace
  | Vote
  | Ready
  | Start
  | Guess
  | Finish
  | Admit
  | Object
  | Praise;

/**
 * The first message on every socket: come to a table, come back to a seat, or watch.
 *
 * The key is a secret of the client's own making, 128 random bits, kept where it survives a reload; whoever
 * has it has the seat. A ticket, from `ask-ticket` on another device, moves that seat to this key.
 */
export interface Hello {
  readonly type: "hello";
  readonly table: string; // 1 to 24 characters
  readonly key: string; // [A-Za-z0-9_-]{22,64}
  readonly name: string; // 1 to 200 characters
  readonly language: Language;
  readonly watch?: boolean; // false unless it is said
  readonly bot?: boolean; // false unless it is said
  readonly ticket?: string | null; // [A-Za-z0-9_-]{22,64}; null unless it is said
}

/** Take a free seat: any in the lobby, an abandoned one between rounds (D7). */
export interface Sit {
  readonly type: "sit";
  readonly seat?: number | null; // 0 to 99; null unless it is said
}

/** Get up; in a game the seat stays one's own until somebody else takes it. */
export interface Leave {
  readonly type: "leave";
}

/** Ask for a ticket that moves this seat to another device, once and soon. */
export interface AskTicket {
  readonly type: "ask-ticket";
}

/** Ask for everything again, for whatever reason. */
export interface AskWelcome {
  readonly type: "ask-welcome";
}

/** Change the own name. */
export interface Rename {
  readonly type: "rename";
  readonly name: string; // 1 to 200 characters
}

/** Read the cards in another language from now on. */
export interface Speak {
  readonly type: "speak";
  readonly language: Language;
}

/** Choose another colour, in the lobby. */
export interface Wear {
  readonly type: "wear";
  readonly colour: Colour;
}

/** Be ready for the game to begin, or not any more, in the lobby. */
export interface GetReady {
  readonly type: "get-ready";
  readonly yes: boolean;
}

/** Set the table, in the lobby. */
export interface Settle {
  readonly type: "settle";
  readonly settings: Partial<Settings>;
}

/** Begin the game with those who have a seat. */
export interface Begin {
  readonly type: "begin";
}

/** Go back to the lobby after a game, with the same people. */
export interface Again {
  readonly type: "again";
}

/** Send a player away; in a game the seat can be taken by somebody else between rounds. */
export interface Remove {
  readonly type: "remove";
  // as they are called now: in the lobby, numbers of seats change when somebody leaves; 1 to 200 characters
  readonly who: string;
}

/** Make somebody else the host. */
export interface HandOver {
  readonly type: "hand-over";
  readonly who: string; // 1 to 200 characters
}

/** Have a bot of the house sit down, in the lobby. */
export interface AddBot {
  readonly type: "add-bot";
  readonly skill?: Skill; // "normal" unless it is said
}

/** Have a bot of the house play better or worse from now on. */
export interface TuneBot {
  readonly type: "tune-bot";
  readonly who: string; // 1 to 200 characters
  readonly skill: Skill;
}

/** Have a bot of the house play for somebody who is away, until they come back (D5). */
export interface StandIn {
  readonly type: "stand-in";
  readonly who: string; // 1 to 200 characters
  readonly skill?: Skill; // "normal" unless it is said
}

/** Vote for finishing the round of a player who has been away for a while (D5). */
export interface Dismiss {
  readonly type: "dismiss";
  readonly seat: number; // 0 to 99
}

/** Say something to all, or among watchers while the players draw (R19). */
export interface Say {
  readonly type: "say";
  readonly text: string; // 1 to 1000 characters
}

/** Show a feeling, for a moment. */
export interface React {
  readonly type: "react";
  readonly reaction: Reaction;
}

/** Choose the level of the coming round (R8, D4). */
export interface ChooseLevel {
  readonly type: "choose-level";
  readonly stop: number; // 0 to 2147483648
  readonly level: number; // 1 to 4
}

/** Ask for another card in a place of the holder (R5, D3). */
export interface Replace {
  readonly type: "replace";
  readonly stop: number; // 0 to 2147483648
  readonly place: number; // 0 to 99
}

/** Say yes or no to what another player has asked (D2, D3). */
export interface Vote {
  readonly type: "vote";
  readonly stop: number; // 0 to 2147483648
  readonly yes: boolean;
}

/** Have read the cards, or seen enough (D6). */
export interface Ready {
  readonly type: "ready";
  readonly stop: number; // 0 to 2147483648
}

/** Start what comes next without waiting for the others, as the host (D6). */
export interface Start {
  readonly type: "start";
  readonly stop: number; // 0 to 2147483648
}

/** Lay a number card on the pile of a drawing (R21). */
export interface Guess {
  readonly type: "guess";
  readonly stop: number; // 0 to 2147483648
  readonly artist: number; // 0 to 99
  readonly number: number; // 0 to 99
}

/** Stop drawing and guessing, with a black token of so many stars or without one (R31). */
export interface Finish {
  readonly type: "finish";
  readonly stop: number; // 0 to 2147483648
  readonly token?: number | null; // 0 to 99; null unless it is said
}

/** Say what is wrong with the own drawing (R51, D2). */
export interface Admit {
  readonly type: "admit";
  readonly stop: number; // 0 to 2147483648
  readonly fault: Fault;
}

/** Say what is wrong with the drawing being revealed, and have it voted on (D2). */
export interface Object {
  readonly type: "object";
  readonly stop: number; // 0 to 2147483648
  readonly fault: Fault;
}

/** Vote for the coolest drawing (R61). */
export interface Praise {
  readonly type: "praise";
  readonly stop: number; // 0 to 2147483648
  readonly round: number; // 0 to 99
  readonly artist: number; // 0 to 99
}

// To the client.

export type ToClient =
  | Welcome
  | State
  | Said
  | Reacted
  | Refused
  | TicketIssued;

/** Everything, at the beginning or again; a binary frame with all sheets follows at once. */
export interface Welcome {
  readonly type: "welcome";
  readonly version: number;
  readonly state: State;
  readonly chat: readonly Line[];
}

/** Everything about the table as you may see it, whenever anything has changed. */
export interface State {
  readonly type: "state";
  readonly seat: number | null; // yours; null: you watch
  readonly host: number | null;
  readonly seats: readonly SeatSeen[];
  readonly watchers: number;
  readonly settings: Settings;
  readonly deck: string | null; // the name of the deck that the host has brought
  readonly stop: number; // what the table is waiting for, by a number of its own: actions name it
  readonly paper: number; // which set of sheets is on the table: ink names it
  readonly may: TableMay;
  readonly clock: Clock | null;
  readonly game: string | null; // where to find drawings and replay, once nothing is secret any more
  readonly artists: readonly (readonly string[])[]; // then too, the names of those who drew, round by round
  readonly view: View | null; // null in the lobby
  // of every face in the view, in your language, by `card/side`
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** Somebody said something. */
export interface Said {
  readonly type: "said";
  readonly line: Line;
}

/** Somebody showed a feeling. */
export interface Reacted {
  readonly type: "reacted";
  readonly name: string;
  readonly seat: number | null;
  readonly reaction: Reaction;
}

/** Something you asked was not done; only you are told. */
export interface Refused {
  readonly type: "refused";
  readonly about: FromClient["type"] | "ink"; // the type of your message
  readonly reason: WhyNot; // a `Reason`, or a refusal or misfit of the rules
}

/** A ticket that moves your seat to another device. */
export interface TicketIssued {
  readonly type: "ticket";
  readonly ticket: string;
  readonly valid_ms: number;
}

// What they are made of.

/** The choices of a host; whether they go together is asked when the game begins. */
export interface Settings {
  readonly edition: EditionName;
  readonly variants: readonly Variant[]; // at most 5
  // One for each round; `book`: what the edition says; `ask`: the host chooses before each round (D4); at
  // most 5; 1 to 4
  readonly levels: "ask" | "book" | readonly number[];
  // How many word cards a player may replace in a game without asking; `any`: no limit (D3); 0 to 9
  readonly replacements: "any" | "book" | number;
  readonly erasing: boolean; // R16
  readonly deck: "house" | "own"; // `own`: the one that the host has brought
  readonly drawing_s: number | null; // a limit for the drawing phase (D5); 20 to 3600
  readonly hurry_s: number | null; // for the last one who draws, and the last to be ready; 5 to 600
  readonly reveal_s: number | null; // a limit for each stop of the reveal; 3 to 600
  readonly watchers: boolean; // may people watch who do not play?
  readonly bots: boolean; // may programs play?
  readonly locked: boolean; // nobody new may sit down
  readonly hide_words: boolean; // screens show secret words only on request, for those who stream
}

/** What you may do at the table beside the rules; what the rules allow is in the view. */
export interface TableMay {
  readonly sit: readonly number[]; // seats that you may take
  readonly settle: boolean;
  readonly begin: boolean;
  readonly begin_not: WhyNot | null; // why the game cannot begin yet
  readonly again: boolean;
  readonly remove: readonly number[];
  readonly hand_over: readonly number[];
  readonly add_bot: boolean;
  readonly tune: readonly number[]; // bots of the house
  readonly stand_in: readonly number[]; // those whom a bot could play for
  readonly dismiss: readonly number[];
  readonly talk: boolean;
  readonly react: boolean;
}

/** Something said. */
export interface Line {
  readonly name: string;
  readonly seat: number | null; // null: by somebody who watches
  readonly text: string;
  readonly watchers_only: boolean;
}

/** Who has a seat; everything here is open to all. */
export interface SeatSeen {
  readonly name: string;
  readonly colour: Colour;
  readonly language: Language;
  readonly bot: boolean; // does it belong to a program?
  // of the bot of the house that plays here: its own seat, or for somebody who is away
  readonly skill: Skill | null;
  readonly present: boolean;
  readonly free: boolean; // may somebody else sit down here?
  readonly ready: boolean; // for the game to begin
  readonly dismissed_by: readonly number[]; // seats that voted to go on without this one
}

/** How long the table goes on waiting for what it is waiting for (D5). */
export interface Clock {
  readonly kind: ClockKind;
  readonly remaining_ms: number; // when this was written; clocks are never compared
}

/** A game as seen from one seat, or by a watcher (seat null). */
export interface View {
  readonly seat: number | null;
  readonly edition: EditionName;
  readonly variants: readonly Variant[];
  readonly rounds: number;
  readonly host: number;
  readonly phase: Phase;
  readonly round: number;
  readonly learning: boolean; // is this round scored simply (R48)?
  readonly level: number | null; // null until it is chosen
  readonly holder: readonly (Face | null)[];
  readonly scoring_tokens: readonly number[]; // each player's at the start of the round
  readonly black_tokens: readonly number[]; // left in the centre
  readonly last_token_ends: boolean; // does taking the last of them end the drawing (R38)?
  readonly players: readonly PlayerSeen[];
  readonly awaited: readonly number[]; // seats whose word or deed the table is waiting for
  readonly hurry: number | null; // the only seat that has not finished (R37)
  readonly talk: boolean; // may players chat with each other (R19)?
  readonly artist: number | null; // whose drawing is being revealed
  readonly motion: MotionSeen | null;
  readonly score: RoundScore | null; // of this round, once its drawings are revealed
  readonly winners: readonly number[];
  readonly coolest: readonly Praised[];
  readonly past: readonly PastSeen[]; // all rounds, once the last one is over
  readonly may: May | null; // null for watchers
}

/** What is open about a seat. */
export interface PlayerSeen {
  readonly colour: Colour;
  readonly ready: boolean;
  readonly drawn: boolean; // is there anything on the sheet?
  readonly drawing: boolean; // can the sheet still change?
  readonly finished: boolean; // in the reveal, not so: was stopped by the last token (R38)
  readonly token: number | null; // stars of the black token taken
  readonly pile: readonly CardSeen[];
  readonly word: Word | null; // once it is revealed, and to its owner
  readonly fault: Fault | null;
  readonly replacements: number; // cards replaced in this game without asking
  readonly stars: readonly number[]; // of each round scored
  readonly total: number;
  readonly praised: boolean; // has had a say in the vote for the coolest drawing
}

/** What the table is voting on. */
export interface MotionSeen {
  readonly by: number;
  readonly place: number | null; // of the card that is to be replaced (D3)
  readonly fault: Fault | null; // of the drawing being revealed (D2)
  readonly voters: readonly number[];
  readonly needed: number; // ayes that carry it
  readonly ayes: readonly number[];
  readonly noes: readonly number[];
}

/** The score of a round, seat by seat. */
export interface RoundScore {
  readonly black_sheep: number | null;
  readonly players: readonly PlayerScore[];
}

/** Vote for the coolest drawing of the game (R61). */
export interface Praised {
  readonly round: number;
  readonly artist: number;
}

/** A round that is over, for looking back at the end. */
export interface PastSeen {
  readonly level: number;
  readonly holder: readonly (Face | null)[];
  readonly words: readonly Word[];
  readonly faults: readonly (Fault | null)[];
  readonly score: RoundScore;
}

/** What a seat may do now; every `guess` goes with every one of `numbers`. */
export interface May {
  readonly choose_level: readonly number[];
  readonly replace: readonly number[]; // places of the holder
  readonly replace_asks: boolean; // would the others have to agree?
  readonly vote: boolean;
  readonly ready: boolean;
  readonly start: boolean;
  readonly draw: boolean; // change the sheet in any way
  readonly wipe: boolean; // rub out what is there
  readonly guess: readonly number[]; // artists on whose piles a card may be laid
  readonly numbers: readonly number[]; // number cards still in hand
  readonly guess_freezes: boolean; // would a guess freeze the own sheet?
  readonly finish: boolean;
  readonly take: readonly number[]; // black tokens, by their stars
  readonly admit: readonly Fault[];
  readonly object: readonly Fault[];
  readonly praise: readonly Praised[];
}

/** One side of one word card, by name. */
export interface Face {
  readonly card: string;
  readonly side: number;
}

/** A number card on a pile; face down but for the one who laid it, until the pile is turned (R30). */
export interface CardSeen {
  readonly guesser: number;
  readonly number: number | null;
  readonly fate: Fate | null; // null until the pile is turned
  readonly stars: number; // of the scoring token it earned
}

/** Which word a seat draws: a place in the holder and a number on the card there. */
export interface Word {
  readonly place: number;
  readonly number: number;
}

/** A seat's stars in one round, each with its reason (R43). */
export interface PlayerScore {
  readonly received: readonly Received[];
  readonly left: readonly number[]; // stars of the own scoring tokens nobody earned
  readonly wrong: readonly Missed[]; // guesses in the centre
  readonly returned: readonly Missed[]; // guesses on drawings at fault
  readonly token: number | null;
  readonly token_worth: number;
  readonly token_reason: TokenReason;
  readonly stars: number; // received, less those left, with the black token's worth
}

/** A scoring token received from an artist for a right guess. */
export interface Received {
  readonly artist: number;
  readonly number: number;
  readonly stars: number;
}

/** A guess that earned nothing. */
export interface Missed {
  readonly artist: number;
  readonly number: number;
}

// Names.

/** A language by its code; where a word is missing, the first of these that has one stands in. */
export const Language = ["en", "es", "fr", "ru"] as const;
export type Language = (typeof Language)[number];

/** The six colours players can have (R1). */
export const Colour = ["red", "yellow", "green", "blue", "purple", "orange"] as const;
export type Colour = (typeof Colour)[number];

/** How fast, how well and how boldly a bot draws and guesses. */
export const Skill = ["easy", "normal", "hard"] as const;
export type Skill = (typeof Skill)[number];

/** A feeling by name; its picture is the client's affair. */
export const Reaction = ["clap", "laugh", "love", "wow", "puzzled", "ouch"] as const;
export type Reaction = (typeof Reaction)[number];

/** What is wrong with a drawing, so that its guesses go back (R51, R54, R55). */
export const Fault = [
  "other-word", // R17
  "writing", // R18
  "hint", // R18
  "talk", // R19
  "empty", // R54, noticed by the referee and never claimed by anybody
] as const;
export type Fault = (typeof Fault)[number];

/** The published editions. */
export const EditionName = ["first", "second"] as const;
export type EditionName = (typeof EditionName)[number];

/** The published variants (V1 to V5). */
export const Variant = [
  "competitive", // V1
  "children", // V2
  "one-card", // V3
  "calm-three", // V4
  "learning", // V5
] as const;
export type Variant = (typeof Variant)[number];

/** Why the table does not wait for ever. */
export const ClockKind = [
  "limit", // the drawing, or a stop of the reveal, has a limit
  "hurry", // only one is left (R37), or most are ready
  "vote", // those who have not voted by then have voted no
  "nobody", // nobody who is there is waited for
] as const;
export type ClockKind = (typeof ClockKind)[number];

/** The parts of a game, in their order; a round runs from the first to `SCORES`. */
export const Phase = [
  "choosing", // the host chooses the level
  "laying", // chance fills the holder
  "reading", // everyone reads the cards
  "dealing", // chance deals marks and numbers
  "drawing", // everyone draws and guesses
  "word", // the reveal: a drawing's word is shown
  "pile", // the reveal: its pile is turned
  "scores", // the round's scores are on show
  "praising", // the vote for the coolest drawing
  "over",
] as const;
export type Phase = (typeof Phase)[number];

/** Why a black token counted plus, minus or nothing. */
export const TokenReason = [
  "not-taken", // R47
  "guessed", // R46, plus
  "not-guessed", // R46, nothing
  "black-sheep", // R45, minus
  "learning", // R48, plus
  "fault", // R53, nothing
] as const;
export type TokenReason = (typeof TokenReason)[number];

/** What becomes of a guess when its pile is turned. */
export const Fate = [
  "right", // R42
  "wrong", // R42, goes to the centre
  "returned", // R51
] as const;
export type Fate = (typeof Fate)[number];

/** What a table, not the referee, has against a message. */
export const Reason = [
  "too-late", // it was meant for something that is over
  "no-game",
  "game-is-on",
  "game-is-not-over",
  "not-seated",
  "already-seated",
  "no-seat-free", // or nobody may take it now (D7)
  "table-locked",
  "no-bots",
  "no-watchers",
  "too-many-watchers",
  "removed-by-host", // this key may not come back to this table
  "not-the-host",
  "no-such-seat",
  "that-is-you",
  "not-present",
  "not-away", // or not for long enough
  "name-unfit",
  "name-taken",
  "colour-taken",
  "text-unfit",
  "talk-is-shut", // R19
  "no-own-deck",
  "deck-too-small", // for the edition's holder
  "too-much", // faster than anybody plays
  "pencil-used-up", // the sheet is full: no more ink until the next one
  "not-stored", // the log does not answer; nothing was done
  "stored-later", // the log does not answer; it counts as soon as the log does
  "storage-full", // this table, key or address has stored as much as it may for now
] as const;
export type Reason = (typeof Reason)[number];

/** The reasons, in the order in which the course of a round meets them. */
export const Refusal = [
  "no-such-seat",
  "not-for-a-seat", // only chance or the clock may do this
  "only-for-a-seat",
  "not-now", // another part of the round is on
  "not-the-host",
  "already-the-host",
  "no-such-level",
  "card-not-next", // R2, R3, R4
  "no-such-place",
  "no-other-card",
  "overruled", // the table has said no to this player already
  "vote-is-on",
  "no-vote-is-on",
  "already-voted",
  "not-a-voter",
  "already-ready",
  "mark-not-left", // R6
  "number-not-left", // R6
  "finished", // R15, R31
  "frozen", // R13
  "sheet-not-empty",
  "sheet-empty", // also R32
  "no-erasing",
  "own-drawing", // R22, and for praise
  "pile-has-yours", // R23
  "no-such-number",
  "number-used", // R24
  "token-not-left",
  "token-not-highest",
  "not-the-artist",
  "you-are-the-artist",
  "no-such-fault",
  "already-at-fault",
  "no-such-drawing",
] as const;
export type Refusal = (typeof Refusal)[number];

/** Why an edition, its variants and a number of players do not go together. */
export const Misfit = [
  "unknown-edition",
  "unknown-variant",
  "too-few-players",
  "too-many-players",
  "variant-of-other-edition",
  "variant-needs-three",
  "levels-not-one-each-round",
  "levels-fixed-by-children",
  "replacements-negative",
] as const;
export type Misfit = (typeof Misfit)[number];

/** What can be wrong with a deck, by a name that can be said in every language. */
export const Mistake = [
  "unreadable", // not there, or not UTF-8
  "too-large", // number: how many kB it may have
  "not-this-form", // no CSV, TOML or JSON, though its name says so
  "wrong-shape", // a text where a list belongs, say
  "unknown-name", // of a column or a key
  "no-language", // names a table with commas in its first line
  "too-many-cells",
  "no-sides",
  "too-many-sides", // number: how many there may be
  "not-seven", // number: how many words there are
  "no-such-level",
  "no-such-language",
  "no-word",
  "hidden-character",
  "too-long", // number: how many characters it may have
  "repeated", // number: the line where it stands already
  "card-repeated",
  "thick-card", // has more than two sides
  "no-drawing", // that a bot could make, though one is promised
] as const;
export type Mistake = (typeof Mistake)[number];

/** Why something was not done: by the table, by the referee, or because settings do not go together. */
export type WhyNot = Reason | Refusal | Misfit;

// What a form of settings begins with.

/** What a new table has. */
export const USUAL: Settings = {
  edition: "second",
  variants: [],
  levels: "book",
  replacements: "book",
  erasing: true,
  deck: "house",
  drawing_s: null,
  hurry_s: 60,
  reveal_s: null,
  watchers: true,
  bots: true,
  locked: false,
  hide_words: false,
};

/** What an edition prints; no levels where they are chosen before each round. */
export interface Edition {
  readonly rounds: number;
  readonly variants: readonly Variant[];
  readonly levels: readonly number[];
}
type Printed = Readonly<Record<EditionName, Edition>>;
export const EDITIONS: Printed = {
  first: {"rounds": 5, "variants": ["children", "one-card", "calm-three"], "levels": []},
  second: {"rounds": 4, "variants": ["competitive", "children", "learning"], "levels": [1, 2, 3, 4]},
};
