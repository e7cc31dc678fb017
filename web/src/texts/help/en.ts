// English help texts; every other language has the same keys, or some of them and English for the rest. Each text is
// a whole sentence or heading. `**` makes bold. Texts that depend on the rules have a version for each case (see
// cases.ts).

import type { Values } from "../i18n/cases.ts";
import { pluralize } from "../i18n/plural.ts";
import { fillIn, type Partly, type Shape } from "../i18n/shape.ts";

const count = (forms: { one: string; other: string }) => pluralize("en", forms);

const rounds = count({ one: "# round", other: "# rounds" });
const swaps = count({ one: "# card", other: "# cards" });

const BEN_WITH_TWO =
  "**Ben** won two stars from Ada, and both of his scoring tokens were won. His drawing was guessed, so his black token adds two. Total: 4.";

export const help = {
  contents: "Contents",
  short: {
    about: "The game",
    round: "A round",
    scoring: "Scoring",
    sheet: "Allowed?",
    editions: "Variants",
    here: "Online",
    credits: "Credits",
  },
  details: "Details",
  again: "Replay",
  differs: "A line in the margin marks what depends on the edition, its variants, or the settings.",
  rules: {
    here: {
      first: "This table is playing the first edition.",
      second: "This table is playing the second edition.",
    },
    other: "You’re reading rules that aren’t this table’s.",
    backToTable: "Show this table’s rules",
  },
  gameContinues: "The game continues while you read.",

  about: {
    title: "What it’s about",
    body: [
      "**Everyone draws and guesses at the same time.** No one ever waits for a turn.",
      "On the table are cards full of similar words. One of those words is yours, and only you know which. Draw it so well that no one mixes it up with its neighbors, and keep an eye on what the others are drawing.",
      "Guess right and guess early: the first correct guesses win the most stars. Make sure others guess your drawing too, or you’ll lose stars. Finish early for a bonus, but guess carelessly and it turns against you.",
      {
        upToSix: (values: Values) =>
          `For three to six players, over ${rounds(values.rounds)}. The player with the most stars at the end wins.`,
        threeTokens: (values: Values) =>
          `For three players, over ${rounds(values.rounds)}. The player with the most stars at the end wins.`,
      },
    ],
  },

  round: {
    title: "A round, step by step",
    steps: {
      read: {
        title: "Read the cards",
        picture: {
          severalCards:
            "Word cards lie side by side, each with a letter at the top and seven similar words below it.",
          oneCard: "A single word card with seven similar words.",
        },
        body: [
          {
            sixCards:
              "Six cards are laid out, A to F. Each has seven similar words, so 42 words are in play.",
            threeCards:
              "Three cards are laid out, A, B, and C. Each has seven similar words, so 21 words are in play.",
            oneCard: "One card is laid out, with seven similar words. Everyone’s word is on it.",
          },
          "Take a good look at every word before drawing starts. See one you don’t know? Swap its card.",
        ],
        details: [
          "There are four levels of cards; level 1 is the easiest.",
          {
            levelsRise: "Each round goes up a level: 1, 2, 3, 4.",
            levelsByVote:
              "You vote on the level before each round: the one with the most votes wins, and the host breaks a tie. Level 1 is a good start.",
            levelsByHost: "The host chooses the level before each round. Level 1 is a good start.",
            levelsPlanned: ({ levels }: Values) => `The levels of this game, round by round: ${levels}.`,
            levelsEasiest: "In the kids’ game, every round is played at level 1.",
          },
          {
            swapsFree: "Any card with a word someone doesn’t know can be swapped, as often as needed.",
            swapsLimited: (values: Values) =>
              `Each player can swap ${swaps(values.swaps)} per game. After that, everyone has to agree.`,
            swapsByVote: "A card with a word someone doesn’t know is swapped only if everyone agrees.",
          },
          "Swapping is for words you don’t know, not for words you’d rather not draw.",
          "Chat is off while you read: if you said which words you find hard, your drawing would be easier to guess.",
          "A card that’s been in play doesn’t come back until the unused ones run out.",
          "The round starts once everyone is ready. The host can also start it without waiting.",
        ],
      },
      deal: {
        title: "Get your word",
        picture: {
          severalCards:
            "A card with the letter B and a card with the number 4 come together: the fourth word on card B.",
          oneCard: "A card with the number 4 lies beside the word card: it stands for the fourth word.",
        },
        body: [
          {
            severalCards:
              "You’re secretly dealt a letter and a number. The letter tells you the card, and the number tells you the word: **B and 4** is the fourth word on card B.",
            oneCard: "You’re secretly dealt a number, which tells you the word: **4** is the fourth word.",
          },
        ],
        details: [
          "Each number is dealt only once, so no one else has your word.",
          {
            sixCards: "Each letter is dealt only once too: everyone draws from a different card.",
            threeCards:
              "There are two of each letter, so someone may be drawing another word from your card.",
            oneCard: "All the words in play are neighbors, so look closely.",
          },
          "Everyone sees their word at the same moment. What wasn’t dealt stays secret until the round ends.",
        ],
      },
      draw: {
        title: "Draw",
        picture: "Two players draw side by side: a rabbit on one sheet, a bear on the other.",
        body: [
          "Everyone draws at once, and everyone sees every line appear. The others are looking for your word among all the similar ones, so show what makes it different.",
          {
            first: "Draw a little, guess a little, draw some more: the order is up to you.",
            second:
              "Draw first, guess later: **your first guess locks your drawing**, and you can’t change it after that.",
          },
        ],
        details: [
          "Your sheet can be portrait or landscape. The dashed line is the bottom edge.",
          {
            erasing:
              "You can erase lines. But a drawing has to hold still: no animating it by drawing and erasing.",
            noErasing: "Erasing is off at this table, so every line stays.",
          },
          "You must try to draw your own word. Drawing a different one on purpose is cheating.",
          "Once you’ve finished, you can’t change your drawing.",
        ],
      },
      guess: {
        title: "Guess",
        picture:
          "A card with the number 4 slides from a player’s hand onto the pile beside a drawing and turns face down.",
        body: [
          "You hold cards 1 to 7. Think you know what someone is drawing? Play that word’s number card face down on their pile.",
          "The lower your card is in the pile, the more it can win. But **a card you’ve played stays put**, and you have each number only once.",
        ],
        details: [
          {
            severalCards:
              "Only the number matters, not the letter. If you had a word from another card in mind but the number matches, you’re still right.",
          },
          "You can play one card on each drawing, and none on your own.",
          "You don’t have to guess; skip as many drawings as you like.",
          "You can guess a drawing while it’s still being drawn, and after its artist has finished.",
          "Your own number is never right, because no one else can have it.",
          "Everyone can see whose cards are on a pile and in what order, but not their numbers.",
          "If two cards arrive at almost the same time, the one that reaches the server first goes underneath.",
        ],
      },
      finish: {
        title: "Finish",
        picture: {
          lastTokenEnds:
            "Three black tokens worth three, two, and one stars go to the first three players who finish; the fourth gets none.",
          allFinish:
            "Four black tokens worth three, two, two, and one stars go to four players, one after another.",
          threeTokens:
            "Three black tokens worth three, two, and one stars go to three players, one after another.",
        },
        body: [
          {
            first: "Done drawing and guessing? Finish, and take the best black token that’s left.",
            second: "Done drawing and guessing? Finish, and take any black token that’s left.",
          },
          {
            lastTokenEnds:
              "There’s one fewer token than players, and **when the last one is taken, everyone has to stop**.",
            allFinish: "There’s one token per player, and drawing ends when everyone has finished.",
            threeTokens:
              "There are three tokens for three players, and drawing ends when all three are taken or everyone has finished.",
          },
          "Your token’s stars count for you if at least one player guesses your drawing, but against you if you’re the black sheep.",
        ],
        details: [
          {
            decliningIsFinal: "Once you’ve finished, you can’t draw or guess anymore.",
            decliningAgrees: "Once you’ve taken a token, you can’t draw or guess anymore.",
          },
          {
            allFinish: "Quick players get to choose; the last player takes the token that’s left, or none.",
            lastTokenEnds:
              "If you haven’t finished when the last token is taken, you have to stop right away, even mid-line, and you get no token.",
          },
          {
            decliningIsFinal: "You can also finish without a token. If your sheet is empty, you have to.",
            decliningAgrees:
              "You can also finish without a token; if your sheet is empty, you have to. That only means you agree to end the drawing: until every player without a token agrees, you can still guess, or change your mind and play on.",
          },
          { second: "Not sure about your guesses? A token with fewer stars is the safer choice." },
          {
            countdown: ({ lastPlayerTime }: Values) =>
              `When only one player is left, a countdown starts (${lastPlayerTime}). If it runs out, they finish without a token.`,
          },
          {
            timeLimit: ({ drawingTime }: Values) =>
              `There’s a time limit for drawing: ${drawingTime}. Players who haven’t finished by then get no token.`,
          },
        ],
      },
      reveal: {
        title: "Reveal the cards",
        picture:
          "Three cards of a pile are turned over: the first is correct and wins two stars, the second is wrong, and the third is correct and wins one star. One token stays with the artist.",
        body: [
          "Drawings are revealed one by one: first the word, then the pile, from the first card to the last.",
          "Each correct guess wins the artist’s best remaining scoring token. A wrong one wins nothing and goes to the middle of the table.",
        ],
        details: [
          "Everyone has one scoring token for each of the other players, so every correct guess wins one.",
          "If something was wrong with the drawing, now’s the time to say so.",
          {
            showReveal: ({ holdOn }: Values) =>
              `The reveal plays by itself. “${holdOn}” stops it for up to 30 seconds; each player can do that once per drawing.`,
            stepReveal: "The next drawing comes up when everyone’s ready to continue.",
            timedReveal: ({ revealTime }: Values) =>
              `The next drawing comes up when everyone’s ready to continue, or when time runs out (${revealTime} per step).`,
          },
        ],
      },
      stars: {
        title: "Count the stars",
        picture:
          "Wrong guesses gather beside the black sheep, and its black token turns from plus three to minus three.",
        body: [
          "The tokens you won from others count for you. Your own scoring tokens that no one won count against you.",
          "The player with the most wrong guesses is the **black sheep**: their black token counts against them.",
        ],
        details: [
          "If there’s a tie for the most wrong guesses, there’s no black sheep.",
          "A black sheep without a black token loses nothing.",
          {
            learning:
              "The first round is a learning round: there’s no black sheep, and every black token counts for the player who took it.",
          },
        ],
      },
    },
  },

  scoring: {
    title: "Scoring",
    sum: [
      "**Plus:** the stars you won from others with correct guesses.",
      "**Minus:** the stars on your own scoring tokens that no one won.",
      "**Plus or minus:** the stars on your black token, if you took one.",
    ],
    token: "What a black token is worth",
    tokens: [
      "If you’re the black sheep, it counts **against** you, whether or not anyone guessed your drawing.",
      "If not, and at least one player guessed your drawing, it counts **for** you.",
      "If not, and no one guessed your drawing, it’s worth **nothing**.",
      {
        learning:
          "In the learning round, the first one, there’s no black sheep, and your token always counts **for** you, unless your drawing doesn’t count at all.",
      },
    ],
    below: "Your score for a round can be below zero.",
    example: {
      title: "An example",
      names: ["Ada", "Ben", "Cleo"],
      drew: (name: string, number: number) => `${name}’s word is number ${number}.`,
      order: {
        lastTokenEnds:
          "Ben finished first and took the two-star token. Cleo took the one-star token, and Ada had to stop.",
        allFinish:
          "Ben finished first and took a two-star token. Cleo took the other one, and Ada got the one-star token.",
        threeTokens:
          "Ben finished first and took the three-star token. Cleo took the two-star token, and Ada got the one-star token.",
      },
      explanation: [
        {
          lastTokenEnds:
            "**Ada** won two stars from Cleo and one from Ben. No one won her one-star scoring token, so she loses one. Total: 2.",
          tokenForAll:
            "**Ada** won two stars from Cleo and one from Ben. No one won her one-star scoring token, so she loses one. Ben guessed her drawing, so her black token adds one. Total: 3.",
        },
        {
          lastTokenEnds: BEN_WITH_TWO,
          allFinish: BEN_WITH_TWO,
          threeTokens:
            "**Ben** won two stars from Ada, and both of his scoring tokens were won. His drawing was guessed, so his black token adds three. Total: 5.",
        },
        {
          lastTokenEnds:
            "**Cleo** won two stars from Ben and loses one for the scoring token no one won. She made the only wrong guess, so she’s the black sheep, and her black token costs her one. Total: 0.",
          tokenForAll:
            "**Cleo** won two stars from Ben and loses one for the scoring token no one won. She made the only wrong guess, so she’s the black sheep, and her black token costs her two. Total: −1.",
        },
        {
          learning: "In the learning round, Cleo wouldn’t be the black sheep: her token would count for her.",
        },
      ],
    },
    end: {
      title: "Who wins",
      body: "After the last round, add up all your stars: the highest total wins, and tied players share the win. Then everyone votes for the coolest drawing. No stars for that, just glory.",
    },
    table: {
      title: "Tokens by number of players",
      players: "Players",
      own: "Scoring, per player",
      black: "Black",
      here: "The highlighted row is for this table.",
    },
  },

  sheet: {
    title: "What you can and can’t draw",
    no: {
      title: "Not allowed",
      body: [
        "Letters, digits, or writing of any kind.",
        "Dashes or boxes that stand for letters or words.",
        "A picture that only hints at a first letter.",
        "Hints at the number, the letter of the card, or the position of a card or word.",
        "Pointing at the surroundings: someone or something in the room.",
        { erasing: "Animation: drawing and erasing to make the picture move." },
        "Hints through words, sounds, or gestures, even on a call.",
      ],
    },
    yes: {
      title: "Allowed",
      body: [
        "Wavy lines in place of text.",
        "Arrows, and crossing things out.",
        "Context: where a thing is found, who uses it, what happens to it.",
        "The parts of a compound word, drawn one by one.",
        "Common symbols such as €, $, +, a cross, !, and ?",
      ],
    },
    silence: {
      title: "Why chat is off",
      body: [
        "From the moment the cards are laid out until the reveal, players can’t chat with each other.",
        "While you read, a remark about who finds which word hard would give something away. While you draw, almost any remark could be a hint.",
      ],
    },
    fault: {
      title: "If something was wrong",
      admit: (button: string) =>
        `During the reveal and while the scores are shown, the artist can own up: “${button}”`,
      object: (button: string) => `Any other player can object: “${button}”`,
      vote: "After an objection, everyone but the artist votes. If more than half agree, the drawing doesn’t count. With no objection, it counts.",
      obvious:
        "Object only if it’s obvious. When in doubt, let the drawing count; how strict you want to be is up to your table.",
      lost: {
        title: "A drawing that doesn’t count",
        body: [
          "All guesses on it are returned: they win nothing, and none of them count as wrong.",
          "The artist keeps all of their scoring tokens, which count against them.",
          "The artist’s guesses on other drawings count as usual.",
          {
            first:
              "The artist’s black token is worth nothing, unless they’re the black sheep: then it still counts against them.",
            second:
              "The artist’s black token goes back to the middle and is worth nothing, even to the black sheep.",
          },
          "The same goes for drawing the wrong word or nothing at all.",
        ],
      },
    },
  },

  editions: {
    title: "Editions and variants",
    compared: {
      title: "The two editions",
      colours: "Level colors",
      rows: [
        { about: "Rounds", first: "5", second: "4" },
        { about: "Cards laid out", first: "6", second: "3" },
        { about: "Levels", first: "chosen before each round", second: "1, 2, 3, 4" },
        { about: "Players sharing a card", first: "never", second: "possible" },
        { about: "Draw after guessing", first: "yes", second: "no" },
        { about: "Black tokens", first: "one fewer than players", second: "one per player" },
        { about: "Which one you take", first: "the best one left", second: "any" },
        { about: "Drawing ends", first: "with the last token", second: "when everyone has finished" },
        { about: "Unknown words", first: "one swap each per game", second: "no limit" },
      ],
    },
    variants: "Variants",
    variant: {
      competitive:
        "There’s one fewer black token than players, and when the last one is taken, everyone has to stop. Best with five or six players.",
      children: "Every round uses the easiest cards.",
      "one-card": "Only one card is laid out, and everyone draws a word from it, so only numbers are dealt.",
      "calm-three":
        "There are three black tokens for three players, worth three, two, and one stars. Drawing ends when all three are taken or everyone has finished.",
      learning:
        "The first round has no black sheep, and every black token counts for the player who took it.",
    },
    combine: "The host picks them in the lobby and can combine several where that makes sense.",
    options:
      "The host can also change the number of rounds, the levels, how many cards can be swapped, whether lines can be erased, how the reveal goes, and the time limits.",
    inPlay: "in play",
    here: "This table",
  },

  here: {
    title: "Playing online",
    keys: {
      title: "Keyboard",
      body: "The letter on a drawing plus a digit makes a guess, in either order.",
      key: "Key",
      does: "What it does",
      drawing: "select a drawing (its letter is shown on it)",
      card: "select or play a number card",
      cancel: "cancel the selection",
      undo: "undo the last change on your sheet",
      redo: "redo it",
      eraser: "pick up or put down the eraser",
      thinner: "thinner or thicker pencil",
      where: "The last four only work while your sheet has focus.",
      names: { escape: "Esc", control: "Ctrl", shift: "Shift" },
    },
    touch: {
      title: "Finger, stylus, and mouse",
      body: [
        "Draw with a finger, a stylus, or a mouse. Once a stylus comes near the sheet, your fingers and palm stop drawing, so you can rest your hand on it. If your stylus has an eraser end, flip it over to erase.",
        "To guess, drag a number card onto a drawing, or tap the drawing and then the number.",
        "On a phone, tap one of the small sheets to enlarge it, and tap the pencil to get back to your own.",
      ],
    },
    undo: {
      title: "Second thoughts",
      body: [
        {
          erasing:
            "Anything you draw, erase, or clear can be undone and redone. The eraser removes whole lines.",
          noErasing: "Erasing is off at this table, so nothing you draw can be undone.",
        },
        {
          first: "A guess is final, and so is taking a token, so we ask before you finish.",
          second:
            "A guess is final, and so is taking a token, so we ask first: before you finish, and before a guess locks your drawing.",
        },
      ],
    },
    back: {
      title: "Leaving and coming back",
      body: [
        "If you lose the connection, keep the page open: it reconnects by itself, and nothing you drew is lost. If you closed it, open the same link in the same browser, and your seat is just as you left it.",
        "Once you’ve been disconnected for 10 seconds, you sit out: the game goes on, and your seat waits for you. In that round, the others can still guess your drawing, and you don’t lose stars for scoring tokens no one won.",
        "While you sit out, you get no word and no tokens, but you keep your stars. When you come back, everything is as you left it, and you’re playing again by the next round at the latest.",
        {
          bots: "At least three players have to be playing; bots can fill in.",
          noBots:
            "At least three players have to be playing. If there are fewer, absent players are dealt in anyway, but no one waits for them.",
        },
        "If the host stays away, another player becomes the host.",
      ],
    },
    idle: {
      title: "When someone isn’t playing",
      body: [
        "An idle player doesn’t hold up the others: once more than half of the players are ready, the game moves on 15 seconds later.",
        {
          idleLimit: ({ idleTime }: Values) =>
            `Once at least half have finished drawing, a player who hasn’t drawn or guessed for ${idleTime} finishes without a token. They see a countdown for the last 30 seconds, and anything they do resets it, so slow players aren’t rushed. The host can change this time or turn it off.`,
          noIdleLimit: "There’s no time limit for idle players at this table.",
        },
        {
          bots: "If someone hasn’t done anything for 60 seconds, the host can let a bot play for them or have them sit out.",
          noBots: "If someone hasn’t done anything for 60 seconds, the host can have them sit out.",
        },
      ],
    },
    breaks: {
      title: "Breaks and early endings",
      body: [
        "The host can pause the game: the clocks stop, and the sheets are covered and locked. Anyone can ask for a pause.",
        "The host can end the game after the current round; then only the rounds you’ve played count. In the lobby, the host can also set the number of rounds, from one to eight.",
      ],
    },
    device: {
      title: "Another device",
      body: (button: string) =>
        `“${button}” in the lobby shows a link that moves your seat, say, from a laptop to a tablet with a stylus. It works once and expires in five minutes.`,
    },
    bots: {
      title: "Playing with bots",
      begin: (playNow: string, add: string) =>
        `“${playNow}” on the home page starts a game with three bots right away. In the lobby, “${add}” adds more, and the host sets how well each one plays.`,
      body: [
        "Bots see what everyone sees: your lines as you draw them, but not your word. They guess what it might be, and they can be wrong.",
        "Bots can’t draw everything. When they play, we only use cards they can draw.",
        {
          bots: "If someone stays away during a game, the host can let a bot play for them. The seat is still theirs, and they get it back as soon as they return.",
          noBots: "This table doesn’t allow bots.",
        },
      ],
    },
    time: {
      title: "Time",
      body: [
        {
          noTimeLimit: "There’s no time limit for drawing unless the host sets one.",
          timeLimit: ({ drawingTime }: Values) => `Time limit for drawing at this table: ${drawingTime}.`,
        },
        {
          countdown: ({ lastPlayerTime }: Values) =>
            `When only one player is left, a countdown starts: ${lastPlayerTime}. The host can turn it off.`,
          noCountdown: "There’s no countdown for the last player at this table.",
        },
        "Votes on a card or a drawing end after 30 seconds; a missing vote counts as a no.",
      ],
    },
    languages: {
      title: "Languages",
      body: "A guess is just a number, so everyone can read the same cards in their own language. You can switch anytime, even mid-round. The one exception: a deck you upload may be in just one language.",
    },
    watching: {
      title: "Watching",
      body: [
        {
          watchers:
            "If you arrive during a game, you can watch. Spectators see every sheet but no secrets, and can chat among themselves while the players read and draw.",
          noWatchers: "This table doesn’t allow spectators.",
        },
        {
          latecomers:
            "Between rounds, you can join the game if fewer than six seats are taken, or take an abandoned seat. Latecomers start with the lowest score at the table, but at least zero, and are marked in the final ranking.",
          noLatecomers:
            "No one can join a game in progress at this table. Between rounds, you can only take an abandoned seat.",
          locked: "This table is locked, so no new players can join.",
        },
      ],
    },
    streaming: {
      title: "For streamers",
      cover: (setting: string) =>
        `With “${setting}” on, your word stays covered. Press and hold to peek, or tap to leave it showing.`,
      delay:
        "The numbers you’ve played are visible on your own screen, so add a delay to your stream if other players might be watching it.",
    },
  },

  credits: {
    title: "Credits",
    draw: {
      title: "What bots draw",
      body: "Much of what bots draw is based on these icons, turned into pencil strokes: no colors, and with the lines joined and put in order.",
      share:
        "Anything made from OpenMoji is also under CC BY-SA 4.0: if you share it, credit OpenMoji and keep this license.",
    },
    learn: {
      title: "What bots learned from",
      body: "Bots were trained on drawings that people made and shared, on the icons above, and on the outlines of emoji:",
      by: (who: string) => `made available by ${who}`,
    },
  },
};

export type HelpTexts = Shape<typeof help>;

/** The help of a language that lacks some texts. */
export function withEnglish(texts: Partly<HelpTexts>): HelpTexts {
  return fillIn<HelpTexts>(texts, help);
}
