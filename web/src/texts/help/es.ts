// Spanish help texts: the terms and the style of ../ui/es.ts.

import { pluralize } from "../i18n/plural.ts";
import type { HelpTexts } from "./en.ts";

const count = (forms: { one: string; many: string; other: string }) => pluralize("es", forms);

const rounds = count({ one: "# ronda", many: "# de rondas", other: "# rondas" });
const swaps = count({ one: "# carta", many: "# de cartas", other: "# cartas" });

const BRUNO_WITH_TWO =
  "**Bruno** ganó dos estrellas con el dibujo de Ana, y sus dos fichas de puntos las ganaron los demás. Como acertaron su dibujo, la ficha negra le suma dos. En total, 4.";

export const help: HelpTexts = {
  contents: "Contenido",
  short: {
    about: "El juego",
    round: "Una ronda",
    scoring: "Puntos",
    sheet: "¿Se puede?",
    editions: "Variantes",
    here: "En línea",
    credits: "Créditos",
  },
  details: "Más detalles",
  again: "Repetir",
  differs: "Una línea al margen señala lo que depende de la edición, de sus variantes o de los ajustes.",
  rules: {
    here: {
      first: "En esta mesa se juega la primera edición.",
      second: "En esta mesa se juega la segunda edición.",
    },
    other: "Estas reglas no son las de esta mesa.",
    backToTable: "Ver las reglas de esta mesa",
  },
  gameContinues: "La partida sigue mientras lees.",

  about: {
    title: "De qué se trata",
    body: [
      "**Todos dibujan y adivinan al mismo tiempo.** Nadie espera su turno.",
      "Sobre la mesa hay cartas llenas de palabras parecidas. Una de esas palabras es la tuya, y solo tú sabes cuál. Dibújala tan bien que nadie la confunda con sus vecinas, y no pierdas de vista lo que dibujan los demás.",
      "Acierta, y acierta pronto: los primeros aciertos son los que más estrellas ganan. Procura que los demás acierten también tu dibujo, o perderás estrellas. Si terminas pronto, hay premio; pero si apuestas a la ligera, se vuelve contra ti.",
      {
        upToSix: (values) =>
          `De tres a seis jugadores, en ${rounds(values.rounds)}. Gana quien tenga más estrellas al final.`,
        threeTokens: (values) =>
          `Para tres jugadores, en ${rounds(values.rounds)}. Gana quien tenga más estrellas al final.`,
      },
    ],
  },

  round: {
    title: "Una ronda, paso a paso",
    steps: {
      read: {
        title: "Lee las cartas",
        picture: {
          severalCards:
            "Hay cartas de palabras unas junto a otras; cada una lleva una letra arriba y siete palabras parecidas debajo.",
          oneCard: "Una sola carta de palabras, con siete palabras parecidas.",
        },
        body: [
          {
            sixCards:
              "Se colocan seis cartas, de la A a la F. Cada una tiene siete palabras parecidas, así que hay 42 palabras en juego.",
            threeCards:
              "Se colocan tres cartas: A, B y C. Cada una tiene siete palabras parecidas, así que hay 21 palabras en juego.",
            oneCard:
              "Se coloca una sola carta, con siete palabras parecidas. La palabra de cada jugador está en ella.",
          },
          "Mira bien todas las palabras antes de empezar a dibujar. ¿Hay alguna que no conozcas? Cambia su carta.",
        ],
        details: [
          "Las cartas tienen cuatro niveles; el 1 es el más fácil.",
          {
            levelsRise: "En cada ronda se sube un nivel: 1, 2, 3, 4.",
            levelsByVote:
              "Antes de cada ronda se vota el nivel: gana el más votado y, si hay empate, decide el anfitrión. Para empezar va bien el nivel 1.",
            levelsByHost: "El anfitrión elige el nivel antes de cada ronda. Para empezar va bien el nivel 1.",
            levelsPlanned: ({ levels }) => `Los niveles de esta partida, ronda a ronda: ${levels}.`,
            levelsEasiest: "En la variante infantil, todas las rondas se juegan en el nivel 1.",
          },
          {
            swapsFree:
              "Cualquier carta con una palabra que alguien no conozca se puede cambiar, tantas veces como haga falta.",
            swapsLimited: (values) =>
              `Cada jugador puede cambiar ${swaps(values.swaps)} por partida. A partir de ahí, todos tienen que estar de acuerdo.`,
            swapsByVote:
              "Una carta con una palabra que alguien no conozca solo se cambia si todos están de acuerdo.",
          },
          "Se cambian cartas por palabras que no se conocen, no por palabras que cuesta dibujar.",
          "Mientras se leen las cartas, el chat está desactivado: si dijeras qué palabras te parecen difíciles, sería más fácil adivinar tu dibujo.",
          "Una carta que ya ha salido no vuelve a aparecer mientras queden cartas sin usar.",
          "La ronda empieza cuando todos están listos. El anfitrión también puede empezarla sin esperar.",
        ],
      },
      deal: {
        title: "Recibe tu palabra",
        picture: {
          severalCards:
            "Se juntan una carta con la letra B y otra con el número 4: la cuarta palabra de la carta B.",
          oneCard: "Junto a la carta de palabras hay una carta con el número 4: indica la cuarta palabra.",
        },
        body: [
          {
            severalCards:
              "Recibes en secreto una letra y un número. La letra indica la carta, y el número, la palabra: **B y 4** es la cuarta palabra de la carta B.",
            oneCard: "Recibes en secreto un número, que indica tu palabra: el **4** es la cuarta.",
          },
        ],
        details: [
          "Cada número se reparte una sola vez, así que nadie más tiene tu palabra.",
          {
            sixCards: "Cada letra también se reparte una sola vez: no hay dos jugadores con la misma carta.",
            threeCards:
              "De cada letra hay dos, así que alguien puede estar dibujando otra palabra de tu misma carta.",
            oneCard: "Todas las palabras en juego son vecinas, así que fíjate bien.",
          },
          "Todos ven su palabra en el mismo instante. Lo que no se ha repartido sigue en secreto hasta el final de la ronda.",
        ],
      },
      draw: {
        title: "Dibuja",
        picture:
          "Dos jugadores dibujan uno junto al otro: en una hoja aparece un conejo, y en la otra, un oso.",
        body: [
          "Todos dibujan a la vez y ven aparecer cada línea. Los demás buscan tu palabra entre todas las que se parecen: muestra lo que la hace distinta.",
          {
            first: "Dibuja un poco, adivina un poco, vuelve a dibujar: tú eliges el orden.",
            second:
              "Primero dibuja y después adivina: **tu primera apuesta bloquea tu dibujo** y ya no podrás cambiarlo.",
          },
        ],
        details: [
          "La hoja puede ir en vertical o en horizontal. La línea discontinua es el borde inferior.",
          {
            erasing:
              "Se pueden borrar líneas. Pero el dibujo tiene que estarse quieto: nada de animarlo a base de dibujar y borrar.",
            noErasing: "En esta mesa no se puede borrar: todas las líneas se quedan en la hoja.",
          },
          "Tienes que intentar dibujar tu palabra. Dibujar otra a propósito es hacer trampa.",
          "Cuando has terminado, ya no puedes cambiar tu dibujo.",
        ],
      },
      guess: {
        title: "Adivina",
        picture:
          "Una carta con el número 4 se desliza de la mano de un jugador a la pila que hay junto a un dibujo y queda boca abajo.",
        body: [
          "En la mano tienes las cartas de apuesta del 1 al 7. ¿Crees saber qué dibuja alguien? Juega en su pila, boca abajo, la carta con el número de esa palabra.",
          "Cuanto más abajo esté tu carta en la pila, más puede ganar. Pero **una carta jugada ya no se mueve**, y cada número lo tienes una sola vez.",
        ],
        details: [
          {
            severalCards:
              "Solo cuenta el número, no la letra. Si pensabas en una palabra de otra carta, pero el número coincide, también aciertas.",
          },
          "Puedes jugar una carta sobre cada dibujo, y ninguna sobre el tuyo.",
          "Apostar no es obligatorio: puedes dejar sin apuesta todos los dibujos que quieras.",
          "Puedes apostar sobre un dibujo que aún está a medias, y también cuando el dibujante ya ha terminado.",
          "Con tu propio número no aciertas nunca, porque nadie más puede tenerlo.",
          "Se ve de quién son las cartas de una pila y en qué orden se jugaron, pero no sus números.",
          "Si dos cartas llegan casi a la vez, queda debajo la que llega antes al servidor.",
        ],
      },
      finish: {
        title: "Termina",
        picture: {
          lastTokenEnds:
            "Tres fichas negras, de tres, dos y una estrella, van a los tres primeros jugadores que terminan; el cuarto se queda sin ficha.",
          allFinish:
            "Cuatro fichas negras, de tres, dos, dos y una estrella, van a cuatro jugadores, uno tras otro.",
          threeTokens:
            "Tres fichas negras, de tres, dos y una estrella, van a tres jugadores, uno tras otro.",
        },
        body: [
          {
            first: "¿Ya no quieres dibujar ni adivinar más? Termina y toma la mejor ficha negra que quede.",
            second:
              "¿Ya no quieres dibujar ni adivinar más? Termina y toma una ficha negra, la que prefieras de las que queden.",
          },
          {
            lastTokenEnds:
              "Hay una ficha menos que jugadores, y **cuando alguien toma la última, todos tienen que parar**.",
            allFinish: "Hay una ficha por jugador, y se deja de dibujar cuando todos han terminado.",
            threeTokens:
              "Hay tres fichas para tres jugadores, y se deja de dibujar cuando se han tomado las tres o cuando todos han terminado.",
          },
          "Las estrellas de tu ficha te suman si al menos un jugador acierta tu dibujo, pero te restan si eres la oveja negra.",
        ],
        details: [
          {
            decliningIsFinal: "Cuando has terminado, ya no puedes dibujar ni adivinar.",
            decliningAgrees: "Cuando has tomado una ficha, ya no puedes dibujar ni adivinar.",
          },
          {
            allFinish: "Los más rápidos pueden elegir; el último toma la ficha que queda, o ninguna.",
            lastTokenEnds:
              "Si no has terminado cuando se toma la última ficha, tienes que parar al instante, aunque sea a mitad de una línea, y te quedas sin ficha.",
          },
          {
            decliningIsFinal:
              "También puedes terminar sin ficha. Si tu hoja está en blanco, es la única opción.",
            decliningAgrees:
              "También puedes terminar sin ficha; si tu hoja está en blanco, es la única opción. Eso solo significa que aceptas dejar de dibujar: hasta que lo acepten todos los jugadores sin ficha, puedes seguir adivinando, o cambiar de idea y seguir jugando.",
          },
          { second: "¿No te fías de tus apuestas? Una ficha con menos estrellas es más prudente." },
          {
            countdown: ({ lastPlayerTime }) =>
              `Cuando solo falta un jugador, su tiempo empieza a correr (${lastPlayerTime}). Si se acaba, termina sin ficha.`,
          },
          {
            timeLimit: ({ drawingTime }) =>
              `Hay un límite de tiempo para dibujar: ${drawingTime}. Quien no haya terminado para entonces se queda sin ficha.`,
          },
        ],
      },
      reveal: {
        title: "Voltea las cartas",
        picture:
          "Se voltean tres cartas de una pila: la primera acierta y gana dos estrellas, la segunda falla, y la tercera acierta y gana una estrella. Una ficha se queda con el dibujante.",
        body: [
          "Los dibujos se revelan uno a uno: primero la palabra y luego la pila, de la primera carta a la última.",
          "Cada acierto gana la mejor ficha de puntos que le queda al dibujante. Un fallo no gana nada y va al centro de la mesa.",
        ],
        details: [
          "Cada jugador tiene tantas fichas de puntos como rivales, así que todo acierto gana una.",
          "Si el dibujo tenía algún problema, este es el momento de decirlo.",
          {
            showReveal: ({ holdOn }) =>
              `Los dibujos se revelan automáticamente. «${holdOn}» lo detiene todo, 30 segundos como máximo; cada jugador puede usarlo una vez por dibujo.`,
            stepReveal: "Se pasa al siguiente dibujo cuando todos quieren continuar.",
            timedReveal: ({ revealTime }) =>
              `Se pasa al siguiente dibujo cuando todos quieren continuar o cuando se acaba el tiempo (${revealTime} por paso).`,
          },
        ],
      },
      stars: {
        title: "Cuenta las estrellas",
        picture:
          "Los fallos se amontonan junto a la oveja negra, y su ficha negra pasa de más tres a menos tres.",
        body: [
          "Las fichas que has ganado a los demás te suman. Tus fichas de puntos que nadie ha ganado te restan.",
          "El jugador con más fallos es la **oveja negra**: su ficha negra le resta.",
        ],
        details: [
          "Si dos o más jugadores tienen el máximo de fallos, no hay oveja negra.",
          "Una oveja negra sin ficha negra no pierde nada.",
          {
            learning:
              "La primera ronda es de aprendizaje: no hay oveja negra, y cada ficha negra le suma a quien la ha tomado.",
          },
        ],
      },
    },
  },

  scoring: {
    title: "Puntuación",
    sum: [
      "**Suma:** las estrellas que has ganado con tus aciertos.",
      "**Resta:** las estrellas de tus fichas de puntos que nadie ha ganado.",
      "**Suma o resta:** las estrellas de tu ficha negra, si has tomado una.",
    ],
    token: "Cuánto vale una ficha negra",
    tokens: [
      "Si eres la oveja negra, te **resta**, tanto si alguien ha acertado tu dibujo como si no.",
      "Si no lo eres y al menos un jugador ha acertado tu dibujo, te **suma**.",
      "Si no lo eres y nadie ha acertado tu dibujo, no vale **nada**.",
      {
        learning:
          "En la ronda de aprendizaje, la primera, no hay oveja negra, y tu ficha siempre te **suma**, salvo que tu dibujo no valga.",
      },
    ],
    below: "La puntuación de una ronda puede quedar por debajo de cero.",
    example: {
      title: "Un ejemplo",
      names: ["Ana", "Bruno", "Carla"],
      drew: (name, number) => `La palabra de ${name} es el número ${number}.`,
      order: {
        lastTokenEnds:
          "Bruno terminó primero y tomó la ficha de dos estrellas. Carla tomó la que quedaba, de una, y Ana tuvo que parar.",
        allFinish:
          "Bruno terminó primero y tomó una ficha de dos estrellas. Carla tomó otra de dos, y Ana, la que quedaba, de una.",
        threeTokens:
          "Bruno terminó primero y tomó la ficha de tres estrellas. Carla tomó la de dos, y Ana, la que quedaba, de una.",
      },
      explanation: [
        {
          lastTokenEnds:
            "**Ana** ganó dos estrellas con el dibujo de Carla y una con el de Bruno. Nadie ganó su ficha de puntos de una estrella, que le resta una. En total, 2.",
          tokenForAll:
            "**Ana** ganó dos estrellas con el dibujo de Carla y una con el de Bruno. Nadie ganó su ficha de puntos de una estrella, que le resta una. Como Bruno acertó su dibujo, su ficha negra le suma una. En total, 3.",
        },
        {
          lastTokenEnds: BRUNO_WITH_TWO,
          allFinish: BRUNO_WITH_TWO,
          threeTokens:
            "**Bruno** ganó dos estrellas con el dibujo de Ana, y sus dos fichas de puntos las ganaron los demás. Como acertaron su dibujo, la ficha negra le suma tres. En total, 5.",
        },
        {
          lastTokenEnds:
            "**Carla** ganó dos estrellas con el dibujo de Bruno y pierde una por la ficha de puntos que nadie ganó. El único fallo es suyo, así que es la oveja negra, y su ficha negra le resta una. En total, 0.",
          tokenForAll:
            "**Carla** ganó dos estrellas con el dibujo de Bruno y pierde una por la ficha de puntos que nadie ganó. El único fallo es suyo, así que es la oveja negra, y su ficha negra le resta dos. En total, −1.",
        },
        { learning: "En la ronda de aprendizaje, Carla no sería la oveja negra: su ficha le sumaría." },
      ],
    },
    end: {
      title: "Quién gana",
      body: "Después de la última ronda se suman las estrellas de todas las rondas: gana el total más alto y, si hay empate, se comparte la victoria. Luego se vota por el dibujo más genial. No da estrellas, solo gloria.",
    },
    table: {
      title: "Fichas según el número de jugadores",
      players: "Jugadores",
      own: "De puntos, por jugador",
      black: "Negras",
      here: "La fila destacada es la de esta mesa.",
    },
  },

  sheet: {
    title: "Qué se puede dibujar y qué no",
    no: {
      title: "No se puede",
      body: [
        "Letras, cifras o cualquier tipo de escritura.",
        "Rayas o casillas en lugar de letras o palabras.",
        "Un dibujo que solo da una pista de la primera letra.",
        "Pistas sobre el número, la letra de la carta o la posición de una carta o de una palabra.",
        "Señalar el entorno: a alguien o algo de la habitación.",
        { erasing: "Animaciones: dibujar y borrar para que el dibujo se mueva." },
        "Pistas con palabras, sonidos o gestos, tampoco en una llamada.",
      ],
    },
    yes: {
      title: "Sí se puede",
      body: [
        "Líneas onduladas donde iría un texto.",
        "Flechas y tachaduras.",
        "El contexto: dónde se encuentra una cosa, quién la usa, qué le pasa.",
        "Las partes de una palabra compuesta, una por una.",
        "Signos de uso común, como €, $, +, una cruz, ! y ?",
      ],
    },
    silence: {
      title: "Por qué se desactiva el chat",
      body: [
        "Desde que se colocan las cartas hasta que se revelan los dibujos, los jugadores no pueden escribirse.",
        "Mientras se leen las cartas, un comentario sobre a quién le cuesta qué palabra ya delataría algo. Mientras se dibuja, casi cualquier comentario puede ser una pista.",
      ],
    },
    fault: {
      title: "Si un dibujo tiene algún problema",
      admit: (button) =>
        `Mientras se revelan los dibujos y se muestra la puntuación, el dibujante puede reconocerlo: «${button}».`,
      object: (button) => `Cualquier otro jugador puede oponerse: «${button}».`,
      vote: "Tras una protesta votan todos menos el dibujante. Si más de la mitad está de acuerdo, el dibujo no vale. Si nadie protesta, vale.",
      obvious:
        "Protesta solo si es evidente. En caso de duda, que el dibujo valga; cada mesa decide lo estricta que quiere ser.",
      lost: {
        title: "Un dibujo que no vale",
        body: [
          "Se devuelven todas las apuestas sobre él: no ganan nada, y ninguna cuenta como fallo.",
          "El dibujante se queda con todas sus fichas de puntos, que le restan.",
          "Las apuestas del dibujante sobre otros dibujos cuentan como siempre.",
          {
            first:
              "La ficha negra del dibujante no vale nada. Pero si es la oveja negra, le resta de todos modos.",
            second:
              "La ficha negra del dibujante vuelve al centro y no vale nada, ni siquiera para la oveja negra.",
          },
          "Lo mismo ocurre si se dibuja otra palabra o no se dibuja nada.",
        ],
      },
    },
  },

  editions: {
    title: "Ediciones y variantes",
    compared: {
      title: "Las dos ediciones",
      colours: "Colores de los niveles",
      rows: [
        { about: "Rondas", first: "5", second: "4" },
        { about: "Cartas sobre la mesa", first: "6", second: "3" },
        { about: "Niveles", first: "se eligen antes de cada ronda", second: "1, 2, 3, 4" },
        { about: "Dos jugadores con la misma carta", first: "nunca", second: "es posible" },
        { about: "Dibujar después de apostar", first: "sí", second: "no" },
        { about: "Fichas negras", first: "una menos que jugadores", second: "una por jugador" },
        { about: "Cuál se toma", first: "la mejor que queda", second: "cualquiera" },
        {
          about: "Se deja de dibujar",
          first: "con la última ficha",
          second: "cuando todos han terminado",
        },
        {
          about: "Palabras desconocidas",
          first: "un cambio por jugador y partida",
          second: "sin límite",
        },
      ],
    },
    variants: "Variantes",
    variant: {
      competitive:
        "Hay una ficha negra menos que jugadores, y cuando alguien toma la última, todos tienen que parar. Ideal para cinco o seis jugadores.",
      children: "En todas las rondas se usan las cartas más fáciles.",
      "one-card":
        "Se coloca una sola carta y todos dibujan una palabra de ella, así que solo se reparten números.",
      "calm-three":
        "Hay tres fichas negras para tres jugadores, de tres, dos y una estrella, y se deja de dibujar cuando se han tomado las tres o cuando todos han terminado.",
      learning: "En la primera ronda no hay oveja negra, y cada ficha negra le suma a quien la ha tomado.",
    },
    combine: "El anfitrión las elige al preparar la mesa, y puede combinar varias si encajan entre sí.",
    options:
      "El anfitrión también puede cambiar el número de rondas, los niveles, cuántas cartas se pueden cambiar, si se puede borrar, cómo se revelan los dibujos y los límites de tiempo.",
    inPlay: "en juego",
    here: "Esta mesa",
  },

  here: {
    title: "Jugar en línea",
    keys: {
      title: "Teclado",
      body: "La letra de un dibujo más una cifra hacen una apuesta, en cualquier orden.",
      key: "Tecla",
      does: "Qué hace",
      drawing: "elegir un dibujo (lleva su letra a la vista)",
      card: "elegir o jugar una carta de apuesta",
      cancel: "cancelar la elección",
      undo: "deshacer el último cambio en tu hoja",
      redo: "rehacerlo",
      eraser: "tomar o dejar la goma de borrar",
      thinner: "lápiz más fino o más grueso",
      where: "Las cuatro últimas solo funcionan mientras tu hoja tiene el foco.",
      names: { escape: "Esc", control: "Ctrl", shift: "Mayús" },
    },
    touch: {
      title: "Dedo, lápiz digital y ratón",
      body: [
        "Dibuja con el dedo, con un lápiz digital o con el ratón. En cuanto un lápiz digital se acerca a la hoja, los dedos y la palma dejan de dibujar, así que puedes apoyar la mano. Si tu lápiz tiene un extremo para borrar, dale la vuelta y úsalo.",
        "Para apostar, arrastra una carta de apuesta hasta un dibujo, o toca el dibujo y después el número.",
        "En un teléfono, toca una de las hojas pequeñas para verla en grande, y toca el lápiz para volver a la tuya.",
      ],
    },
    undo: {
      title: "Si cambias de idea",
      body: [
        {
          erasing:
            "Todo lo que dibujas o borras, incluso la hoja entera, se puede deshacer y rehacer. La goma borra líneas enteras.",
          noErasing: "En esta mesa no se puede borrar, así que nada de lo que dibujas se puede deshacer.",
        },
        {
          first:
            "Apostar no tiene vuelta atrás, y tomar una ficha tampoco; por eso te preguntamos antes de que termines.",
          second:
            "Apostar no tiene vuelta atrás, y tomar una ficha tampoco; por eso te preguntamos antes de que termines, y antes de que una apuesta bloquee tu dibujo.",
        },
      ],
    },
    back: {
      title: "Salir y volver",
      body: [
        "Si pierdes la conexión, deja la página abierta: se reconecta por sí sola, y no se pierde nada de lo que dibujaste. Si la has cerrado, abre el mismo enlace en el mismo navegador, y tu asiento estará como lo dejaste.",
        "A los 10 segundos sin conexión, te quedas fuera: la partida sigue y tu asiento te espera. En esa ronda, los demás todavía pueden adivinar tu dibujo, y no pierdes estrellas por las fichas de puntos que nadie haya ganado.",
        "Mientras estás fuera, no recibes palabra ni fichas, pero conservas tus estrellas. Cuando vuelves, todo está como lo dejaste, y juegas de nuevo, como muy tarde, en la ronda siguiente.",
        {
          bots: "Hacen falta al menos tres jugadores; los bots pueden completar la mesa.",
          noBots:
            "Hacen falta al menos tres jugadores. Si hay menos, también se reparte a los ausentes, pero nadie los espera.",
        },
        "Si el anfitrión no vuelve, otro jugador ocupa su lugar como anfitrión.",
      ],
    },
    idle: {
      title: "Jugadores inactivos",
      body: [
        "Un jugador inactivo no detiene a los demás: cuando más de la mitad de los jugadores están listos, la partida continúa a los 15 segundos.",
        {
          idleLimit: ({ idleTime }) =>
            `Cuando al menos la mitad ha terminado de dibujar, quien lleve ${idleTime} sin dibujar ni apostar termina sin ficha. Un reloj le muestra los últimos 30 segundos, y cualquier cosa que haga lo reinicia, así que se puede jugar con calma. El anfitrión puede cambiar ese tiempo o quitarlo.`,
          noIdleLimit: "En esta mesa no hay límite de tiempo para los jugadores inactivos.",
        },
        {
          bots: "Si alguien lleva 60 segundos sin hacer nada, el anfitrión puede dejar que un bot juegue en su lugar, o seguir sin ese jugador hasta que vuelva.",
          noBots:
            "Si alguien lleva 60 segundos sin hacer nada, el anfitrión puede seguir sin ese jugador hasta que vuelva.",
        },
      ],
    },
    breaks: {
      title: "Pausas y finales anticipados",
      body: [
        "El anfitrión puede pausar la partida: los relojes se paran, y las hojas se tapan y se bloquean. Cualquiera puede pedir una pausa.",
        "El anfitrión puede terminar la partida tras la ronda en curso; entonces solo cuentan las rondas jugadas. Al preparar la mesa, también puede elegir el número de rondas, de una a ocho.",
      ],
    },
    device: {
      title: "Otro dispositivo",
      body: (button) =>
        `Al preparar la mesa, «${button}» muestra un enlace para pasar tu asiento, por ejemplo, a una tableta con lápiz digital. Sirve una sola vez, durante cinco minutos.`,
    },
    bots: {
      title: "Jugar con bots",
      begin: (playNow, add) =>
        `«${playNow}», en la página de inicio, empieza al instante una partida con tres bots. Al preparar la mesa, «${add}» suma más bots, y el anfitrión elige la dificultad de cada uno.`,
      body: [
        "Los bots ven lo mismo que todos: tus líneas a medida que las trazas, pero no tu palabra. Intentan adivinarla, y pueden fallar.",
        "Los bots no saben dibujarlo todo. Cuando juegan, solo se usan cartas que saben dibujar.",
        {
          bots: "Si alguien se ausenta durante una partida, el anfitrión puede dejar que un bot juegue en su lugar. El asiento sigue siendo suyo, y lo recupera en cuanto vuelve.",
          noBots: "Esta mesa no admite bots.",
        },
      ],
    },
    time: {
      title: "Tiempo",
      body: [
        {
          noTimeLimit: "No hay límite de tiempo para dibujar, salvo que el anfitrión ponga uno.",
          timeLimit: ({ drawingTime }) => `Tiempo para dibujar en esta mesa: ${drawingTime}.`,
        },
        {
          countdown: ({ lastPlayerTime }) =>
            `Cuando solo falta un jugador, su tiempo empieza a correr: ${lastPlayerTime}. El anfitrión puede quitar ese límite.`,
          noCountdown: "En esta mesa no hay límite de tiempo para el último jugador.",
        },
        "Las votaciones sobre una carta o un dibujo terminan a los 30 segundos; un voto que falte cuenta como un no.",
      ],
    },
    languages: {
      title: "Idiomas",
      body: "Una apuesta es solo un número, así que cada jugador puede leer las mismas cartas en su propio idioma. Puedes cambiar el tuyo en cualquier momento, incluso en mitad de una ronda. La única excepción: un mazo propio puede estar en un solo idioma.",
    },
    watching: {
      title: "Mirar",
      body: [
        {
          watchers:
            "Si llegas durante una partida, puedes mirar. El público ve todas las hojas, pero ningún secreto, y puede chatear aparte mientras los jugadores leen y dibujan.",
          noWatchers: "Esta mesa no admite público.",
        },
        {
          latecomers:
            "Entre rondas puedes unirte a la partida si queda libre alguno de los seis asientos, u ocupar un asiento abandonado. Quien llega tarde empieza con la puntuación más baja de la mesa, cero como mínimo, y la clasificación final lo indica.",
          noLatecomers:
            "En esta mesa nadie puede unirse a una partida en curso. Entre rondas solo puedes ocupar un asiento abandonado.",
          locked: "Esta mesa está cerrada: no admite más jugadores.",
        },
      ],
    },
    streaming: {
      title: "Para transmitir la partida",
      cover: (setting) =>
        `Con «${setting}», tu palabra queda tapada: mantenla presionada para echar un vistazo, o tócala para dejarla a la vista.`,
      delay:
        "Los números que has jugado se ven en tu pantalla, así que transmite con retraso si otros jugadores pueden estar viéndote.",
    },
  },

  credits: {
    title: "Créditos",
    draw: {
      title: "Qué dibujan los bots",
      body: "Gran parte de lo que dibujan los bots se basa en estos iconos, convertidos en trazos de lápiz: sin colores y con las líneas unidas y ordenadas.",
      share:
        "Todo lo que procede de OpenMoji está también bajo CC BY-SA 4.0: quien lo comparta debe citar a OpenMoji y mantener esta licencia.",
    },
    learn: {
      title: "De qué han aprendido los bots",
      body: "Los bots se han entrenado con dibujos que muchas personas hicieron y compartieron, con los iconos de arriba y con contornos de emojis:",
      by: (who) => `publicado por ${who}`,
    },
  },
};
