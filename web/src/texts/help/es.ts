// Spanish help texts: the terms of ../es.ts, and no wording that reveals a gender.

import type { HelpTexts } from "./help.ts";

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
  differs: "Una línea al margen señala lo que cambia en la otra edición.",
  edition: {
    choose: "Edición",
    here: {
      first: "En esta mesa se juega la primera edición.",
      second: "En esta mesa se juega la segunda edición.",
    },
  },
  gameContinues: "Mientras lees, la mesa sigue jugando.",

  about: {
    title: "De qué se trata",
    body: [
      "**Toda la mesa dibuja y adivina al mismo tiempo.** Aquí nadie espera su turno.",
      "Sobre la mesa hay cartas llenas de palabras parecidas. Una de esas palabras es la tuya, y solo tú sabes cuál. Dibújala tan bien que nadie la confunda con sus vecinas, y no pierdas de vista lo que dibuja el resto.",
      "Acierta, y acierta pronto: los primeros aciertos son los que más estrellas ganan. Procura que también se adivine tu dibujo, o te costará estrellas. Si terminas pronto, hay un premio; pero si apuestas a la ligera, se vuelve contra ti.",
      {
        first:
          "Juegan de tres a seis personas, durante cinco rondas. Gana quien tenga más estrellas al final.",
        second:
          "Juegan de tres a seis personas, durante cuatro rondas. Gana quien tenga más estrellas al final.",
      },
    ],
  },

  round: {
    title: "Una ronda, paso a paso",
    steps: {
      read: {
        title: "Lee las cartas",
        picture:
          "Hay cartas de palabras una al lado de otra; cada una lleva una letra arriba y siete palabras parecidas debajo.",
        body: [
          {
            first:
              "Se colocan seis cartas, de la A a la F. Cada una tiene siete palabras muy parecidas, así que hay 42 palabras en juego.",
            second:
              "Se colocan tres cartas: A, B y C. Cada una tiene siete palabras muy parecidas, así que hay 21 palabras en juego.",
          },
          "Míralas bien todas antes de que se empiece a dibujar. ¿Hay alguna palabra que no conozcas? Pide otra carta.",
        ],
        details: [
          {
            first:
              "Las cartas tienen cuatro niveles; el 1 es el más fácil. Quien organiza elige uno antes de cada ronda; para empezar va bien el nivel 1.",
            second:
              "Las cartas tienen cuatro niveles; el 1 es el más fácil. En cada ronda se sube un nivel, salvo que quien organiza haya elegido otra cosa.",
          },
          {
            first:
              "Cada persona puede hacer que se cambie una carta en toda la partida. A partir de ahí, toda la mesa tiene que estar de acuerdo. Quien organiza puede haber puesto otro límite.",
            second:
              "Cualquier carta se puede cambiar si alguien no conoce una de sus palabras, tantas veces como haga falta, salvo que quien organiza haya puesto un límite.",
          },
          "Una carta que ya ha salido no vuelve a aparecer en la partida mientras queden cartas nuevas.",
          "La ronda empieza cuando toda la mesa está lista. Quien organiza también puede empezarla sin esperar.",
        ],
      },
      deal: {
        title: "Recibe tu palabra",
        picture:
          "Se juntan una carta con la letra B y otra con el número 4: la cuarta palabra de la carta B.",
        body: [
          "Te tocan en secreto una letra y un número. La letra dice qué carta es, y el número, cuál de sus palabras: **B y 4** es la cuarta palabra de la carta B.",
        ],
        details: [
          "Cada número se reparte una sola vez, así que nadie más tiene tu palabra.",
          {
            first: "Cada letra también se reparte una sola vez: no hay dos personas con la misma carta.",
            second:
              "Cada letra está dos veces, así que alguien puede dibujar otra palabra de tu misma carta.",
          },
          "Cada cual ve su palabra en el mismo instante que el resto. Hasta que acaba la ronda, nadie sabe qué letras y números han sobrado.",
        ],
      },
      draw: {
        title: "Dibuja",
        picture:
          "Dos personas dibujan una al lado de la otra: en una hoja aparece un conejo, y en la otra, un oso.",
        body: [
          "Toda la mesa dibuja a la vez y ve aparecer cada línea. El resto busca tu palabra en todas las cartas: muestra lo que la hace distinta.",
          {
            first: "Dibuja un poco, adivina un poco, vuelve a dibujar: el orden lo eliges tú.",
            second:
              "Primero dibuja y después adivina: **con tu primera apuesta tu hoja queda congelada** y ya no se puede cambiar nada en ella.",
          },
        ],
        details: [
          "La hoja se usa en vertical o en horizontal. La línea discontinua es su borde inferior.",
          "Se puede borrar, si la mesa lo permite. Pero un dibujo no se mueve: nada de películas a base de dibujar y borrar.",
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
          "La letra da igual para una apuesta: lo único que cuenta es el número. Si alguien pensaba en una palabra de otra carta, pero con el mismo número, también acierta.",
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
          first:
            "Tres fichas negras, de tres, dos y una estrella, van a las tres primeras personas que terminan; la cuarta se queda sin ficha.",
          second:
            "Cuatro fichas negras, de tres, dos, dos y una estrella, van a cuatro personas, una tras otra.",
        },
        body: [
          {
            first:
              "¿Ya has dibujado y adivinado bastante? Termina y toma una ficha negra: de las que quedan, la de más estrellas. Hay una ficha menos que personas, y **cuando se toma la última, toda la mesa para en el acto**.",
            second:
              "¿Ya has dibujado y adivinado bastante? Termina y toma una de las fichas negras que quedan, la que prefieras. Hay una por persona, y la ronda se detiene cuando toda la mesa ha terminado.",
          },
          "Sus estrellas te suman si al menos una persona acierta tu dibujo, pero te restan si eres la oveja negra.",
        ],
        details: [
          "Quien ha terminado ya no dibuja ni adivina.",
          "También puedes terminar sin ficha. Si tu hoja está en blanco, no hay otra opción.",
          {
            first:
              "Quien no ha terminado cuando se toma la última ficha tiene que parar, a mitad de una línea si hace falta, y se queda sin ficha.",
            second: "Quien va deprisa puede elegir; a quien llega al final le toca lo que queda.",
          },
          {
            first:
              "Si hay quien renuncia a la ficha, la ronda sigue hasta que se han tomado todas, o hasta que han terminado todas las personas que no tienen una.",
            second: "Si tus apuestas no te convencen, una ficha con menos estrellas es más prudente.",
          },
          "Cuando solo falta una persona, el resto espera, así que empieza una cuenta atrás. Quien siga dibujando cuando se acabe termina sin ficha.",
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
    ],
    below: "Una ronda también puede acabar por debajo de cero.",
    example: {
      title: "Un ejemplo",
      names: ["Ana", "Bruno", "Carla"],
      drew: (name, number) => `La palabra de ${name} tiene el número ${number}.`,
      order: {
        first:
          "Bruno terminó primero y tomó la ficha de dos estrellas. Carla tomó la que quedaba, de una, y Ana tuvo que parar.",
        second:
          "Bruno terminó primero y tomó una ficha de dos estrellas. Carla tomó otra de dos, y Ana, la que quedaba, de una.",
      },
      explanation: [
        {
          first:
            "**Ana** ganó dos estrellas con el dibujo de Carla y una con el de Bruno. Su segunda ficha, de una estrella, no la ganó nadie y le resta. En total, 2.",
          second:
            "**Ana** ganó dos estrellas con el dibujo de Carla y una con el de Bruno. Su segunda ficha, de una estrella, no la ganó nadie y le resta. Como Bruno acertó su dibujo, la ficha negra le suma una. En total, 3.",
        },
        "**Bruno** ganó dos estrellas con el dibujo de Ana y entregó sus dos fichas. Como hubo aciertos con su dibujo, la ficha negra le suma dos. En total, 4.",
        {
          first:
            "**Carla** ganó dos estrellas con el dibujo de Bruno, y una ficha suya, de una estrella, no la ganó nadie. El único fallo es suyo, así que es la oveja negra, y la ficha negra le resta una. En total, 0.",
          second:
            "**Carla** ganó dos estrellas con el dibujo de Bruno, y una ficha suya, de una estrella, no la ganó nadie. El único fallo es suyo, así que es la oveja negra, y la ficha negra le resta dos. En total, −1.",
        },
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
      competitive: "Negras, más competitiva",
      calm: "Negras, con calma para tres",
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
        "Una cosa dibujada solo por la letra con la que empieza su nombre.",
        "Pistas sobre el número, sobre la letra de la carta o sobre el lugar de una carta o de una palabra.",
        "Señalar a alguien o algo que esté en la habitación.",
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
    noChat: "Mientras se dibuja, quienes juegan no pueden escribirse.",
    fault: {
      title: "Si algo estaba mal",
      admit: (button) => `Mientras se revela un dibujo, quien lo hizo puede reconocerlo: «${button}».`,
      object: (button) => `Cualquier otra persona que juegue puede oponerse: «${button}».`,
      vote: "Tras una protesta vota toda la mesa, salvo quien hizo el dibujo. Para que el dibujo no valga, tiene que estar de acuerdo más de la mitad. Si nadie dice nada, vale.",
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
    inPlay: "en juego",
    none: "En esta mesa se juega sin variantes.",
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
        "Lo que dibujas o borras, incluso la hoja entera, se puede deshacer y rehacer, si la mesa permite borrar. La goma quita líneas enteras.",
        "Apostar y terminar no tienen vuelta atrás; por eso te preguntamos antes de que termines, y antes de que una apuesta congele tu hoja.",
      ],
    },
    back: {
      title: "Irse y volver",
      body: [
        "Si se corta la conexión, deja la página abierta: ella misma vuelve a la mesa, y no se pierde ninguna línea. Si la has cerrado, abre el mismo enlace en el mismo navegador, y tu asiento estará como lo dejaste.",
        "Cuando alguien lleva veinte segundos ausente, el resto puede votar para seguir sin esa persona. A los dos minutos, alguien que esté mirando puede ocupar ese asiento entre dos rondas.",
        "Si quien organiza no vuelve, otra persona pasa a organizar la mesa.",
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
      ],
    },
    time: {
      title: "Tiempo",
      body: "No hay límite de tiempo, salvo que quien organiza ponga uno. Solo se mete prisa a quienes faltan al final, y las votaciones se cierran al cabo de un rato; quien organiza puede quitar también eso.",
    },
    languages: {
      title: "Idiomas",
      body: "Una apuesta es solo un número, así que cada persona puede leer las mismas cartas en su propio idioma. El tuyo lo puedes cambiar en cualquier momento, incluso en mitad de una ronda. La excepción son los mazos propios, que pueden estar en un solo idioma.",
    },
    watching: {
      title: "Mirar",
      body: [
        "Quien llega durante una partida se queda mirando. Quienes miran ven todas las hojas, pero ningún secreto, y pueden charlar entre sí mientras la mesa dibuja.",
        "Entre dos partidas pueden ocupar un asiento libre, y entre dos rondas, uno abandonado.",
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
