// Spanish help texts: the terms of ../es.ts, and no wording that reveals a gender.

import { pluralize } from "../plural.ts";
import type { HelpTexts } from "./help.ts";

const count = (forms: { one: string; many: string; other: string }) => pluralize("es", forms);

const rounds = count({ one: "# ronda", many: "# de rondas", other: "# rondas" });
const swaps = count({ one: "# carta", many: "# de cartas", other: "# cartas" });

const BRUNO_WITH_TWO =
  "**Bruno** ganó dos estrellas con el dibujo de Ana y entregó sus dos fichas. Como hubo aciertos con su dibujo, la ficha negra le suma dos. En total, 4.";

export const help: HelpTexts = {
  contents: "Contenido",
  short: {
    about: "El juego",
    round: "La ronda",
    scoring: "Puntos",
    sheet: "¿Se puede?",
    editions: "Variantes",
    here: "Jugar aquí",
    credits: "Créditos",
  },
  details: "Con más detalle",
  again: "Ver otra vez",
  differs: "Una línea al margen señala lo que depende de la edición, de sus variantes o de los ajustes.",
  rules: {
    here: {
      first: "En esta mesa se juega la primera edición.",
      second: "En esta mesa se juega la segunda edición.",
    },
    other: "Estás leyendo sobre otra forma de jugar.",
    backToTable: "Ver las reglas de esta mesa",
  },
  gameContinues: "Mientras lees, la mesa sigue jugando.",

  about: {
    title: "De qué se trata",
    body: [
      "**Toda la mesa dibuja y adivina al mismo tiempo.** Aquí nadie espera su turno.",
      "Sobre la mesa hay cartas llenas de palabras parecidas. Una de esas palabras es la tuya, y solo tú sabes cuál. Dibújala tan bien que nadie la confunda con sus vecinas, y no pierdas de vista lo que dibuja el resto.",
      "Acierta, y acierta pronto: los primeros aciertos son los que más estrellas ganan. Procura que también se adivine tu dibujo, o te costará estrellas. Si terminas pronto, hay un premio; pero si apuestas a la ligera, se vuelve contra ti.",
      (values) =>
        `Juegan de tres a seis personas, durante ${rounds(values.rounds)}. Gana quien tenga más estrellas al final.`,
    ],
  },

  round: {
    title: "Una ronda, paso a paso",
    steps: {
      read: {
        title: "Lee las cartas",
        picture: {
          severalCards:
            "Hay cartas de palabras una al lado de otra; cada una lleva una letra arriba y siete palabras parecidas debajo.",
          oneCard: "Una sola carta de palabras, con siete palabras parecidas.",
        },
        body: [
          {
            sixCards:
              "Se colocan seis cartas, de la A a la F. Cada una tiene siete palabras muy parecidas, así que hay 42 palabras en juego.",
            threeCards:
              "Se colocan tres cartas: A, B y C. Cada una tiene siete palabras muy parecidas, así que hay 21 palabras en juego.",
            oneCard:
              "Se coloca una sola carta, con siete palabras muy parecidas. De ella salen todas las palabras que se dibujan.",
          },
          "Mira bien todas las palabras antes de que se empiece a dibujar. ¿Hay alguna que no conozcas? Pide otra carta.",
        ],
        details: [
          "Las cartas tienen cuatro niveles; el 1 es el más fácil.",
          {
            levelsRise: "En cada ronda se sube un nivel: 1, 2, 3, 4.",
            levelsAsked:
              "Antes de cada ronda se vota el nivel: gana el más votado y, si hay empate, decide quien organiza. También puede elegirlo siempre quien organiza, si la mesa se ha preparado así. Para empezar va bien el nivel 1.",
            levelsPlanned: ({ levels }) => `Los niveles de esta partida, ronda a ronda: ${levels}.`,
            levelsEasiest: "En la variante infantil, todas las rondas son del nivel 1.",
          },
          {
            swapsFree:
              "Cualquier carta se puede cambiar si alguien no conoce una de sus palabras, tantas veces como haga falta.",
            swapsLimited: (values) =>
              `Cada persona puede cambiar ${swaps(values.swaps)} en toda la partida. A partir de ahí, toda la mesa tiene que estar de acuerdo.`,
            swapsByVote:
              "Una carta con una palabra que alguien no conoce solo se cambia si toda la mesa está de acuerdo.",
          },
          "Se cambia una carta porque alguien no conoce una palabra, no porque cueste dibujarla.",
          "Mientras se leen las cartas no hay charla: si dices qué palabras te parecen difíciles, será más fácil adivinar tu dibujo.",
          "Una carta que ya ha salido no vuelve a aparecer en la partida mientras queden cartas nuevas.",
          "La ronda empieza cuando toda la mesa está lista. Quien organiza también puede empezarla sin esperar.",
        ],
      },
      deal: {
        title: "Recibe tu palabra",
        picture: {
          severalCards:
            "Se juntan una carta con la letra B y otra con el número 4: la cuarta palabra de la carta B.",
          oneCard: "Junto a la carta de palabras hay otra con el número 4: indica la cuarta palabra.",
        },
        body: [
          {
            severalCards:
              "Te tocan en secreto una letra y un número. La letra dice qué carta es, y el número, cuál de sus palabras: **B y 4** es la cuarta palabra de la carta B.",
            oneCard: "Te toca en secreto un número, que dice cuál es tu palabra: el **4** es la cuarta.",
          },
        ],
        details: [
          "Cada número se reparte una sola vez, así que nadie más tiene tu palabra.",
          {
            sixCards: "Cada letra también se reparte una sola vez: no hay dos personas con la misma carta.",
            threeCards:
              "Cada letra está dos veces, así que alguien puede dibujar otra palabra de tu misma carta.",
            oneCard: "Todas las palabras en juego son vecinas: fíjate bien en los detalles.",
          },
          "Cada cual ve su palabra en el mismo instante que el resto. Hasta que acaba la ronda, nadie sabe qué ha quedado sin repartir.",
        ],
      },
      draw: {
        title: "Dibuja",
        picture:
          "Dos personas dibujan una al lado de la otra: en una hoja aparece un conejo, y en la otra, un oso.",
        body: [
          "Toda la mesa dibuja a la vez y ve aparecer cada línea. El resto busca tu palabra entre todas las que se parecen: muestra lo que la hace distinta.",
          {
            first: "Dibuja un poco, adivina un poco, vuelve a dibujar: el orden lo eliges tú.",
            second:
              "Primero dibuja y después adivina: **con tu primera apuesta tu hoja queda congelada** y ya no se puede cambiar nada en ella.",
          },
        ],
        details: [
          "La hoja se usa en vertical o en horizontal. La línea discontinua es su borde inferior.",
          {
            erasing:
              "Se puede borrar. Pero un dibujo no se mueve: nada de películas a base de dibujar y borrar.",
            noErasing: "En esta mesa no se puede borrar: cada línea se queda en la hoja.",
          },
          "Hay que dibujar la palabra propia, o al menos intentarlo. Dibujar otra adrede es hacer trampa.",
          "En cuanto terminas, tu hoja se queda como está.",
        ],
      },
      guess: {
        title: "Adivina",
        picture:
          "Una carta con el número 4 se desliza de la mano a la pila que hay junto a un dibujo y se da la vuelta.",
        body: [
          "En la mano tienes las cartas del 1 al 7. ¿Sabes qué está dibujando alguien? Pon en su pila, boca abajo, el número de la palabra.",
          "Cuanto más abajo esté tu carta en la pila, más puede ganar. Pero **una carta puesta en una pila ahí se queda**, y cada número lo tienes solo una vez.",
        ],
        details: [
          {
            severalCards:
              "La letra da igual para una apuesta: lo único que cuenta es el número. Si alguien pensaba en una palabra de otra carta, pero con el mismo número, también acierta.",
          },
          "Una carta por dibujo como mucho, y ninguna en el tuyo.",
          "Apostar no es obligatorio: puedes dejar sin carta todos los dibujos que quieras.",
          "Puedes apostar por un dibujo que aún está a medias, y también cuando quien lo hace ya ha terminado.",
          "Con tu propio número nunca aciertas, porque nadie más puede tenerlo.",
          "A la vista está de quién son las cartas de una pila y en qué orden se pusieron, pero no sus números.",
          "Si dos cartas llegan casi a la vez, queda debajo la que ha llegado antes al servidor.",
        ],
      },
      finish: {
        title: "Termina",
        picture: {
          lastTokenEnds:
            "Tres fichas negras, de tres, dos y una estrella, van a las tres primeras personas que terminan; la cuarta se queda sin ficha.",
          allFinish:
            "Cuatro fichas negras, de tres, dos, dos y una estrella, van a cuatro personas, una tras otra.",
          threeTokens: "Tres fichas negras, de tres, dos y una estrella, van a tres personas, una tras otra.",
        },
        body: [
          {
            first:
              "¿Ya has dibujado y adivinado bastante? Termina y toma una ficha negra: de las que quedan, la de más estrellas.",
            second:
              "¿Ya has dibujado y adivinado bastante? Termina y toma una de las fichas negras que quedan, la que prefieras.",
          },
          {
            lastTokenEnds:
              "Hay una ficha menos que personas, y **cuando se toma la última, toda la mesa para en el acto**.",
            allFinish: "Hay una ficha por persona, y se deja de dibujar cuando toda la mesa ha terminado.",
            threeTokens:
              "Hay tres fichas para tres personas, y se deja de dibujar cuando se han tomado las tres o cuando toda la mesa ha terminado.",
          },
          "Las estrellas de tu ficha te suman si al menos una persona acierta tu dibujo, pero te restan si eres la oveja negra.",
        ],
        details: [
          {
            decliningIsFinal: "Quien ha terminado ya no dibuja ni adivina.",
            decliningAgrees: "Quien ha tomado una ficha ya no dibuja ni adivina.",
          },
          {
            allFinish:
              "Quien va deprisa puede elegir; quien llega al final toma la ficha que queda, o ninguna.",
            lastTokenEnds:
              "Quien no ha terminado cuando se toma la última ficha tiene que parar, a mitad de una línea si hace falta, y se queda sin ficha.",
          },
          {
            decliningIsFinal:
              "También puedes terminar sin ficha. Si tu hoja está en blanco, no hay otra opción.",
            decliningAgrees:
              "También puedes terminar sin ficha; si tu hoja está en blanco, no hay otra opción. Eso solo significa que, por ti, se puede dejar de dibujar: hasta que lo digan todas las personas sin ficha, puedes seguir adivinando, o cambiar de idea y seguir jugando.",
          },
          { second: "Si tus apuestas no te convencen, una ficha con menos estrellas es más prudente." },
          {
            countdown: ({ lastPlayerTime }) =>
              `Cuando solo falta una persona, empieza una cuenta atrás (${lastPlayerTime}). Quien siga dibujando cuando se acabe termina sin ficha.`,
          },
          {
            timeLimit: ({ drawingTime }) =>
              `El tiempo para dibujar es limitado: ${drawingTime}. Quien no haya terminado para entonces se queda sin ficha.`,
          },
        ],
      },
      reveal: {
        title: "Voltea las cartas",
        picture:
          "Se voltean tres cartas de una pila: la primera acierta y gana dos estrellas, la segunda falla, y la tercera acierta y gana una estrella. Una ficha se queda con quien hizo el dibujo.",
        body: [
          "Dibujo por dibujo: quien lo hizo muestra la palabra, y luego se voltea la pila, de la primera carta a la última.",
          "Cada acierto gana la mejor ficha que le queda a quien hizo el dibujo. Un fallo no gana nada y acaba en medio de la mesa.",
        ],
        details: [
          "Cada persona tiene tantas fichas de puntos como rivales, así que todo acierto gana una.",
          "Si algo estaba mal en el dibujo, ahora es el momento de decirlo.",
          "Se pasa al siguiente dibujo cuando nadie necesita mirar más.",
        ],
      },
      stars: {
        title: "Cuenta las estrellas",
        picture:
          "Los fallos se amontonan junto a la oveja negra, y su ficha negra pasa de más tres a menos tres.",
        body: [
          "Las fichas que has ganado con otros dibujos te suman. Las tuyas que nadie ha ganado te restan.",
          "Quien tiene más fallos que nadie es la **oveja negra**: su ficha negra le resta.",
        ],
        details: [
          "Si varias personas comparten el máximo de fallos, nadie es la oveja negra.",
          "Una oveja negra sin ficha negra no pierde nada.",
          {
            learning:
              "La primera ronda es de práctica: no hay oveja negra, y cada ficha negra le suma a quien la ha tomado.",
          },
        ],
      },
    },
  },

  scoring: {
    title: "Puntuación",
    sum: [
      "**Suma:** las estrellas que has ganado con tus aciertos.",
      "**Resta:** las estrellas de tus propias fichas que nadie ha ganado.",
      "**Suma o resta:** las estrellas de tu ficha negra, si has tomado una.",
    ],
    token: "Cuánto vale una ficha negra",
    tokens: [
      "Si eres la oveja negra, te **resta**, tanto si alguien ha acertado tu dibujo como si no.",
      "Si no lo eres y al menos una persona ha acertado tu dibujo, te **suma**.",
      "Si no lo eres y nadie ha acertado tu dibujo, no vale **nada**.",
      {
        learning:
          "En la ronda de práctica, la primera, no hay oveja negra, y tu ficha siempre te **suma**, salvo que tu dibujo no valga.",
      },
    ],
    below: "Una ronda también puede acabar por debajo de cero.",
    example: {
      title: "Un ejemplo",
      names: ["Ana", "Bruno", "Carla"],
      drew: (name, number) => `La palabra de ${name} tiene el número ${number}.`,
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
            "**Ana** ganó dos estrellas con el dibujo de Carla y una con el de Bruno. Su segunda ficha, de una estrella, no la ganó nadie y le resta. En total, 2.",
          tokenForAll:
            "**Ana** ganó dos estrellas con el dibujo de Carla y una con el de Bruno. Su segunda ficha, de una estrella, no la ganó nadie y le resta. Como Bruno acertó su dibujo, la ficha negra le suma una. En total, 3.",
        },
        {
          lastTokenEnds: BRUNO_WITH_TWO,
          allFinish: BRUNO_WITH_TWO,
          threeTokens:
            "**Bruno** ganó dos estrellas con el dibujo de Ana y entregó sus dos fichas. Como hubo aciertos con su dibujo, la ficha negra le suma tres. En total, 5.",
        },
        {
          lastTokenEnds:
            "**Carla** ganó dos estrellas con el dibujo de Bruno, y una ficha suya, de una estrella, no la ganó nadie. El único fallo es suyo, así que es la oveja negra, y la ficha negra le resta una. En total, 0.",
          tokenForAll:
            "**Carla** ganó dos estrellas con el dibujo de Bruno, y una ficha suya, de una estrella, no la ganó nadie. El único fallo es suyo, así que es la oveja negra, y la ficha negra le resta dos. En total, −1.",
        },
        { learning: "En la ronda de práctica, Carla no sería la oveja negra: su ficha le sumaría." },
      ],
    },
    end: {
      title: "Quién gana",
      body: "Después de la última ronda se suman las estrellas de todas las rondas, y gana la suma más alta. Si hay empate, la victoria se comparte. Luego toda la mesa vota por el dibujo más genial, que no da estrellas, pero sí fama.",
    },
    table: {
      title: "Fichas según cuántas personas juegan",
      players: "Personas",
      own: "De cada persona",
      black: "Negras",
      here: "La fila marcada es la de esta mesa.",
    },
  },

  sheet: {
    title: "Qué no se puede dibujar",
    no: {
      title: "No se puede",
      body: [
        "Letras, cifras y cualquier clase de escritura.",
        "Rayas o casillas en lugar de letras o palabras.",
        "Un dibujo que solo da una pista de la primera letra.",
        "Pistas sobre el número, sobre la letra de la carta o sobre el lugar de una carta o de una palabra.",
        "Señalar el entorno: a alguien o algo que esté en la habitación.",
        { erasing: "Animaciones: dibujar y borrar para que el dibujo se mueva." },
        "Comentarios, sonidos o gestos que ayuden, tampoco en una llamada.",
      ],
    },
    yes: {
      title: "Sí se puede",
      body: [
        "Líneas onduladas donde iría un texto.",
        "Flechas y tachaduras.",
        "Lo que rodea a una cosa: dónde se encuentra, quién la usa, qué le pasa.",
        "Una palabra compuesta, parte por parte.",
        "Signos que conoce todo el mundo, como !, ?, €, $, + o una cruz.",
      ],
    },
    silence: {
      title: "Por qué no hay charla",
      body: [
        "Desde que se colocan las cartas hasta que se revelan los dibujos, quienes juegan no pueden escribirse.",
        "Mientras se leen las cartas, un comentario sobre a quién le cuesta qué palabra ya delataría algo. Mientras se dibuja, casi cualquier comentario puede ser una pista.",
      ],
    },
    fault: {
      title: "Si algo estaba mal",
      admit: (button) => `Mientras se revelan los dibujos, quien hizo uno puede reconocerlo: «${button}».`,
      object: (button) => `Cualquier otra persona que juegue puede oponerse: «${button}».`,
      vote: "Tras una protesta vota toda la mesa, salvo quien hizo el dibujo. Para que el dibujo no valga, tiene que estar de acuerdo más de la mitad. Si nadie dice nada, vale.",
      obvious:
        "Protesta solo si es evidente. En caso de duda, que el dibujo valga; cada mesa decide lo estricta que quiere ser.",
      lost: {
        title: "Un dibujo que no vale",
        body: [
          "Se devuelven todas las apuestas por él: no ganan nada, y ninguna cuenta como fallo.",
          "Todas las fichas de puntos se quedan con quien hizo el dibujo, y le restan.",
          "Lo que esa persona ha apostado por otros dibujos cuenta como siempre.",
          {
            first:
              "La ficha negra de esa persona no le da nada. Pero si es la oveja negra, le resta igualmente.",
            second:
              "La ficha negra de esa persona vuelve al centro y no vale nada, ni siquiera para la oveja negra.",
          },
          "Dibujar otra palabra, o no dibujar nada, tiene las mismas consecuencias.",
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
        { about: "Dos personas con la misma carta", first: "nunca", second: "puede pasar" },
        { about: "Dibujar después de apostar", first: "sí", second: "no" },
        { about: "Fichas negras", first: "una menos que personas", second: "una por persona" },
        { about: "Cuál se toma", first: "la mejor que queda", second: "cualquiera" },
        {
          about: "Se deja de dibujar",
          first: "con la última ficha",
          second: "cuando toda la mesa ha terminado",
        },
        {
          about: "Palabras desconocidas",
          first: "una carta por persona en la partida",
          second: "sin límite",
        },
      ],
    },
    variants: "Variantes",
    variant: {
      competitive:
        "Hay una ficha negra menos que personas, y cuando se toma la última, toda la mesa para en el acto; es ideal para cinco o seis.",
      children: "En todas las rondas las cartas son del nivel más fácil.",
      "one-card":
        "Se coloca una sola carta y cada cual dibuja una palabra de ella, así que solo se reparten números.",
      "calm-three":
        "Para tres personas hay tres fichas negras, de tres, dos y una estrella, y se deja de dibujar cuando se han tomado todas o cuando toda la mesa ha terminado.",
      learning: "En la primera ronda no hay oveja negra, y cada ficha negra le suma a quien la ha tomado.",
    },
    combine: "Quien organiza las elige al preparar la mesa, y puede combinar varias si encajan entre sí.",
    options:
      "Quien organiza también puede cambiar los niveles, cuántas cartas se cambian, si se puede borrar y los límites de tiempo.",
    inPlay: "en juego",
    here: "Esta mesa",
  },

  here: {
    title: "Jugar aquí",
    keys: {
      title: "Teclas",
      body: "La letra que lleva un dibujo y una cifra forman una apuesta, en cualquier orden.",
      key: "Tecla",
      does: "Qué hace",
      drawing: "elegir un dibujo: lleva su letra encima",
      card: "elegir o poner una carta de número",
      cancel: "soltar lo que se había elegido",
      undo: "deshacer el último cambio en tu hoja",
      redo: "rehacerlo",
      eraser: "tomar la goma de borrar o dejarla",
      thinner: "un lápiz más fino o más grueso",
      where: "Las cuatro últimas funcionan mientras tu hoja tiene el foco.",
      names: { escape: "Esc", control: "Ctrl", shift: "Mayús" },
    },
    touch: {
      title: "Dedo, lápiz digital y ratón",
      body: [
        "Dibuja con lo que tengas. En cuanto un lápiz digital se acerca a la hoja, los dedos y la palma dejan de dibujar, así que puedes apoyar la mano en ella. El otro extremo del lápiz borra, si tiene esa función.",
        "Para apostar, arrastra una carta de número hasta un dibujo, o toca el dibujo y después el número.",
        "En un teléfono, toca una de las hojas pequeñas para verla en grande, y el lápiz para volver a la tuya.",
      ],
    },
    undo: {
      title: "Si cambias de idea",
      body: [
        {
          erasing:
            "Lo que dibujas o borras, incluso la hoja entera, se puede deshacer y rehacer. La goma quita líneas enteras.",
          noErasing: "En esta mesa no se puede borrar, así que tampoco se puede deshacer lo dibujado.",
        },
        {
          first:
            "Apostar no tiene vuelta atrás, y tomar una ficha tampoco; por eso te preguntamos antes de que termines.",
          second:
            "Apostar no tiene vuelta atrás, y tomar una ficha tampoco; por eso te preguntamos antes de que termines, y antes de que una apuesta congele tu hoja.",
        },
      ],
    },
    back: {
      title: "Irse y volver",
      body: [
        "Si se corta la conexión, deja la página abierta: ella misma vuelve a la mesa, y no se pierde ninguna línea. Si la has cerrado, abre el mismo enlace en el mismo navegador, y tu asiento estará como lo dejaste.",
        "A los diez segundos sin conexión, te quedas fuera: la partida sigue y tu asiento te espera. En esa ronda todavía se puede adivinar tu dibujo, y no pierdes estrellas por las fichas que nadie haya ganado.",
        "Mientras estás fuera, no recibes palabra ni fichas, pero conservas tus estrellas. Cuando vuelves, todo está como antes, y juegas de nuevo, como muy tarde, desde la ronda siguiente. Tienen que jugar al menos tres personas; los bots pueden completar la mesa.",
        "Si quien organiza no vuelve, otra persona pasa a organizar la mesa.",
      ],
    },
    idle: {
      title: "Si alguien no hace nada",
      body: [
        "Quien no hace nada no detiene al resto. Cuando más de la mitad de la mesa está lista, se sigue a los quince segundos.",
        "Cuando al menos la mitad ha terminado de dibujar, quien lleve noventa segundos sin dibujar ni apostar termina sin ficha. Los últimos treinta segundos se ven en una cuenta atrás, y con cualquier cosa que haga empieza de nuevo: a quien va despacio nadie le mete prisa. Quien organiza puede cambiar ese tiempo o quitarlo.",
        "Si alguien lleva sesenta segundos sin hacer nada, quien organiza puede dejar que un bot juegue en su lugar; o la partida sigue sin esa persona hasta que vuelva.",
      ],
    },
    breaks: {
      title: "Pausas y finales anticipados",
      body: [
        "Quien organiza puede hacer una pausa: los relojes se paran, y las hojas se tapan y no se pueden cambiar. Cualquiera puede pedirla.",
        "Quien organiza puede acabar la partida después de la ronda en curso; entonces cuentan las rondas jugadas. También puede elegir cuántas rondas se juegan, de una a ocho.",
      ],
    },
    device: {
      title: "Otro dispositivo",
      body: (button) =>
        `Al preparar la mesa, «${button}» muestra un enlace que se lleva tu asiento, por ejemplo, de un portátil a una tableta con lápiz. Sirve una sola vez, durante cinco minutos.`,
    },
    bots: {
      title: "Jugar con bots",
      begin: (playNow, add) =>
        `«${playNow}», en la primera página, empieza al momento una partida con tres bots. Al preparar la mesa, «${add}» sienta a más entre la gente, y quien organiza decide cómo juega cada uno.`,
      body: [
        "Los bots ven lo mismo que el resto: tus líneas según las trazas, pero no tu palabra. Intentan adivinarla, y pueden fallar.",
        "Los bots no saben dibujarlo todo. Donde juegan, nuestras cartas son las de los niveles 1 a 3 que saben dibujar.",
        "Si alguien se ausenta durante una partida, quien organiza puede dejar que un bot juegue en su lugar. El asiento sigue siendo suyo, y el bot se levanta en cuanto vuelve.",
        { noBots: "En esta mesa no se permiten bots." },
      ],
    },
    time: {
      title: "Tiempo",
      body: [
        {
          noTimeLimit: "No hay límite de tiempo para dibujar, salvo que quien organiza ponga uno.",
          timeLimit: ({ drawingTime }) => `Tiempo para dibujar en esta mesa: ${drawingTime}.`,
        },
        {
          countdown: ({ lastPlayerTime }) =>
            `Cuando solo falta una persona, empieza una cuenta atrás: ${lastPlayerTime}. Las votaciones también tienen un límite. Quien organiza puede quitarlo.`,
          noCountdown: "En esta mesa no hay cuenta atrás para quien falta al final.",
        },
      ],
    },
    languages: {
      title: "Idiomas",
      body: "Una apuesta es solo un número, así que cada persona puede leer las mismas cartas en su propio idioma. El tuyo lo puedes cambiar en cualquier momento, incluso en mitad de una ronda. La excepción son los mazos propios, que pueden estar en un solo idioma.",
    },
    watching: {
      title: "Mirar",
      body: [
        "Quien llega durante una partida se queda mirando. Quienes miran ven todas las hojas, pero ningún secreto, y pueden charlar entre sí mientras la mesa lee y dibuja.",
        "Entre dos rondas pueden unirse a la partida mientras jueguen menos de seis personas, si la mesa lo permite, u ocupar un asiento abandonado. Quien llega tarde empieza con la puntuación más baja de la mesa, cero como mínimo, y la clasificación final lo indica.",
        { noWatchers: "En esta mesa no se puede mirar sin jugar." },
      ],
    },
    streaming: {
      title: "Para quien transmite la partida",
      cover: (setting) =>
        `Con el ajuste «${setting}», la pantalla tapa tu palabra hasta que la pulsas: mantenla pulsada para echar un vistazo o tócala para dejarla a la vista.`,
      delay:
        "Los números que has puesto se leen en tu propia pantalla, así que transmite con retraso si alguien de la mesa pudiera estar viéndote.",
    },
  },

  credits: {
    title: "Créditos",
    draw: {
      title: "Qué dibujan los bots",
      body: "Mucho de lo que dibujan los bots sale de estos iconos, convertidos en trazos de lápiz: sin colores, con las líneas unidas y puestas en orden.",
      share:
        "Lo que procede de OpenMoji también está bajo CC BY-SA 4.0: quien lo comparta debe nombrar a OpenMoji y mantener esta licencia.",
    },
    learn: {
      title: "De qué han aprendido los bots",
      body: "Se han entrenado con dibujos que muchas personas hicieron y compartieron, con los iconos de arriba y con los contornos de emojis:",
      by: (who) => `publicado por ${who}`,
    },
  },
};
