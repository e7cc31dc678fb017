// French help texts.

import { pluralize } from "../i18n/plural.ts";
import type { HelpTexts } from "./en.ts";

const count = (forms: { one: string; other: string }) => pluralize("fr", { ...forms, many: forms.other });

const rounds = count({ one: "# manche", other: "# manches" });
const swaps = count({ one: "# carte", other: "# cartes" });

const BEN_WITH_TWO =
  "**Ben** a reçu deux étoiles d’Ada et distribué ses deux jetons. Son dessin a été deviné, donc son jeton noir ajoute deux étoiles. Total : 4.";

export const help: HelpTexts = {
  contents: "Sommaire",
  short: {
    about: "Le jeu",
    round: "Une manche",
    scoring: "Décompte",
    sheet: "Permis ?",
    editions: "Variantes",
    here: "En ligne",
    credits: "Crédits",
  },
  details: "En détail",
  again: "Revoir",
  differs: "Un trait dans la marge signale ce qui dépend de l’édition, des variantes ou des réglages.",
  rules: {
    here: {
      first: "À cette table, on joue la première édition.",
      second: "À cette table, on joue la deuxième édition.",
    },
    other: "Tu lis d’autres règles que celles de cette table.",
    backToTable: "Voir les règles de cette table",
  },
  gameContinues: "La partie continue pendant que tu lis.",

  about: {
    title: "Le jeu en quelques mots",
    body: [
      "**Tout le monde dessine et devine en même temps.** Personne n’attend jamais son tour.",
      "Sur la table, il y a des cartes pleines de mots qui se ressemblent. L’un de ces mots est le tien, et personne d’autre ne sait lequel. Dessine-le assez bien pour qu’on ne le confonde pas avec ses voisins, et garde un œil sur ce que dessinent les autres.",
      "Devine juste, et devine tôt : les premiers paris justes gagnent le plus d’étoiles. Fais en sorte qu’on devine aussi ton dessin, sinon tu perds des étoiles. Finir tôt rapporte un bonus ; mais si tu paries à la légère, il se retourne contre toi.",
      {
        upToSix: (values) =>
          `Une partie se joue de trois à six joueurs, en ${rounds(values.rounds)}. À la fin, le joueur qui a le plus d’étoiles l’emporte.`,
        threeTokens: (values) =>
          `Une partie se joue à trois, en ${rounds(values.rounds)}. À la fin, le joueur qui a le plus d’étoiles l’emporte.`,
      },
    ],
  },

  round: {
    title: "Une manche, étape par étape",
    steps: {
      read: {
        title: "Lis les cartes",
        picture: {
          severalCards:
            "Des cartes côte à côte ; en haut de chacune, une lettre, et dessous, sept mots qui se ressemblent.",
          oneCard: "Une seule carte, avec sept mots qui se ressemblent.",
        },
        body: [
          {
            sixCards:
              "Six cartes sont sur le présentoir, de A à F. Chacune porte sept mots qui se ressemblent : il y a donc 42 mots en jeu.",
            threeCards:
              "Trois cartes sont sur le présentoir : A, B et C. Chacune porte sept mots qui se ressemblent : il y a donc 21 mots en jeu.",
            oneCard:
              "Une seule carte est sur le présentoir, avec sept mots qui se ressemblent. Tous les mots à dessiner y sont.",
          },
          "Regarde bien tous les mots avant qu’on commence à dessiner. Il y en a un que tu ne connais pas ? Fais changer sa carte.",
        ],
        details: [
          "Il y a quatre niveaux de cartes ; le niveau 1 est le plus facile.",
          {
            levelsRise: "On monte d’un niveau à chaque manche : 1, 2, 3, 4.",
            levelsByVote:
              "Avant chaque manche, on vote pour le niveau : le plus demandé l’emporte, et l’hôte décide en cas d’égalité. Le niveau 1 est parfait pour commencer.",
            levelsByHost:
              "Avant chaque manche, l’hôte choisit le niveau. Le niveau 1 est parfait pour commencer.",
            levelsPlanned: ({ levels }) => `Les niveaux de cette partie, manche par manche : ${levels}.`,
            levelsEasiest: "Dans la variante pour les enfants, toutes les manches sont de niveau 1.",
          },
          {
            swapsFree:
              "Si quelqu’un ne connaît pas un mot, on peut changer sa carte, aussi souvent qu’il le faut.",
            swapsLimited: (values) =>
              `Chaque joueur peut faire changer ${swaps(values.swaps)} par partie. Ensuite, il faut l’accord de toute la table.`,
            swapsByVote:
              "Si quelqu’un ne connaît pas un mot, on ne change sa carte qu’avec l’accord de toute la table.",
          },
          "On change une carte à cause d’un mot inconnu, pas d’un mot difficile à dessiner.",
          "Pendant la lecture, la discussion est fermée : si tu disais quels mots te semblent difficiles, ton dessin serait plus facile à deviner.",
          "Une carte déjà sortie ne revient pas tant qu’il en reste de nouvelles.",
          "La manche démarre dès que tout le monde est prêt. L’hôte peut aussi la lancer sans attendre.",
        ],
      },
      deal: {
        title: "Découvre ton mot",
        picture: {
          severalCards:
            "Une carte avec la lettre B et une carte avec le numéro 4 se rejoignent : c’est le quatrième mot de la carte B.",
          oneCard: "À côté de la carte de mots, une carte avec le numéro 4 : elle désigne le quatrième mot.",
        },
        body: [
          {
            severalCards:
              "Tu reçois en secret une lettre et un numéro. La lettre désigne la carte, le numéro désigne le mot : **B et 4**, c’est le quatrième mot de la carte B.",
            oneCard: "Tu reçois en secret un numéro, qui désigne ton mot : **4**, c’est le quatrième mot.",
          },
        ],
        details: [
          "Chaque numéro n’est distribué qu’une fois : personne d’autre n’a ton mot.",
          {
            sixCards: "Chaque lettre n’est distribuée qu’une fois, elle aussi : à chacun sa carte.",
            threeCards:
              "Chaque lettre existe en double : quelqu’un dessine peut-être un autre mot de ta carte.",
            oneCard: "Tous les mots en jeu sont voisins : attention aux détails.",
          },
          "Tout le monde voit son mot au même instant. Ce qui n’a pas été distribué reste secret jusqu’à la fin de la manche.",
        ],
      },
      draw: {
        title: "Dessine",
        picture: "Deux joueurs dessinent côte à côte : un lapin sur une feuille, un ours sur l’autre.",
        body: [
          "Tout le monde dessine en même temps et voit apparaître chaque trait. Les autres cherchent ton mot parmi tous ceux qui lui ressemblent : montre bien ce qui le distingue.",
          {
            first: "Dessine un peu, devine un peu, reprends ton dessin : c’est toi qui choisis l’ordre.",
            second:
              "Dessine d’abord, devine ensuite : **ton premier pari fige ton dessin**, et tu ne peux plus rien y changer.",
          },
        ],
        details: [
          "La feuille se met en hauteur ou en largeur. Le bord en pointillés, c’est le bas.",
          {
            erasing:
              "On peut gommer des traits. Mais un dessin ne bouge pas : pas de petit film à coups de crayon et de gomme.",
            noErasing: "À cette table, on ne gomme pas : chaque trait reste sur la feuille.",
          },
          "Tu dois essayer de dessiner le mot que tu as reçu. En dessiner un autre exprès, c’est tricher.",
          "Une fois que tu as fini, tu ne peux plus changer ton dessin.",
        ],
      },
      guess: {
        title: "Devine",
        picture:
          "Une carte avec le numéro 4 glisse de la main d’un joueur jusqu’à la pile d’un dessin et se retourne, face cachée.",
        body: [
          "Tu as en main les cartes 1 à 7. Tu sais ce que dessine quelqu’un ? Pose le numéro du mot, face cachée, sur sa pile.",
          "Plus ta carte est en bas de la pile, plus elle peut rapporter. Mais **une carte posée ne se reprend pas**, et tu n’as chaque numéro qu’une fois.",
        ],
        details: [
          {
            severalCards:
              "Pour un pari, seul le numéro compte, pas la lettre. Si tu pensais à un mot d’une autre carte, mais avec le même numéro, c’est juste aussi.",
          },
          "Une carte par dessin au maximum, et aucune sur le tien.",
          "Rien n’oblige à deviner ; tu peux laisser de côté autant de dessins que tu veux.",
          "Tu peux parier sur un dessin en cours, et aussi quand son artiste a déjà fini.",
          "Ton propre numéro n’est jamais le bon, puisque personne d’autre ne peut l’avoir.",
          "Tout le monde voit à qui sont les cartes d’une pile et dans quel ordre elles sont, mais pas leurs numéros.",
          "Si deux cartes arrivent presque ensemble, celle qui atteint le serveur en premier passe dessous.",
        ],
      },
      finish: {
        title: "Finis ta manche",
        picture: {
          lastTokenEnds:
            "Trois jetons noirs, à trois, deux et une étoile, vont aux trois premiers joueurs qui finissent ; le quatrième n’en a pas.",
          allFinish:
            "Quatre jetons noirs, à trois, deux, deux et une étoile, vont l’un après l’autre à quatre joueurs.",
          threeTokens:
            "Trois jetons noirs, à trois, deux et une étoile, vont l’un après l’autre à trois joueurs.",
        },
        body: [
          {
            first:
              "Assez dessiné, assez deviné ? Finis et prends un jeton noir : le meilleur de ceux qui restent.",
            second: "Assez dessiné, assez deviné ? Finis et choisis un jeton noir parmi ceux qui restent.",
          },
          {
            lastTokenEnds:
              "Il y en a un de moins que de joueurs, et **quand le dernier est pris, tout le monde doit s’arrêter**.",
            allFinish: "Il y en a un par joueur, et on s’arrête quand tout le monde a fini.",
            threeTokens:
              "Il y en a trois pour trois joueurs, et on s’arrête quand ils sont tous pris ou que tout le monde a fini.",
          },
          "Les étoiles de ton jeton comptent pour toi si au moins un joueur devine ton dessin, mais contre toi si tu es le mouton noir.",
        ],
        details: [
          {
            decliningIsFinal: "Une fois que tu as fini, tu ne peux plus ni dessiner ni parier.",
            decliningAgrees: "Une fois que tu as pris un jeton, tu ne peux plus ni dessiner ni parier.",
          },
          {
            allFinish: "Les plus rapides ont le choix ; le dernier prend le jeton qui reste, ou aucun.",
            lastTokenEnds:
              "Si tu n’as pas fini quand le dernier jeton est pris, tu dois t’arrêter, même au milieu d’un trait, et tu restes sans jeton.",
          },
          {
            decliningIsFinal:
              "Tu peux aussi finir sans jeton. Si ta feuille est vide, tu n’as pas d’autre choix.",
            decliningAgrees:
              "Tu peux aussi finir sans jeton ; si ta feuille est vide, tu n’as pas d’autre choix. Cela veut seulement dire que tu es d’accord pour finir : tant que tous les joueurs sans jeton ne le sont pas, tu peux encore parier, ou changer d’avis et continuer à jouer.",
          },
          {
            second: "Tu doutes de tes paris ? Un jeton avec moins d’étoiles est plus prudent.",
          },
          {
            countdown: ({ lastPlayerTime }) =>
              `Quand un seul joueur dessine encore, un compte à rebours démarre (${lastPlayerTime}). S’il arrive à zéro, ce joueur finit sans jeton.`,
          },
          {
            timeLimit: ({ drawingTime }) =>
              `Le temps pour dessiner est limité : ${drawingTime}. Les joueurs qui n’ont pas fini d’ici là restent sans jeton.`,
          },
        ],
      },
      reveal: {
        title: "Retourne les cartes",
        picture:
          "On retourne les trois cartes d’une pile : la première est juste et gagne deux étoiles, la deuxième est ratée, la troisième est juste et gagne une étoile. Un jeton reste à l’artiste.",
        body: [
          "Les dessins passent un par un : l’artiste montre son mot, puis on retourne la pile, de la première carte à la dernière.",
          "Chaque pari gagné rapporte le meilleur jeton de couleur qui reste à l’artiste. Un pari raté ne rapporte rien et finit au milieu de la table.",
        ],
        details: [
          "Chaque joueur a un jeton de couleur pour chacun des autres : tout pari gagné en rapporte donc un.",
          "Si quelque chose n’allait pas dans le dessin, c’est le moment de le dire.",
          {
            showReveal: ({ holdOn }) =>
              `La révélation avance toute seule. « ${holdOn} » l’arrête, pour trente secondes au plus ; chaque joueur peut s’en servir une fois par dessin.`,
            stepReveal: "On passe au dessin suivant quand tout le monde est prêt à continuer.",
            timedReveal: ({ revealTime }) =>
              `On passe au dessin suivant quand tout le monde est prêt à continuer, ou quand le temps est écoulé (${revealTime} par étape).`,
          },
        ],
      },
      stars: {
        title: "Compte les étoiles",
        picture:
          "Des paris ratés s’entassent à côté du mouton noir, et son jeton noir passe de plus trois à moins trois.",
        body: [
          "Les jetons que tu as gagnés comptent pour toi. Tes propres jetons de couleur que personne n’a gagnés comptent contre toi.",
          "Le joueur qui a raté le plus de paris est le **mouton noir** : son jeton noir compte contre lui.",
        ],
        details: [
          "À égalité pour le plus grand nombre de paris ratés, il n’y a pas de mouton noir.",
          "Un mouton noir sans jeton noir ne perd rien.",
          {
            learning:
              "La première manche est une manche découverte : il n’y a pas de mouton noir, et chaque jeton noir rapporte ses étoiles au joueur qui l’a pris.",
          },
        ],
      },
    },
  },

  scoring: {
    title: "Le décompte des étoiles",
    sum: [
      "**En plus :** les étoiles que tes paris gagnés t’ont rapportées.",
      "**En moins :** les étoiles de tes propres jetons de couleur que personne n’a gagnés.",
      "**En plus ou en moins :** les étoiles de ton jeton noir, si tu en as pris un.",
    ],
    token: "Ce que vaut un jeton noir",
    tokens: [
      "Si tu es le mouton noir, il compte **contre** toi, qu’on ait deviné ton dessin ou non.",
      "Sinon, si au moins un joueur a deviné ton dessin, il compte **pour** toi.",
      "Et si personne ne l’a deviné, il ne vaut **rien**.",
      {
        learning:
          "Pendant la manche découverte, la première, il n’y a pas de mouton noir, et ton jeton compte toujours **pour** toi, sauf si ton dessin ne compte pas.",
      },
    ],
    below: "Le score d’une manche peut être négatif.",
    example: {
      title: "Un exemple",
      names: ["Ada", "Ben", "Cléo"],
      drew: (name, number) => `${name} dessine le mot numéro ${number}.`,
      order: {
        lastTokenEnds:
          "Ben a fini en premier et a pris le jeton à deux étoiles. Cléo a pris le dernier, à une étoile, et Ada a dû s’arrêter.",
        allFinish:
          "Ben a fini en premier et a pris un des jetons à deux étoiles. Cléo a pris l’autre, et Ada le dernier, à une étoile.",
        threeTokens:
          "Ben a fini en premier et a pris le jeton à trois étoiles. Cléo a pris celui à deux étoiles, et Ada le dernier, à une étoile.",
      },
      explanation: [
        {
          lastTokenEnds:
            "**Ada** a reçu deux étoiles de Cléo et une de Ben. Personne n’a gagné son jeton à une étoile : elle en perd une. Total : 2.",
          tokenForAll:
            "**Ada** a reçu deux étoiles de Cléo et une de Ben. Personne n’a gagné son jeton à une étoile : elle en perd une. Ben a deviné son dessin, donc son jeton noir ajoute une étoile. Total : 3.",
        },
        {
          lastTokenEnds: BEN_WITH_TWO,
          allFinish: BEN_WITH_TWO,
          threeTokens:
            "**Ben** a reçu deux étoiles d’Ada et distribué ses deux jetons. Son dessin a été deviné, donc son jeton noir ajoute trois étoiles. Total : 5.",
        },
        {
          lastTokenEnds:
            "**Cléo** a reçu deux étoiles de Ben et en perd une pour le jeton qui lui reste. Le seul pari raté est le sien : elle est le mouton noir, et son jeton noir lui coûte une étoile. Total : 0.",
          tokenForAll:
            "**Cléo** a reçu deux étoiles de Ben et en perd une pour le jeton qui lui reste. Le seul pari raté est le sien : elle est le mouton noir, et son jeton noir lui coûte deux étoiles. Total : −1.",
        },
        {
          learning:
            "Pendant la manche découverte, Cléo ne serait pas le mouton noir : son jeton lui rapporterait ses étoiles.",
        },
      ],
    },
    end: {
      title: "Qui gagne ?",
      body: "Après la dernière manche, on additionne les étoiles de toute la partie, et le plus grand total gagne. En cas d’égalité, on partage la victoire. Puis tout le monde vote pour son dessin coup de cœur : pas d’étoiles à la clé, juste la gloire.",
    },
    table: {
      title: "Les jetons selon le nombre de joueurs",
      players: "Joueurs",
      own: "De couleur, par joueur",
      black: "Noirs",
      here: "La ligne en couleur est celle de cette table.",
    },
  },

  sheet: {
    title: "Ce qu’on peut dessiner, ou pas",
    no: {
      title: "Interdit",
      body: [
        "Les lettres, les chiffres et toute forme d’écriture.",
        "Des tirets ou des cases à la place de lettres ou de mots.",
        "Une image qui ne fait que suggérer une première lettre.",
        "Des indices sur le numéro, sur la lettre de la carte, ou sur la place d’une carte ou d’un mot.",
        "Désigner ce qui t’entoure : quelqu’un ou quelque chose dans la pièce.",
        { erasing: "Les animations : dessiner et gommer pour faire bouger l’image." },
        "Les paroles, les bruits et les gestes qui aident, en visio ou au téléphone aussi.",
      ],
    },
    yes: {
      title: "Permis",
      body: [
        "Des lignes ondulées là où il y aurait un texte.",
        "Des flèches, et barrer quelque chose.",
        "Ce qui va avec une chose : où on la trouve, qui s’en sert, ce qui lui arrive.",
        "Un mot composé, morceau par morceau.",
        "Les signes que tout le monde connaît : €, $, +, une croix, « ! » ou « ? ».",
      ],
    },
    silence: {
      title: "Pourquoi la discussion est fermée",
      body: [
        "Dès que les cartes sont posées et jusqu’à la révélation, les joueurs ne peuvent pas s’écrire.",
        "Pendant la lecture, dire quels mots on trouve difficiles trahirait déjà quelque chose. Pendant le dessin, presque toute remarque peut être un indice.",
      ],
    },
    fault: {
      title: "Si quelque chose n’allait pas",
      admit: (button) =>
        `Pendant la révélation et le décompte, l’artiste peut passer aux aveux : « ${button} »`,
      object: (button) => `N’importe quel autre joueur peut contester le dessin : « ${button} »`,
      vote: "Après une objection, tout le monde vote, sauf l’artiste. Si plus de la moitié est d’accord, le dessin ne compte pas. Sans objection, il compte.",
      obvious:
        "Ne conteste que si c’est évident. Dans le doute, le dessin compte ; à chaque table de dire jusqu’où elle veut être stricte.",
      lost: {
        title: "Un dessin qui ne compte pas",
        body: [
          "Tous les paris posés dessus sont rendus : ils ne gagnent rien, et aucun ne compte comme raté.",
          "Tous les jetons de couleur de l’artiste lui restent et comptent en négatif.",
          "Les paris de l’artiste sur les autres dessins comptent comme d’habitude.",
          {
            first:
              "Le jeton noir de l’artiste ne rapporte rien. Si l’artiste est le mouton noir, ce jeton compte quand même en négatif.",
            second:
              "Le jeton noir de l’artiste retourne au milieu de la table et ne vaut rien, même pour le mouton noir.",
          },
          "Dessiner un autre mot, ou rien du tout, a les mêmes conséquences.",
        ],
      },
    },
  },

  editions: {
    title: "Éditions et variantes",
    compared: {
      title: "Les deux éditions",
      colours: "Couleurs des niveaux",
      rows: [
        { about: "Manches", first: "5", second: "4" },
        { about: "Cartes sur le présentoir", first: "6", second: "3" },
        { about: "Niveaux", first: "au choix avant chaque manche", second: "1, 2, 3, 4" },
        { about: "Deux dessins d’une même carte", first: "jamais", second: "possible" },
        { about: "Dessiner après un pari", first: "oui", second: "non" },
        { about: "Jetons noirs", first: "un de moins que de joueurs", second: "un par joueur" },
        { about: "Lequel prendre", first: "le meilleur qui reste", second: "au choix" },
        { about: "Fin du dessin", first: "au dernier jeton pris", second: "quand tout le monde a fini" },
        {
          about: "Mots inconnus",
          first: "une carte par joueur et par partie",
          second: "sans limite",
        },
      ],
    },
    variants: "Variantes",
    variant: {
      competitive:
        "Il y a un jeton noir de moins que de joueurs, et quand le dernier est pris, tout le monde doit s’arrêter. Idéal à cinq ou six.",
      children: "Toutes les manches se jouent avec les cartes les plus faciles.",
      "one-card":
        "Il n’y a qu’une carte sur le présentoir, et tout le monde dessine un de ses mots : on ne distribue donc que des numéros.",
      "calm-three":
        "À trois, il y a trois jetons noirs, à trois, deux et une étoile, et on dessine jusqu’à ce qu’ils soient tous pris ou que tout le monde ait fini.",
      learning:
        "La première manche n’a pas de mouton noir, et chaque jeton noir rapporte ses étoiles au joueur qui l’a pris.",
    },
    combine: "L’hôte les choisit avant la partie, plusieurs à la fois si elles vont ensemble.",
    options:
      "L’hôte peut aussi régler le nombre de manches, les niveaux, le nombre de cartes qu’on peut changer, la gomme, le rythme de la révélation et les limites de temps.",
    inPlay: "en jeu",
    here: "Cette table",
  },

  here: {
    title: "Jouer en ligne",
    keys: {
      title: "Au clavier",
      body: "La lettre d’un dessin et un chiffre font un pari, dans n’importe quel ordre.",
      key: "Touche",
      does: "Effet",
      drawing: "choisir un dessin (sa lettre est marquée dessus)",
      card: "choisir ou poser une carte numérotée",
      cancel: "annuler ce qui était choisi",
      undo: "annuler le dernier changement sur ta feuille",
      redo: "le rétablir",
      eraser: "prendre la gomme, ou la reposer",
      thinner: "un crayon plus fin ou plus épais",
      where: "Les quatre derniers raccourcis ne marchent que si ta feuille est sélectionnée.",
      names: { escape: "Échap", control: "Ctrl", shift: "Maj" },
    },
    touch: {
      title: "Doigt, stylet et souris",
      body: [
        "Dessine au doigt, au stylet ou à la souris. Dès qu’un stylet s’approche de la feuille, les doigts et la paume ne dessinent plus : tu peux y poser la main. Si ton stylet a un bout gomme, retourne-le pour gommer.",
        "Pour parier, fais glisser une carte numérotée sur un dessin, ou touche le dessin, puis le numéro.",
        "Sur un téléphone, touche une des petites feuilles pour la voir en grand, et le crayon pour revenir à la tienne.",
      ],
    },
    undo: {
      title: "Changer d’avis",
      body: [
        {
          erasing:
            "Tout ce que tu traces, gommes ou effaces peut s’annuler et se rétablir. La gomme enlève des traits entiers.",
          noErasing: "À cette table, on ne gomme pas : rien de ce que tu traces ne peut s’annuler.",
        },
        {
          first: "Un pari est définitif, un jeton pris aussi : tu dois donc confirmer avant de finir.",
          second:
            "Un pari est définitif, un jeton pris aussi : tu dois donc confirmer avant de finir, et avant qu’un pari fige ton dessin.",
        },
      ],
    },
    back: {
      title: "Partir et revenir",
      body: [
        "Si la connexion se coupe, garde la page ouverte : elle se reconnecte toute seule, et aucun trait ne se perd. Si tu l’as fermée, ouvre le même lien dans le même navigateur, et tu retrouves ta place comme tu l’as laissée.",
        "Après dix secondes sans connexion, la partie continue sans toi, et ta place t’attend. Dans cette manche, on peut encore deviner ton dessin, et tu ne perds pas d’étoiles pour les jetons que personne n’a gagnés.",
        "Pendant ton absence, tu ne reçois ni mot ni jetons, mais tu gardes tes étoiles. À ton retour, tout est comme avant, et tu rejoues au plus tard à la manche suivante.",
        {
          bots: "Il faut au moins trois joueurs dans la partie ; des bots peuvent compléter la table.",
          noBots:
            "Il faut au moins trois joueurs dans la partie. S’il en manque, les absents reçoivent quand même un mot, mais on ne les attend pas.",
        },
        "Si l’hôte ne revient pas, un autre joueur devient l’hôte.",
      ],
    },
    idle: {
      title: "Quand quelqu’un ne joue plus",
      body: [
        "Un joueur inactif ne bloque pas les autres : dès que plus de la moitié de la table est prête, on continue au bout de quinze secondes.",
        {
          idleLimit: ({ idleTime }) =>
            `Dès que la moitié au moins a fini de dessiner, un joueur qui n’a ni dessiné ni parié depuis ${idleTime} finit sans jeton. Il voit un compte à rebours pendant les trente dernières secondes, et tout repart de zéro dès qu’il fait quelque chose : on peut donc prendre son temps. L’hôte peut changer ce délai ou le désactiver.`,
          noIdleLimit: "À cette table, il n’y a pas de limite de temps pour les joueurs inactifs.",
        },
        {
          bots: "Si un joueur n’a rien fait depuis soixante secondes, l’hôte peut laisser un bot jouer pour lui, ou continuer sans lui jusqu’à son retour.",
          noBots:
            "Si un joueur n’a rien fait depuis soixante secondes, l’hôte peut continuer sans lui jusqu’à son retour.",
        },
      ],
    },
    breaks: {
      title: "Pauses et fins anticipées",
      body: [
        "L’hôte peut mettre la partie en pause : les chronos s’arrêtent, les feuilles sont couvertes et figées. Tout le monde peut demander une pause.",
        "L’hôte peut terminer la partie après la manche en cours ; seules les manches jouées comptent alors. Avant la partie, l’hôte peut aussi fixer le nombre de manches, d’une à huit.",
      ],
    },
    device: {
      title: "Un autre appareil",
      body: (button) =>
        `Avant la partie, « ${button} » affiche un lien qui emporte ta place, par exemple d’un ordinateur à une tablette avec stylet. Il ne marche qu’une fois et expire au bout de cinq minutes.`,
    },
    bots: {
      title: "Jouer avec des bots",
      begin: (playNow, add) =>
        `Sur la page d’accueil, « ${playNow} » lance aussitôt une partie avec trois bots. À une table, avant la partie, « ${add} » en ajoute d’autres, et l’hôte règle la difficulté de chacun.`,
      body: [
        "Les bots voient ce que tout le monde voit : tes traits au fur et à mesure, mais pas ton mot. Ils essaient de le deviner, et ils peuvent se tromper.",
        "Les bots ne savent pas tout dessiner. Quand ils jouent, on n’utilise que des cartes qu’ils savent dessiner.",
        {
          bots: "Si un joueur s’absente en cours de partie, l’hôte peut laisser un bot jouer pour lui. La place reste la sienne, et il la retrouve dès son retour.",
          noBots: "Les bots ne sont pas autorisés à cette table.",
        },
      ],
    },
    time: {
      title: "Temps",
      body: [
        {
          noTimeLimit: "Il n’y a pas de limite de temps pour dessiner, sauf si l’hôte en fixe une.",
          timeLimit: ({ drawingTime }) => `Temps pour dessiner à cette table : ${drawingTime}.`,
        },
        {
          countdown: ({ lastPlayerTime }) =>
            `Quand un seul joueur dessine encore, un compte à rebours démarre : ${lastPlayerTime}. L’hôte peut le désactiver.`,
          noCountdown: "À cette table, il n’y a pas de compte à rebours pour le dernier joueur.",
        },
        "Un vote sur une carte ou un dessin dure trente secondes au plus ; une voix qui manque compte comme un non.",
      ],
    },
    languages: {
      title: "Langues",
      body: "Un pari n’est qu’un numéro : tout le monde peut donc lire les mêmes cartes dans sa propre langue. Tu peux changer la tienne à tout moment, même en pleine manche. Seule exception : un paquet importé peut n’exister que dans une langue.",
    },
    watching: {
      title: "Regarder",
      body: [
        {
          watchers:
            "Si tu arrives en cours de partie, tu peux regarder. Les spectateurs voient toutes les feuilles mais aucun secret, et peuvent discuter entre eux pendant que la table lit et dessine.",
          noWatchers: "Les spectateurs ne sont pas autorisés à cette table.",
        },
        {
          latecomers:
            "Entre deux manches, tu peux rejoindre la partie si les six places ne sont pas toutes prises, ou reprendre une place abandonnée. Un joueur arrivé en cours de partie commence avec le plus petit total de la table, mais au moins zéro, et le classement final le signale.",
          noLatecomers:
            "À cette table, on ne rejoint pas une partie en cours. Entre deux manches, on peut seulement reprendre une place abandonnée.",
          locked: "Cette table est fermée aux nouveaux joueurs.",
        },
      ],
    },
    streaming: {
      title: "Pour streamer",
      cover: (setting) =>
        `Avec le réglage « ${setting} », ton mot reste masqué. Garde le doigt appuyé dessus pour un simple coup d’œil, ou touche-le pour le laisser affiché.`,
      delay:
        "Les numéros que tu as posés se lisent sur ton écran : diffuse donc avec un décalage si les autres joueurs risquent de te regarder.",
    },
  },

  credits: {
    title: "Crédits",
    draw: {
      title: "Ce que dessinent les bots",
      body: "Beaucoup de leurs dessins viennent de ces icônes, transformées en traits de crayon : sans couleurs, avec des lignes reliées et remises en ordre.",
      share:
        "Ce qui vient d’OpenMoji est lui aussi sous CC BY-SA 4.0 : si tu le partages, cite OpenMoji et garde cette licence.",
    },
    learn: {
      title: "Comment les bots ont appris",
      body: "On les a entraînés avec des dessins que des gens ont faits et partagés, avec les icônes ci-dessus et avec les contours d’émojis :",
      by: (who) => `mis à disposition par ${who}`,
    },
  },
};
