// French help texts.

import { pluralize } from "../plural.ts";
import type { HelpTexts } from "./help.ts";

const count = (forms: { one: string; other: string }) => pluralize("fr", { ...forms, many: forms.other });

const rounds = count({ one: "# manche", other: "# manches" });
const swaps = count({ one: "# carte", other: "# cartes" });

const BEN_WITH_TWO =
  "**Ben** a gagné deux étoiles chez Ada et cédé ses deux jetons ; on a deviné son dessin, donc son jeton noir ajoute deux étoiles. Total : 4.";

export const help: HelpTexts = {
  contents: "Sommaire",
  short: {
    about: "Le jeu",
    round: "Une manche",
    scoring: "Décompte",
    sheet: "Permis ?",
    editions: "Variantes",
    here: "Jouer ici",
    credits: "Crédits",
  },
  details: "En détail",
  again: "Revoir l’animation",
  differs: "Une barre sur le côté signale ce qui dépend de l’édition, de ses variantes ou des réglages.",
  rules: {
    here: {
      first: "À cette table, on joue la première édition.",
      second: "À cette table, on joue la deuxième édition.",
    },
    other: "Tu lis les règles d’un autre jeu que celui de cette table.",
    backToTable: "Voir les règles de cette table",
  },
  gameContinues: "La partie continue pendant que tu lis.",

  about: {
    title: "Le jeu en quelques mots",
    body: [
      "**Tous les crayons s’activent à la fois, et les paris tombent en même temps.** Personne n’attend jamais son tour.",
      "Sur la table, il y a des cartes pleines de mots qui se ressemblent. L’un de ces mots est le tien, et c’est un secret. Dessine-le assez bien pour que personne ne le confonde avec ses voisins, et garde un œil sur ce que dessinent les autres.",
      "Devine juste, et devine tôt : les premiers bons paris gagnent le plus d’étoiles. Fais en sorte qu’on devine aussi ton dessin, sinon il te coûte des étoiles. Finir tôt rapporte un bonus ; mais si tu paries à la légère, il se retourne contre toi.",
      (values) =>
        `Une partie réunit de trois à six personnes et dure ${rounds(values.rounds)}. À la fin, la victoire revient à qui a le plus d’étoiles.`,
    ],
  },

  round: {
    title: "Une manche, étape par étape",
    steps: {
      read: {
        title: "Lis les cartes",
        picture: {
          severalCards:
            "Des cartes sont posées côte à côte ; en haut de chacune, une lettre, et dessous, sept mots qui se ressemblent.",
          oneCard: "Une seule carte, avec sept mots qui se ressemblent.",
        },
        body: [
          {
            sixCards:
              "Six cartes sont sur le présentoir, de A à F. Chacune porte sept mots qui se ressemblent beaucoup, ce qui fait 42 mots en jeu.",
            threeCards:
              "Trois cartes sont sur le présentoir : A, B et C. Chacune porte sept mots qui se ressemblent beaucoup, ce qui fait 21 mots en jeu.",
            oneCard:
              "Une seule carte est sur le présentoir, avec sept mots qui se ressemblent beaucoup. Tous les mots à dessiner y sont.",
          },
          "Regarde bien tous les mots avant qu’on commence à dessiner. Il y en a un que tu ne connais pas ? Demande une autre carte.",
        ],
        details: [
          "Il y a quatre niveaux de cartes ; le niveau 1 est le plus facile.",
          {
            levelsRise: "On monte d’un niveau à chaque manche : 1, 2, 3, 4.",
            levelsAsked:
              "Avant chaque manche, on vote pour le niveau : le plus demandé l’emporte, et l’hôte tranche en cas d’égalité. L’hôte peut aussi choisir sans vote, si la table est réglée ainsi. Le niveau 1 est parfait pour commencer.",
            levelsPlanned: ({ levels }) => `Les niveaux de cette partie, manche par manche : ${levels}.`,
            levelsEasiest: "Dans la variante pour les enfants, toutes les manches sont de niveau 1.",
          },
          {
            swapsFree:
              "Dès que quelqu’un ne connaît pas un mot, on peut changer la carte, aussi souvent qu’il le faut.",
            swapsLimited: (values) =>
              `Chaque personne peut faire changer ${swaps(values.swaps)} dans toute la partie. Après cela, il faut l’accord de toute la table.`,
            swapsByVote:
              "Si quelqu’un ne connaît pas un mot, la carte n’est changée qu’avec l’accord de toute la table.",
          },
          "On change une carte à cause d’un mot inconnu, pas d’un mot difficile à dessiner.",
          "Pendant la lecture, la discussion est fermée : si tu disais quels mots te semblent difficiles, ton dessin serait plus facile à deviner.",
          "Une carte déjà sortie ne revient plus de toute la partie, tant qu’il en reste de nouvelles.",
          "La manche démarre dès que tout le monde est prêt. L’hôte peut aussi la lancer sans attendre.",
        ],
      },
      deal: {
        title: "Découvre ton mot",
        picture: {
          severalCards:
            "Une carte avec la lettre B et une autre avec le numéro 4 se rejoignent : c’est le quatrième mot de la carte B.",
          oneCard: "À côté de la carte, une autre avec le numéro 4 : elle désigne le quatrième mot.",
        },
        body: [
          {
            severalCards:
              "Tu reçois en secret une lettre et un numéro. La lettre désigne la carte, le numéro désigne le mot : **B et 4**, c’est le quatrième mot de la carte B.",
            oneCard: "Tu reçois en secret un numéro, qui désigne ton mot : **4**, c’est le quatrième.",
          },
        ],
        details: [
          "Chaque numéro n’est donné qu’une fois : personne d’autre n’a ton mot.",
          {
            sixCards: "Les lettres, elles aussi, ne sont données qu’une fois : à chaque personne sa carte.",
            threeCards:
              "Chaque lettre existe en double : quelqu’un dessine peut-être un autre mot de ta carte.",
            oneCard: "Tous les mots en jeu sont voisins : attention aux détails.",
          },
          "Tout le monde voit son mot au même instant. Ce qui n’a pas été distribué reste secret jusqu’à la fin de la manche.",
        ],
      },
      draw: {
        title: "Dessine",
        picture: "Deux personnes dessinent côte à côte : un lapin sur une feuille, un ours sur l’autre.",
        body: [
          "Tout le monde dessine en même temps, et tout le monde voit apparaître chaque trait. Les autres cherchent ton mot parmi tous ceux qui lui ressemblent : montre bien ce qui le distingue.",
          {
            first: "Dessine un peu, devine un peu, reprends ton dessin : c’est toi qui choisis l’ordre.",
            second:
              "Dessine d’abord, devine ensuite : **ton premier pari fige ta feuille**, et tu ne peux plus rien y changer.",
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
          "Une fois que tu as fini, ta feuille reste telle quelle.",
        ],
      },
      guess: {
        title: "Devine",
        picture:
          "Une carte avec le numéro 4 glisse de la main jusqu’à la pile d’un dessin et se retourne, face cachée.",
        body: [
          "Tu as en main les cartes 1 à 7. Tu sais ce que dessine quelqu’un ? Pose le numéro du mot, face cachée, sur sa pile.",
          "Plus ta carte est bas dans la pile, plus elle peut rapporter. Mais **une carte posée ne se reprend pas**, et tu n’as chaque numéro qu’une fois.",
        ],
        details: [
          {
            severalCards:
              "Pour un pari, la lettre n’a pas d’importance, seul le numéro compte. Si tu pensais à un mot d’une autre carte, mais avec le même numéro, c’est juste aussi.",
          },
          "Une carte par dessin au maximum, et aucune sur le tien.",
          "Rien n’oblige à deviner ; tu peux laisser de côté autant de dessins que tu veux.",
          "Tu peux parier sur un dessin en cours, et aussi quand son artiste a déjà fini.",
          "Ton propre numéro n’est jamais le bon, puisque personne d’autre ne peut l’avoir.",
          "Tout le monde voit à qui sont les cartes d’une pile et dans quel ordre elles sont, mais pas leurs numéros.",
          "Si deux cartes arrivent presque ensemble, celle qui a atteint le serveur en premier est dessous.",
        ],
      },
      finish: {
        title: "Finis ta manche",
        picture: {
          lastTokenEnds:
            "Trois jetons noirs, de trois, deux et une étoile, vont aux trois personnes qui finissent les premières ; la quatrième n’en a pas.",
          allFinish:
            "Quatre jetons noirs, de trois, deux, deux et une étoile, vont l’un après l’autre à quatre personnes.",
          threeTokens:
            "Trois jetons noirs, de trois, deux et une étoile, vont l’un après l’autre à trois personnes.",
        },
        body: [
          {
            first:
              "Assez dessiné, assez deviné ? Finis et prends un jeton noir : le meilleur de ceux qui restent.",
            second: "Assez dessiné, assez deviné ? Finis et choisis un jeton noir parmi ceux qui restent.",
          },
          {
            lastTokenEnds:
              "Il y en a un de moins que de personnes à table, et **le dernier pris arrête tout le monde d’un coup**.",
            allFinish: "Il y en a un par personne, et on s’arrête quand tout le monde a fini.",
            threeTokens:
              "Il y en a trois pour trois personnes, et on s’arrête quand ils sont tous pris ou que tout le monde a fini.",
          },
          "Les étoiles de ton jeton comptent pour toi si au moins une personne devine ton dessin, mais contre toi si tu es le mouton noir.",
        ],
        details: [
          {
            decliningIsFinal: "Après avoir fini, on ne peut plus ni dessiner ni parier.",
            decliningAgrees: "Après avoir pris un jeton, on ne peut plus ni dessiner ni parier.",
          },
          {
            allFinish: "Qui finit vite a le choix ; la dernière personne prend le jeton qui reste, ou aucun.",
            lastTokenEnds:
              "Si tu n’as pas fini quand le dernier jeton part, tu dois t’arrêter, même au milieu d’un trait, et tu restes sans jeton.",
          },
          {
            decliningIsFinal:
              "Tu peux aussi finir sans jeton. Si ta feuille est vide, tu n’as pas d’autre choix.",
            decliningAgrees:
              "Tu peux aussi finir sans jeton ; si ta feuille est vide, tu n’as pas d’autre choix. Cela veut seulement dire que, pour toi, on peut s’arrêter : tant que toutes les personnes sans jeton ne l’ont pas dit, tu peux encore parier, ou changer d’avis et continuer à jouer.",
          },
          {
            second:
              "Si tu n’as pas trop confiance en tes paris, un jeton avec moins d’étoiles est plus prudent.",
          },
          {
            countdown: ({ lastPlayerTime }) =>
              `Quand il ne reste plus qu’une personne, un compte à rebours démarre (${lastPlayerTime}). S’il arrive à zéro avant qu’elle ait fini, elle finit sans jeton.`,
          },
          {
            timeLimit: ({ drawingTime }) =>
              `Le temps pour dessiner est limité : ${drawingTime}. Qui n’a pas fini d’ici là reste sans jeton.`,
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
          "Chaque personne a un jeton de couleur pour chacune des autres : tout pari gagné en rapporte donc un.",
          "Si quelque chose n’allait pas dans le dessin, c’est le moment de le dire.",
          "On passe au dessin suivant quand tout le monde a assez regardé.",
        ],
      },
      stars: {
        title: "Compte les étoiles",
        picture:
          "Des paris ratés s’entassent à côté du mouton noir, et son jeton noir passe de plus trois à moins trois.",
        body: [
          "Ce que tu as gagné chez les autres compte pour toi. Tes propres jetons que personne n’a gagnés comptent contre toi.",
          "La personne qui a raté plus de paris que toutes les autres est le **mouton noir** : son jeton noir compte contre elle.",
        ],
        details: [
          "À égalité pour le plus grand nombre de paris ratés, il n’y a pas de mouton noir.",
          "Un mouton noir sans jeton noir ne perd rien.",
          {
            learning:
              "La première manche est une manche découverte : il n’y a pas de mouton noir, et chaque jeton noir rapporte ses étoiles à qui l’a pris.",
          },
        ],
      },
    },
  },

  scoring: {
    title: "Le décompte des étoiles",
    sum: [
      "**En plus :** les étoiles que tes paris gagnés t’ont rapportées chez les autres.",
      "**En moins :** les étoiles de tes propres jetons que personne n’a gagnés.",
      "**En plus ou en moins :** les étoiles de ton jeton noir, si tu en as pris un.",
    ],
    token: "Ce que vaut un jeton noir",
    tokens: [
      "Si tu es le mouton noir, il compte **contre** toi, qu’on ait deviné ton dessin ou non.",
      "Sinon, si au moins une personne a deviné ton dessin, il compte **pour** toi.",
      "Et si personne ne l’a deviné, il ne vaut **rien**.",
      {
        learning:
          "Pendant la manche découverte, la première, il n’y a pas de mouton noir, et ton jeton compte toujours **pour** toi, sauf si ton dessin ne compte pas.",
      },
    ],
    below: "Une manche peut aussi se terminer en dessous de zéro.",
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
            "**Ada** a gagné deux étoiles chez Cléo et une chez Ben. Son deuxième jeton, à une étoile, lui est resté. Total : 2.",
          tokenForAll:
            "**Ada** a gagné deux étoiles chez Cléo et une chez Ben. Son deuxième jeton, à une étoile, lui est resté. Comme Ben a deviné son dessin, le jeton noir d’Ada ajoute une étoile. Total : 3.",
        },
        {
          lastTokenEnds: BEN_WITH_TWO,
          allFinish: BEN_WITH_TWO,
          threeTokens:
            "**Ben** a gagné deux étoiles chez Ada et cédé ses deux jetons ; on a deviné son dessin, donc son jeton noir ajoute trois étoiles. Total : 5.",
        },
        {
          lastTokenEnds:
            "**Cléo** a gagné deux étoiles chez Ben, et un jeton lui est resté. Le seul pari raté est le sien : le mouton noir, c’est Cléo, et son jeton noir lui coûte une étoile. Total : 0.",
          tokenForAll:
            "**Cléo** a gagné deux étoiles chez Ben, et un jeton lui est resté. Le seul pari raté est le sien : le mouton noir, c’est Cléo, et son jeton noir lui coûte deux étoiles. Total : −1.",
        },
        {
          learning:
            "Pendant la manche découverte, Cléo ne serait pas le mouton noir : son jeton lui rapporterait ses étoiles.",
        },
      ],
    },
    end: {
      title: "Qui gagne ?",
      body: "Après la dernière manche, on additionne les étoiles de toute la partie, et le plus grand total gagne. À égalité, on gagne ensemble. Puis tout le monde vote pour son dessin coup de cœur : pas d’étoiles à la clé, seulement la gloire.",
    },
    table: {
      title: "Les jetons selon le nombre de personnes",
      players: "On joue à",
      own: "De couleur, par personne",
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
        { erasing: "Les animations : dessiner et gommer pour que l’image bouge." },
        "Les remarques, les bruits et les gestes qui aident, en visio ou au téléphone aussi.",
      ],
    },
    yes: {
      title: "Permis",
      body: [
        "Des lignes ondulées là où il y aurait un texte.",
        "Des flèches, et barrer quelque chose.",
        "Ce qui va avec une chose : où on la trouve, qui s’en sert, ce qui lui arrive.",
        "Un mot fait de plusieurs mots, morceau par morceau.",
        "Les signes que tout le monde connaît, comme €, $, +, une croix, ! et ?",
      ],
    },
    silence: {
      title: "Pourquoi la discussion est fermée",
      body: [
        "Dès que les cartes sont posées et jusqu’à la révélation, les personnes qui jouent ne peuvent pas s’écrire.",
        "Pendant la lecture, dire qui trouve quel mot difficile trahirait déjà quelque chose. Pendant le dessin, presque toute remarque peut être un indice.",
      ],
    },
    fault: {
      title: "Si quelque chose n’allait pas",
      admit: (button) => `Pendant la révélation, l’artiste peut passer aux aveux : « ${button} »`,
      object: (button) => `Les autres personnes qui jouent peuvent contester le dessin : « ${button} »`,
      vote: "Après une objection, tout le monde vote, sauf l’artiste. Il faut l’accord de plus de la moitié, sinon le dessin compte. Si personne ne dit rien, il compte aussi.",
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
        { about: "Niveaux", first: "choisis avant chaque manche", second: "1, 2, 3, 4" },
        { about: "Deux dessins d’une même carte", first: "jamais", second: "possible" },
        { about: "Dessiner après un pari", first: "oui", second: "non" },
        { about: "Jetons noirs", first: "un de moins que de personnes", second: "un par personne" },
        { about: "Lequel prendre", first: "le meilleur qui reste", second: "au choix" },
        { about: "Fin des dessins", first: "au dernier jeton pris", second: "quand tout le monde a fini" },
        {
          about: "Mots inconnus",
          first: "une carte par personne et par partie",
          second: "sans limite",
        },
      ],
    },
    variants: "Variantes",
    variant: {
      competitive:
        "Il y a un jeton noir de moins que de personnes, et tout le monde s’arrête d’un coup quand le dernier est pris ; idéal à cinq ou six.",
      children: "Toutes les manches se jouent avec les cartes les plus faciles.",
      "one-card":
        "Il n’y a qu’une carte sur le présentoir, et tout le monde dessine un de ses mots : on ne distribue donc que des numéros.",
      "calm-three":
        "À trois, il y a trois jetons noirs, de trois, deux et une étoile, et on dessine jusqu’à ce qu’ils soient tous pris ou que tout le monde ait fini.",
      learning:
        "La première manche n’a pas de mouton noir, et chaque jeton noir rapporte ses étoiles à qui l’a pris.",
    },
    combine:
      "L’hôte les choisit pendant que la table se prépare, plusieurs à la fois si elles vont ensemble.",
    options:
      "L’hôte peut aussi changer les niveaux, le nombre de cartes qu’on peut remplacer, le droit de gommer et les limites de temps.",
    inPlay: "en jeu",
    here: "Cette table",
  },

  here: {
    title: "Jouer ici",
    keys: {
      title: "Au clavier",
      body: "La lettre inscrite sur un dessin et un chiffre font un pari, dans un ordre ou dans l’autre.",
      key: "Touche",
      does: "Effet",
      drawing: "choisir un dessin : sa lettre est marquée dessus",
      card: "choisir ou poser une carte numérotée",
      cancel: "annuler ce qui était choisi",
      undo: "annuler le dernier changement sur ta feuille",
      redo: "le rétablir",
      eraser: "prendre la gomme, ou la reposer",
      thinner: "un crayon plus fin ou plus épais",
      where: "Les quatre derniers raccourcis marchent quand ta feuille est sélectionnée.",
      names: { escape: "Échap", control: "Ctrl", shift: "Maj" },
    },
    touch: {
      title: "Doigt, stylet et souris",
      body: [
        "Dessine avec ce que tu as. Dès qu’un stylet s’est approché de la feuille, les doigts et la paume ne dessinent plus : tu peux y poser la main. L’autre bout du stylet gomme, s’il en est capable.",
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
          first:
            "Un pari est définitif, et un jeton pris aussi : on te demande donc confirmation avant que tu finisses.",
          second:
            "Un pari est définitif, et un jeton pris aussi : on te demande donc confirmation avant que tu finisses, et avant qu’un pari fige ta feuille.",
        },
      ],
    },
    back: {
      title: "Partir et revenir",
      body: [
        "Si la connexion se coupe, garde la page ouverte : elle retrouve son chemin, et aucun trait ne se perd. Si tu l’as fermée, ouvre le même lien dans le même navigateur, et tu retrouves ta place comme tu l’as laissée.",
        "Après dix secondes sans connexion, la partie continue sans toi, et ta place t’attend. Dans cette manche, on peut encore deviner ton dessin, et tu ne perds pas d’étoiles pour les jetons que personne n’a gagnés.",
        "Pendant ton absence, tu ne reçois ni mot ni jetons, mais tu gardes tes étoiles. À ton retour, tout est comme avant, et tu rejoues au plus tard à la manche suivante. Il faut au moins trois personnes pour jouer ; des bots peuvent compléter la table.",
        "Si l’hôte ne revient pas, quelqu’un d’autre devient l’hôte.",
      ],
    },
    idle: {
      title: "Quand quelqu’un ne joue plus",
      body: [
        "Une personne qui ne fait rien ne bloque pas les autres. Dès que plus de la moitié de la table est prête, on continue au bout de quinze secondes.",
        "Dès que la moitié au moins a fini de dessiner, une personne qui n’a rien dessiné ni parié depuis quatre-vingt-dix secondes finit sans jeton. Un compte à rebours montre les trente dernières secondes, et il repart dès qu’elle fait quelque chose : prendre son temps reste permis. L’hôte peut changer ce délai ou le désactiver.",
        "Si quelqu’un n’a rien fait depuis soixante secondes, l’hôte peut laisser un bot jouer à sa place, ou continuer sans cette personne jusqu’à son retour.",
      ],
    },
    breaks: {
      title: "Pauses et fins anticipées",
      body: [
        "L’hôte peut mettre la partie en pause : les chronos s’arrêtent, les feuilles sont couvertes et figées. Tout le monde peut demander une pause.",
        "L’hôte peut terminer la partie après la manche en cours ; ce sont alors les manches jouées qui comptent. L’hôte peut aussi fixer le nombre de manches, d’une à huit.",
      ],
    },
    device: {
      title: "Un autre appareil",
      body: (button) =>
        `Pendant que la table se prépare, « ${button} » affiche un lien qui emporte ta place, par exemple d’un ordinateur à une tablette avec stylet. Il marche une fois, pendant cinq minutes.`,
    },
    bots: {
      title: "Jouer avec des bots",
      begin: (playNow, add) =>
        `Sur la première page, « ${playNow} » lance aussitôt une partie avec trois bots. Pendant que la table se prépare, « ${add} » en installe d’autres à côté des personnes, et l’hôte décide comment joue chacun.`,
      body: [
        "Les bots voient ce que tout le monde voit : tes traits au fur et à mesure, mais pas ton mot. Ils essaient de le deviner, et ils peuvent se tromper.",
        "Un bot ne sait pas tout dessiner. Quand des bots jouent, nos cartes sont celles des niveaux 1 à 3 qu’ils savent dessiner.",
        "Si quelqu’un s’absente en cours de partie, l’hôte peut laisser un bot jouer à sa place. Le siège ne change pas de main, et le bot se lève dès le retour de la personne.",
        { noBots: "Les bots ne sont pas admis à cette table." },
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
            `Quand il ne reste plus qu’une personne, un compte à rebours démarre : ${lastPlayerTime}. Les votes aussi sont limités dans le temps. L’hôte peut désactiver cela.`,
          noCountdown: "À cette table, il n’y a pas de compte à rebours pour la dernière personne.",
        },
      ],
    },
    languages: {
      title: "Langues",
      body: "Un pari n’est qu’un numéro : tout le monde peut donc lire les mêmes cartes dans sa propre langue. Tu peux changer la tienne à tout moment, même en pleine manche. Seules les cartes que tu apportes n’existent parfois que dans une seule langue.",
    },
    watching: {
      title: "Regarder",
      body: [
        "Qui arrive en cours de partie regarde. Le public voit toutes les feuilles mais aucun secret, et peut discuter de son côté pendant que la table lit et dessine.",
        "Entre deux manches, on peut quitter le public et rejoindre la partie tant que moins de six personnes jouent, si la table le permet, ou prendre une place abandonnée. Qui arrive en retard commence avec le plus petit total de la table, au moins zéro, et le classement final le signale.",
        { noWatchers: "Cette table n’admet pas de public." },
      ],
    },
    streaming: {
      title: "Pour streamer",
      cover: (setting) =>
        `Avec le réglage « ${setting} », l’écran couvre ton mot jusqu’à ce que tu appuies dessus : longuement pour un simple coup d’œil, brièvement pour le laisser affiché.`,
      delay:
        "Les numéros que tu as posés se lisent sur ton écran : diffuse donc avec un décalage si les autres risquent de te regarder.",
    },
  },

  credits: {
    title: "Crédits",
    draw: {
      title: "Ce que dessinent les bots",
      body: "Beaucoup de leurs dessins suivent ces icônes, transformées en traits de crayon : sans couleurs, lignes reliées et mises en ordre.",
      share:
        "Ce qui vient d’OpenMoji est lui aussi sous CC BY-SA 4.0 : pour le transmettre, il faut nommer OpenMoji et garder cette licence.",
    },
    learn: {
      title: "Avec quoi les bots ont appris",
      body: "On les a entraînés avec des dessins que des gens ont faits et partagés, avec les icônes ci-dessus et avec les contours d’émojis :",
      by: (who) => `mis à disposition par ${who}`,
    },
  },
};
