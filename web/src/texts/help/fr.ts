// French help texts.

import type { HelpTexts } from "./help.ts";

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
  differs: "Une barre sur le côté signale ce qui change dans l’autre édition.",
  edition: {
    choose: "Édition",
    here: {
      first: "À cette table, on joue la première édition.",
      second: "À cette table, on joue la deuxième édition.",
    },
  },
  gameContinues: "La partie continue pendant que tu lis.",

  about: {
    title: "Le jeu en quelques mots",
    body: [
      "**Tous les crayons s’activent à la fois, et les paris tombent en même temps.** Personne n’attend jamais son tour.",
      "Sur la table, il y a des cartes pleines de mots qui se ressemblent. L’un de ces mots est le tien, et c’est un secret. Dessine-le assez bien pour que personne ne le confonde avec ses voisins, et garde un œil sur ce que dessinent les autres.",
      "Devine juste, et devine tôt : les premiers bons paris gagnent le plus d’étoiles. Fais en sorte qu’on devine aussi ton dessin, sinon il te coûte des étoiles. Finir tôt rapporte un bonus ; mais si tu paries à la légère, il se retourne contre toi.",
      {
        first:
          "Une partie réunit de trois à six personnes et dure cinq manches. À la fin, la victoire revient à qui a le plus d’étoiles.",
        second:
          "Une partie réunit de trois à six personnes et dure quatre manches. À la fin, la victoire revient à qui a le plus d’étoiles.",
      },
    ],
  },

  round: {
    title: "Une manche, étape par étape",
    steps: {
      read: {
        title: "Lis les cartes",
        picture:
          "Des cartes sont posées côte à côte ; en haut de chacune, une lettre, et dessous, sept mots qui se ressemblent.",
        body: [
          {
            first:
              "Six cartes sont sur le présentoir, de A à F. Chacune porte sept mots qui se ressemblent beaucoup, ce qui fait 42 mots en jeu.",
            second:
              "Trois cartes sont sur le présentoir : A, B et C. Chacune porte sept mots qui se ressemblent beaucoup, ce qui fait 21 mots en jeu.",
          },
          "Regarde-les bien toutes avant qu’on commence à dessiner. Il y a un mot que tu ne connais pas ? Demande une autre carte.",
        ],
        details: [
          {
            first:
              "Il y a quatre niveaux de cartes ; le niveau 1 est le plus facile. L’hôte en choisit un avant chaque manche ; le 1 est parfait pour commencer.",
            second:
              "Il y a quatre niveaux de cartes ; le niveau 1 est le plus facile. On monte d’un niveau à chaque manche, sauf si l’hôte en a décidé autrement.",
          },
          {
            first:
              "Chaque personne peut faire changer une carte dans toute la partie. Après cela, il faut l’accord de toute la table. L’hôte a pu fixer une autre limite.",
            second:
              "Dès que quelqu’un ne connaît pas un mot, on peut changer la carte, aussi souvent qu’il le faut, sauf si l’hôte a fixé une limite.",
          },
          "Une carte déjà sortie ne revient plus de toute la partie, tant qu’il en reste de nouvelles.",
          "La manche démarre dès que tout le monde est prêt. L’hôte peut aussi la lancer sans attendre.",
        ],
      },
      deal: {
        title: "Découvre ton mot",
        picture:
          "Une carte avec la lettre B et une autre avec le numéro 4 se rejoignent : c’est le quatrième mot de la carte B.",
        body: [
          "Tu reçois en secret une lettre et un numéro. La lettre désigne la carte, le numéro désigne le mot : **B et 4**, c’est le quatrième mot de la carte B.",
        ],
        details: [
          "Chaque numéro n’est donné qu’une fois : personne d’autre n’a ton mot.",
          {
            first: "Les lettres, elles aussi, ne sont données qu’une fois : à chaque personne sa carte.",
            second: "Chaque lettre existe en double : quelqu’un dessine peut-être un autre mot de ta carte.",
          },
          "Tout le monde voit son mot au même instant. Les lettres et les numéros non distribués restent secrets jusqu’à la fin de la manche.",
        ],
      },
      draw: {
        title: "Dessine",
        picture: "Deux personnes dessinent côte à côte : un lapin sur une feuille, un ours sur l’autre.",
        body: [
          "Tout le monde dessine en même temps, et tout le monde voit apparaître chaque trait. Les autres cherchent ton mot sur toutes les cartes : montre bien ce qui le distingue.",
          {
            first: "Dessine un peu, devine un peu, reprends ton dessin : c’est toi qui choisis l’ordre.",
            second:
              "Dessine d’abord, devine ensuite : **ton premier pari fige ta feuille**, et tu ne peux plus rien y changer.",
          },
        ],
        details: [
          "La feuille se met en hauteur ou en largeur. Le bord en pointillés, c’est le bas.",
          "On peut gommer des traits, si la table le permet. Mais un dessin ne bouge pas : pas de petit film à coups de crayon et de gomme.",
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
          "Pour un pari, la lettre n’a pas d’importance, seul le numéro compte. Si tu pensais à un mot d’une autre carte, mais avec le même numéro, c’est juste aussi.",
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
          first:
            "Trois jetons noirs, de trois, deux et une étoile, vont aux trois personnes qui finissent les premières ; la quatrième n’en a pas.",
          second:
            "Quatre jetons noirs, de trois, deux, deux et une étoile, vont l’un après l’autre à quatre personnes.",
        },
        body: [
          {
            first:
              "Assez dessiné, assez deviné ? Finis et prends un jeton noir : le meilleur de ceux qui restent. Il y en a un de moins que de personnes à table, et **le dernier pris arrête tout le monde d’un coup**.",
            second:
              "Assez dessiné, assez deviné ? Finis et choisis un jeton noir parmi ceux qui restent. Il y en a un par personne, et on s’arrête quand tout le monde a fini.",
          },
          "Ses étoiles comptent pour toi si au moins une personne devine ton dessin, mais contre toi si tu es le mouton noir.",
        ],
        details: [
          "Après avoir fini, on ne peut plus ni dessiner ni parier.",
          "Tu peux aussi finir sans jeton. Si ta feuille est vide, tu n’as pas d’autre choix.",
          {
            first:
              "Si tu n’as pas fini quand le dernier jeton part, tu dois t’arrêter, même au milieu d’un trait, et tu restes sans jeton.",
            second: "Qui finit vite a le choix ; la dernière personne doit se contenter de ce qui reste.",
          },
          {
            first:
              "Si certaines personnes finissent sans jeton, on continue jusqu’à ce que tous les jetons soient pris, ou que toutes celles qui n’en ont pas aient fini.",
            second:
              "Si tu n’as pas trop confiance en tes paris, un jeton avec moins d’étoiles est plus prudent.",
          },
          "Quand il ne reste plus qu’une personne, toutes les autres l’attendent : un compte à rebours démarre. S’il arrive à zéro avant qu’elle ait fini, elle finit sans jeton.",
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
    ],
    below: "Une manche peut aussi se terminer en dessous de zéro.",
    example: {
      title: "Un exemple",
      names: ["Ada", "Ben", "Cléo"],
      drew: (name, number) => `${name} dessine le mot numéro ${number}.`,
      order: {
        first:
          "Ben a fini en premier et a pris le jeton à deux étoiles. Cléo a pris le dernier, à une étoile, et Ada a dû s’arrêter.",
        second:
          "Ben a fini en premier et a pris un des jetons à deux étoiles. Cléo a pris l’autre, et Ada le dernier, à une étoile.",
      },
      explanation: [
        {
          first:
            "**Ada** a gagné deux étoiles chez Cléo et une chez Ben. Son deuxième jeton, à une étoile, lui est resté. Total : 2.",
          second:
            "**Ada** a gagné deux étoiles chez Cléo et une chez Ben. Son deuxième jeton, à une étoile, lui est resté. Comme Ben a deviné son dessin, le jeton noir d’Ada ajoute une étoile. Total : 3.",
        },
        "**Ben** a gagné deux étoiles chez Ada et cédé ses deux jetons ; on a deviné son dessin, donc son jeton noir ajoute deux étoiles. Total : 4.",
        {
          first:
            "**Cléo** a gagné deux étoiles chez Ben, et un jeton lui est resté. Le seul pari raté est le sien : le mouton noir, c’est Cléo, et son jeton noir lui coûte une étoile. Total : 0.",
          second:
            "**Cléo** a gagné deux étoiles chez Ben, et un jeton lui est resté. Le seul pari raté est le sien : le mouton noir, c’est Cléo, et son jeton noir lui coûte deux étoiles. Total : −1.",
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
      competitive: "Noirs, plus compétitif",
      calm: "Noirs, plus calme à trois",
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
        "Une image qui n’est là que pour la première lettre de son nom.",
        "Des indices sur le numéro, sur la lettre de la carte, ou sur la place d’une carte ou d’un mot.",
        "Désigner quelqu’un ou quelque chose dans la pièce.",
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
    noChat: "Tant que tout le monde dessine, les personnes qui jouent ne peuvent pas s’écrire.",
    fault: {
      title: "Si quelque chose n’allait pas",
      admit: (button) =>
        `Pendant la révélation d’un dessin, son artiste peut passer aux aveux : « ${button} »`,
      object: (button) => `Les autres personnes qui jouent peuvent contester le dessin : « ${button} »`,
      vote: "Après une objection, tout le monde vote, sauf l’artiste. Il faut l’accord de plus de la moitié, sinon le dessin compte. Si personne ne dit rien, il compte aussi.",
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
    inPlay: "en jeu",
    none: "À cette table, on joue sans variante.",
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
        "Tout ce que tu traces, gommes ou effaces peut s’annuler et se rétablir, si la table permet de gommer. La gomme enlève des traits entiers.",
        "Parier et finir, c’est définitif : on te demande donc confirmation avant que tu finisses, et avant qu’un pari fige ta feuille.",
      ],
    },
    back: {
      title: "Partir et revenir",
      body: [
        "Si la connexion se coupe, garde la page ouverte : elle retrouve son chemin, et aucun trait ne se perd. Si tu l’as fermée, ouvre le même lien dans le même navigateur, et tu retrouves ta place comme tu l’as laissée.",
        "Quand quelqu’un est hors ligne depuis vingt secondes, les autres peuvent voter pour continuer sans cette personne. Au bout de deux minutes, quelqu’un du public peut prendre sa place entre deux manches.",
        "Si l’hôte ne revient pas, quelqu’un d’autre devient l’hôte.",
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
        `Sur la première page, « ${playNow} » lance aussitôt une partie avec trois bots. Pendant que la table se prépare, « ${add} » en installe d’autres à côté des personnes, et l’hôte décide comment joue chacun.`,
      body: [
        "Les bots voient ce que tout le monde voit : tes traits au fur et à mesure, mais pas ton mot. Ils essaient de le deviner, et ils peuvent se tromper.",
        "Un bot ne sait pas tout dessiner. Quand des bots jouent, nos cartes sont celles des niveaux 1 à 3 qu’ils savent dessiner.",
        "Si quelqu’un s’absente en cours de partie, l’hôte peut laisser un bot jouer à sa place. Le siège ne change pas de main, et le bot se lève dès le retour de la personne.",
      ],
    },
    time: {
      title: "Temps",
      body: "Il n’y a pas de limite de temps, sauf si l’hôte en fixe une. Seules les dernières personnes doivent se presser un peu, et les votes se terminent au bout d’un moment ; l’hôte peut désactiver cela aussi.",
    },
    languages: {
      title: "Langues",
      body: "Un pari n’est qu’un numéro : tout le monde peut donc lire les mêmes cartes dans sa propre langue. Tu peux changer la tienne à tout moment, même en pleine manche. Seules les cartes que tu apportes n’existent parfois que dans une seule langue.",
    },
    watching: {
      title: "Regarder",
      body: [
        "Qui arrive en cours de partie regarde. Le public voit toutes les feuilles mais aucun secret, et peut discuter de son côté pendant que la table dessine.",
        "Entre deux parties, le public peut prendre les places libres, et entre deux manches, celles qui ont été abandonnées.",
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
      body: "Beaucoup de leurs dessins suivent ces icônes, transformées en traits de crayon : sans couleurs, lignes reliées et mises en ordre.",
      share:
        "Ce qui vient d’OpenMoji est lui aussi sous CC BY-SA 4.0 : pour le transmettre, il faut nommer OpenMoji et garder cette licence.",
    },
    learn: {
      title: "Avec quoi les bots ont appris",
      body: "On les a entraînés avec des dessins que des gens ont faits et partagés, avec les icônes ci-dessus et avec les contours d’émojis :",
      by: (who) => `mis à disposition par ${who}`,
    },
  },
};
