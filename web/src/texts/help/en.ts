// English: the help that all other languages follow, key by key. Every text is a whole sentence or a heading of its
// own; `**` makes bold; what the editions do differently is said once for each of them.

export const help = {
  contents: "Contents",
  short: {
    about: "The game",
    round: "A round",
    scoring: "Scoring",
    sheet: "Allowed?",
    editions: "Variants",
    here: "Playing here",
    credits: "Credits",
  },
  details: "In detail",
  again: "Play it again",
  differs: "A line at the side marks what the other edition does differently.",
  edition: {
    choose: "Edition",
    here: {
      first: "This table plays the first edition.",
      second: "This table plays the second edition.",
    },
  },
  goesOn: "The table goes on while you read.",

  about: {
    title: "What it is about",
    said: [
      "**All pencils move at once, and guesses fall while they do.** Nobody ever waits for a turn.",
      "On the table are cards full of similar words. One of the words is yours, and only you know which. Draw it so well that nobody takes it for one of its neighbours, and keep an eye on what the others are drawing.",
      "Guess right, and guess early: the first to be right win the most stars. Make sure that your own drawing is guessed, or it costs you stars. Finish early, and there is a bonus; but guess carelessly, and it turns against you.",
      {
        first: "Three to six play, for five rounds. Whoever has the most stars in the end wins.",
        second: "Three to six play, for four rounds. Whoever has the most stars in the end wins.",
      },
    ],
  },

  round: {
    title: "A round, step by step",
    steps: {
      read: {
        title: "Read the cards",
        picture: "Word cards lie side by side, a letter above each and seven similar words below it.",
        said: [
          {
            first:
              "Six cards are laid out, A to F. Each has seven words that are much alike, so 42 words are in play.",
            second:
              "Three cards are laid out, A, B and C. Each has seven words that are much alike, so 21 words are in play.",
          },
          "Have a good look at all of them before the drawing begins. Is there a word that you do not know? Ask for another card.",
        ],
        details: [
          {
            first:
              "Cards have four levels; level 1 is the easiest. The host chooses one before each round; level 1 is a good start.",
            second:
              "Cards have four levels; level 1 is the easiest. Every round is a level harder, unless the host has chosen otherwise.",
          },
          {
            first:
              "Every player can have one card exchanged in the whole game. After that, everybody has to agree. The host may have set another limit.",
            second:
              "Any card with a word that somebody does not know can be exchanged, as often as needed, unless the host has set a limit.",
          },
          "A card that has been in play stays out for the rest of the game, as long as there are fresh ones.",
          "The round starts once everybody is ready. The host can also start it without waiting.",
        ],
      },
      deal: {
        title: "Get your word",
        picture:
          "A card with the letter B and one with the number 4 come together: the fourth word of card B.",
        said: [
          "In secret you get a letter and a number. The letter names the card, the number names the word on it: **B and 4** is the fourth word of card B.",
        ],
        details: [
          "Numbers are given out only once, so your word is nobody else’s.",
          {
            first: "Letters are given out only once too: everybody draws from a card of their own.",
            second: "Each letter is there twice, so somebody may draw another word from your card.",
          },
          "All see their words at the same moment. Nobody learns which letters and numbers were left over before the round is over.",
        ],
      },
      draw: {
        title: "Draw",
        picture: "Two players draw side by side, a rabbit on one sheet and a bear on the other.",
        said: [
          "Everybody draws at once, and everybody can watch every line appear. The others look for your word on all the cards: show what makes it different.",
          {
            first: "Draw a little, guess a little, draw again: the order is up to you.",
            second:
              "Draw first, guess afterwards: **with your first guess your own sheet is frozen**, and nothing on it can be changed.",
          },
        ],
        details: [
          "A sheet stands upright or lies across. The dashed line is its bottom edge.",
          "Lines may be rubbed out, if the table allows it. But a drawing stands still: no little films of drawing and rubbing out.",
          "You have to try to draw the word you got. Drawing another one on purpose is cheating.",
          "Once you have finished, your sheet stays as it is.",
        ],
      },
      guess: {
        title: "Guess",
        picture:
          "A card with the number 4 slides from the hand onto the pile beside a drawing and turns face down.",
        said: [
          "You hold the cards 1 to 7. Do you know what somebody is drawing? Put the number of the word face down on their pile.",
          "The lower your card lies in the pile, the more it can win. But **a card on a pile stays there**, and you have each number only once.",
        ],
        details: [
          "The letter does not matter for a guess, only the number does. Whoever had a word of another card in mind, but the same number, is right as well.",
          "One card on each drawing at most, and none on your own.",
          "Nobody has to guess; you may leave out as many drawings as you like.",
          "You can guess a drawing while it is still being drawn, and also when its artist has finished.",
          "Your own number is never right, as nobody else can have it.",
          "Everybody can see whose cards lie on a pile and in which order, but not their numbers.",
          "If two cards come almost at once, the one that reached the server first lies below.",
        ],
      },
      finish: {
        title: "Finish",
        picture: {
          first:
            "Three black tokens with three, two and one stars go to the first three players who finish; the fourth gets none.",
          second:
            "Four black tokens with three, two, two and one stars go to four players, one after the other.",
        },
        said: [
          {
            first:
              "Enough drawn, enough guessed? Finish and take a black token: the one with the most stars that is left. There is one token fewer than there are players, and **the last one taken stops everybody at once**.",
            second:
              "Enough drawn, enough guessed? Finish and take one of the black tokens that are left, whichever you like. There is one for each player, and the round stops when everybody has finished.",
          },
          "Its stars count for you if at least one player guesses your drawing, but against you if you are the black sheep.",
        ],
        details: [
          "Whoever has finished neither draws nor guesses any more.",
          "You may also finish without a token. If there is nothing on your sheet, you have to.",
          {
            first:
              "Whoever has not finished when the last token goes has to stop, in the middle of a line if need be, and gets none.",
            second: "Quick players have the choice; the last one has to take what is left.",
          },
          {
            first:
              "If some do without a token, the round goes on until all tokens are taken, or until everybody without one is done.",
            second: "If you are not sure of your guesses, a token with fewer stars is the safer one.",
          },
          "When only one player is left, the others wait, so a countdown begins. Whoever is still drawing when it ends has finished, without a token.",
        ],
      },
      reveal: {
        title: "Turn the cards",
        picture:
          "Three cards of a pile are turned: the first is right and wins two stars, the second is wrong, the third is right and wins one star. One token stays with the artist.",
        said: [
          "One drawing after the other: the artist shows the word, then the pile is turned, from the first card to the last.",
          "Each right guess wins the artist’s best token that is left. A wrong one wins nothing and ends up in the middle of the table.",
        ],
        details: [
          "Everybody has a token for each of the other players, so every right guess wins one.",
          "If something was wrong with the drawing, now is the time to say so.",
          "The next drawing comes when everybody has seen enough.",
        ],
      },
      stars: {
        title: "Count the stars",
        picture:
          "Wrong guesses gather beside the black sheep, and its black token turns from plus three to minus three.",
        said: [
          "What you won from others counts for you. Your own tokens that nobody won count against you.",
          "Whoever has more wrong guesses than anybody else is the **black sheep**: their black token counts against them.",
        ],
        details: [
          "If several share the highest number of wrong guesses, nobody is the black sheep.",
          "A black sheep without a black token loses nothing.",
        ],
      },
    },
  },

  scoring: {
    title: "Scoring",
    sum: [
      "**Plus:** the stars that you won from others with right guesses.",
      "**Minus:** the stars on your own tokens that nobody won.",
      "**Plus or minus:** the stars of your black token, if you took one.",
    ],
    token: "What a black token is worth",
    tokens: [
      "If you are the black sheep, it counts **against** you, whether your drawing was guessed or not.",
      "If not, and at least one player guessed your drawing, it counts **for** you.",
      "If not, and nobody guessed your drawing, it counts for **nothing**.",
    ],
    below: "A round can also end below zero.",
    example: {
      title: "An example",
      names: ["Ada", "Ben", "Cleo"],
      drew: (name: string, number: number) => `${name}’s word has the number ${number}.`,
      order: {
        first: "Ben finished first and took two stars. Cleo took the one that was left, and Ada had to stop.",
        second:
          "Ben finished first and took two stars. Cleo took two as well, and Ada the one that was left.",
      },
      told: [
        {
          first:
            "**Ada** won two stars from Cleo and one from Ben. Her second token, with one star, stayed with her. Altogether 2.",
          second:
            "**Ada** won two stars from Cleo and one from Ben. Her second token, with one star, stayed with her. Ben guessed her drawing, so her black token adds one. Altogether 3.",
        },
        "**Ben** won two stars from Ada, gave away both of his tokens, and his drawing was guessed, so his black token adds two. Altogether 4.",
        {
          first:
            "**Cleo** won two stars from Ben, and one token stayed with her. Hers is the only wrong guess: she is the black sheep, and her black token takes one. Altogether 0.",
          second:
            "**Cleo** won two stars from Ben, and one token stayed with her. Hers is the only wrong guess: she is the black sheep, and her black token takes two. Altogether −1.",
        },
      ],
    },
    end: {
      title: "Who wins",
      said: "After the last round the stars of all rounds are added up, and the highest sum wins. Equal sums win together. Then all vote for the coolest drawing, which is worth no stars, only fame.",
    },
    table: {
      title: "Tokens by number of players",
      players: "Players",
      own: "Each player’s own",
      black: "Black",
      competitive: "Black, more competitive",
      calm: "Black, calmer for three",
      here: "The marked row is that of this table.",
    },
  },

  sheet: {
    title: "What may not be drawn",
    no: {
      title: "Not allowed",
      said: [
        "Letters, digits, and writing of any kind.",
        "Dashes or boxes that stand for letters or words.",
        "A picture that is only there for the letter its name begins with.",
        "Hints at the number, at the letter of the card, or at the place of a card or a word.",
        "Pointing out somebody or something in the room.",
        "Remarks, sounds or gestures that help, in a call as well.",
      ],
    },
    yes: {
      title: "Allowed",
      said: [
        "Wavy lines where a text would be.",
        "Arrows, and crossing something out.",
        "What belongs to a thing: where it is found, who uses it, what happens to it.",
        "A word made of several words, piece by piece.",
        "Signs that everybody knows, such as €, $, +, a cross, ! and ?",
      ],
    },
    hush: "Players cannot write to each other while all are drawing.",
    fault: {
      title: "If something was wrong",
      admit: (button: string) => `While a drawing is being revealed, its artist can own up: “${button}”`,
      object: (button: string) => `Anybody else who plays can speak against it: “${button}”`,
      vote: "After an objection everybody but the artist votes. The drawing does not count if more than half of them say so. If nobody says anything, it counts too.",
      lost: {
        title: "A drawing that does not count",
        said: [
          "All guesses on it go back: they win nothing, and none of them counts as wrong.",
          "All scoring tokens stay with the artist, and count against them.",
          "What the artist guessed on other drawings counts as usual.",
          {
            first: "The artist’s black token wins nothing. For a black sheep it still counts against them.",
            second:
              "The artist’s black token goes back to the middle and is worth nothing, even to the black sheep.",
          },
          "Drawing another word, or nothing at all, has the same consequences.",
        ],
      },
    },
  },

  editions: {
    title: "Editions and variants",
    compared: {
      title: "The two editions",
      rows: [
        { about: "Rounds", first: "5", second: "4" },
        { about: "Cards laid out", first: "6", second: "3" },
        { about: "Levels", first: "chosen before each round", second: "1, 2, 3, 4" },
        { about: "Two draw from one card", first: "never", second: "may happen" },
        { about: "Draw after guessing", first: "yes", second: "no" },
        { about: "Black tokens", first: "one fewer than players", second: "one for each player" },
        { about: "Which one to take", first: "the best that is left", second: "any" },
        { about: "The drawing ends", first: "with the last token", second: "when all have finished" },
        { about: "Unknown words", first: "one card each in a game", second: "no limit" },
      ],
    },
    variants: "Variants",
    variant: {
      competitive:
        "There is one black token fewer than players, and when the last one is taken everybody stops at once; this is best with five or six.",
      children: "Every round has cards of the easiest level.",
      "one-card":
        "A single card is laid out, and everybody draws a word from it, so only numbers are given out.",
      "calm-three":
        "Three players have three black tokens, with three, two and one stars, and the drawing ends when all of them are taken or everybody is done.",
      learning: "The first round has no black sheep, and every black token counts for whoever took it.",
    },
    combine: "The host chooses them in the lobby, several at once if they go together.",
    inPlay: "in play",
    none: "This table plays without variants.",
  },

  here: {
    title: "Playing here",
    keys: {
      title: "Keys",
      said: "The letter that stands on a drawing and a digit make a guess, in either order.",
      key: "Key",
      does: "What it does",
      drawing: "choose a drawing: its letter stands on it",
      card: "choose or lay a number card",
      letGo: "let go of what was chosen",
      undo: "take back the last change on your sheet",
      redo: "do it again",
      rubber: "take the rubber, or put it away",
      thinner: "a thinner or a thicker pencil",
      where: "The last four work while your sheet has the focus.",
      names: { escape: "Esc", control: "Ctrl", shift: "Shift" },
    },
    touch: {
      title: "Finger, pen and mouse",
      said: [
        "Draw with whatever you have. Once a pen has come near the sheet, fingers and palm no longer draw, so you can rest your hand on it. The other end of a pen rubs out, if it can.",
        "To guess, drag a number card onto a drawing, or tap the drawing and then the number.",
        "On a phone, tap one of the small sheets to see it large, and the pencil to return to your own.",
      ],
    },
    undo: {
      title: "Second thoughts",
      said: [
        "What you draw, rub out or wipe off can be taken back and done again, where the table allows rubbing out. The rubber takes away whole lines.",
        "A guess and a finish are final, so you are asked before you finish, and before a guess freezes your sheet.",
      ],
    },
    back: {
      title: "Leaving and coming back",
      said: [
        "When the connection breaks, keep the page open: it finds its way back, and no line is lost. If you have closed it, open the same link in the same browser, and your seat is as you left it.",
        "When somebody has been away for twenty seconds, the others can vote to go on without them. After two minutes somebody who is watching can take the seat between two rounds.",
        "If the host stays away, somebody else becomes the host.",
      ],
    },
    device: {
      title: "Another device",
      said: (button: string) =>
        `“${button}” in the lobby shows a link that takes your seat along, say from a laptop to a tablet with a pen. It works once, for five minutes.`,
    },
    bots: {
      title: "Playing with bots",
      begin: (playNow: string, add: string) =>
        `“${playNow}” on the first page begins a game at once, with three bots. In the lobby, “${add}” seats more of them beside people, and the host says how well each one plays.`,
      said: [
        "Bots see what everybody sees: your lines as you draw them, but not your word. They guess what it might be, and they can be wrong.",
        "Bots cannot draw everything. Where they play, our cards are those of levels 1 to 3 that they can draw.",
        "If somebody stays away in a game, the host can let a bot play for them. The seat stays theirs, and the bot gets up as soon as they are back.",
      ],
    },
    time: {
      title: "Time",
      said: "There is no time limit, unless the host sets one. Only the last ones are hurried along, and votes end after a while; the host can turn that off too.",
    },
    languages: {
      title: "Languages",
      said: "A guess is only a number, so everybody can read the same cards in a language of their own. You can change yours at any time, even in the middle of a round. Only a deck of your own may exist in a single language.",
    },
    watching: {
      title: "Watching",
      said: [
        "Whoever comes during a game watches. Those who watch see every sheet but no secrets, and can talk among themselves while the players draw.",
        "Between two games they can take a free seat, and between two rounds one that has been abandoned.",
      ],
    },
    streaming: {
      title: "For those who stream",
      cover: (setting: string) =>
        `With the setting “${setting}” a screen covers its word until you press on it: hold it for a glance, or tap it to leave it open.`,
      delay:
        "The numbers you have laid can be read on your own screen, so give your stream a delay if players might be watching it.",
    },
  },

  credits: {
    title: "Credits",
    draw: {
      title: "What bots draw",
      said: "Much of what bots draw follows these icons, turned into pencil strokes: without colours, with lines joined and put in order.",
      share:
        "What was made from OpenMoji is under CC BY-SA 4.0 too: whoever passes it on names OpenMoji and keeps this licence.",
    },
    learn: {
      title: "What bots learned from",
      said: "They were trained on drawings that people have made and shared, on the icons above, and on the outlines of emoji:",
      by: (who: string) => `made available by ${who}`,
    },
  },
};
