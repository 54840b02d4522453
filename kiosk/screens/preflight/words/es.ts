/** The pre-flight's words in Spanish. Long because it is a dictionary. */
import type { PreflightWords } from './preflight-words.ts';

export const es: PreflightWords = {
  title: 'Comprobación previa',
  about: 'Antes de abrir las puertas: todo lo que necesita este quiosco, probado una vez. Diez segundos como máximo.',
  run: 'Empezar la comprobación',
  runAgain: 'Comprobar todo otra vez',
  running: 'Comprobando…',
  progress: (done, all) => `${done} de ${all} comprobados`,
  whole: {
    ok: 'Este quiosco está listo.',
    warn: 'Este quiosco funciona. Revise lo señalado.',
    fail: 'Este quiosco no está listo. Resuelva primero lo señalado.',
  },
  levels: { ok: 'Bien', warn: 'Revisar', fail: 'Mal' },
  waiting: 'Aún sin comprobar',
  checkAgain: (check) => `Comprobar otra vez: ${check}`,
  again: 'Comprobar otra vez',
  begin: 'Ir a la puerta',
  scan: {
    title: 'Escanee este código ahora',
    how: 'Acerque el escáner o la cámara al código. Así se ve cómo está configurado el escáner.',
    code: 'Código de prueba para el escáner',
    skip: 'No hay escáner a mano',
  },
  printTest: 'Imprimir una acreditación de prueba',
  printing: 'Imprimiendo…',
  toDo: 'Qué hacer:',
  common: {
    timeout: ['No respondió a tiempo.', 'Compruebe otra vez. Si sigue igual, reinicie el quiosco.'],
    fault: [
      (f) => `No se pudo comprobar (${f.text('error')}).`,
      'Compruebe otra vez. Si sigue igual, reinicie el quiosco.',
    ],
  },
  checks: {
    first_load: {
      name: 'Lista de inscripciones',
      findings: {
        ok: [(f) => `Hay ${f.number('people')} inscripciones cargadas.`],
        nobody: ['La lista está, pero vacía.', 'Mire en la consola si es el evento correcto.'],
        missing: ['La lista aún no se ha cargado.', 'Conecte el quiosco al servidor y espere.'],
      },
    },
    data_age: {
      name: 'Antigüedad de los datos',
      findings: {
        ok: [(f) => `Al día (${f.duration('ageMs')}).`],
        stale: [(f) => `Los datos tienen ${f.duration('ageMs')}.`, 'Revise la red.'],
        old: [
          (f) => `Los datos tienen ${f.duration('ageMs')}.`,
          'Conecte el quiosco: le faltan inscripciones recientes.',
        ],
        never: ['Nunca han estado completos.', 'Conecte el quiosco al servidor y espere.'],
      },
    },
    server: {
      name: 'Servidor',
      findings: {
        ok: [(f) => `Responde en ${f.number('roundTripMs')} ms.`],
        slow: [
          (f) => `Responde despacio, en ${f.number('roundTripMs')} ms.`,
          'Use un cable o acérquese al punto de acceso.',
        ],
        cut: ['El interruptor de práctica corta la red.', 'Desactívelo en los ajustes.'],
        unwell: [(f) => `Informa de un fallo (${f.number('status')}).`, 'Avise a quien gestiona el servidor.'],
        unreachable: [
          'No se puede alcanzar.',
          'Revise el cable y la wifi. Se puede escanear, pero sin ver los escaneos de otros quioscos.',
        ],
      },
    },
    clock: {
      name: 'Reloj',
      findings: {
        ok: ['Coincide con el servidor.'],
        corrected: [
          (f) => `El reloj de esta máquina se desvía ${f.duration('offsetMs')}. El quiosco lo corrige.`,
          'Ajuste el reloj de la máquina cuando haya tiempo.',
        ],
        untrusted: ['El quiosco no está seguro de la hora.', 'Conéctelo una vez al servidor.'],
      },
    },
    version: {
      name: 'Versión',
      findings: {
        ok: [(f) => `${f.text('own')}, igual que el servidor.`],
        differs: [
          (f) => `Aquí ${f.text('own')}, en el servidor ${f.text('server')}. Se entienden.`,
          'Recargue o actualice el quiosco cuando haya tiempo.',
        ],
        unknown: ['El servidor no dijo su versión.', 'Conecte el quiosco y compruebe otra vez.'],
        too_old: ['El quiosco y el servidor no se entienden.', 'Actualice el quiosco antes de abrir.'],
      },
    },
    lease: {
      name: 'Trabajo sin conexión',
      findings: {
        ok: [(f) => `Puede seguir ${f.duration('leftMs')} sin servidor.`],
        short: [(f) => `Solo puede seguir ${f.duration('leftMs')}.`, 'Déjelo conectado unos minutos.'],
        expired: ['Lleva demasiado tiempo sin el servidor.', 'Conéctelo o vincúlelo de nuevo.'],
        revoked: ['La organización ha desactivado este quiosco.', 'Vincúlelo de nuevo.'],
      },
    },
    event: {
      name: 'Evento',
      findings: {
        ok: [(f) => `${f.text('event')}. Puertas: ${f.time('doorsMs')}.`],
        another_day: [
          (f) => `${f.text('event')} no abre hasta ${f.time('doorsMs')}.`,
          'Mire si el quiosco está vinculado al evento correcto.',
        ],
        over: [(f) => `${f.text('event')} ha terminado.`, 'Vincule el quiosco al evento correcto.'],
        cancelled: [(f) => `${f.text('event')} está cancelado.`, 'Vincule el quiosco al evento correcto.'],
        missing: ['El evento no está en los datos.', 'Conecte el quiosco o vincúlelo de nuevo.'],
      },
    },
    gate: {
      name: 'Acceso',
      findings: {
        ok: [(f) => `${f.text('gate')} está abierto.`],
        opens_later: [(f) => `${f.text('gate')} abre ${f.time('opensMs')}.`, 'Hasta entonces no entra nadie por aquí.'],
        closed: [(f) => `${f.text('gate')} cerró ${f.time('closesMs')}.`, 'Cambie su horario en la consola.'],
        exit_only: [
          (f) => `${f.text('gate')} es solo de salida.`,
          'Si aquí se debe entrar, lleve el quiosco a otro acceso.',
        ],
        missing: ['Aquí no entra ningún tipo de entrada, o el acceso ya no existe.', 'Revise el acceso en la consola.'],
      },
    },
    rooms: {
      name: 'Plazas en las salas',
      findings: {
        ok: [(f) => `Plazas por dar: ${f.number('left')} (${f.text('room')}).`],
        none: ['Ninguna sala tiene límite aquí.'],
        short: [(f) => `Solo ${f.number('left')} plazas por dar (${f.text('room')}).`, 'Deje el quiosco conectado.'],
        empty: [
          (f) => `Ninguna plaza por dar (${f.text('room')}).`,
          'Conecte el quiosco: el servidor le asigna plazas.',
        ],
      },
    },
    supervisors: {
      name: 'Supervisores',
      findings: {
        ok: [(f) => `Con PIN: ${f.number('people')}.`],
        none: ['Nadie tiene PIN, así que nadie puede anular un rechazo.', 'Asigne un PIN en la consola.'],
        outdated: [
          (f) => `PIN anterior a las autorizaciones firmadas: ${f.number('people')}.`,
          'Asigne de nuevo estos PIN en la consola.',
        ],
        unneeded: ['No hace falta en este quiosco.'],
      },
    },
    unsent: {
      name: 'Escaneos sin enviar',
      findings: {
        ok: ['Todo está enviado.'],
        waiting: [(f) => `Por enviar: ${f.number('scans')}.`, 'Deje el quiosco conectado hasta que se envíen.'],
      },
    },
    parked: {
      name: 'Escaneos rechazados',
      findings: {
        ok: ['El servidor ha aceptado todos los escaneos.'],
        some: [
          (f) => `Rechazados por el servidor: ${f.number('scans')}.`,
          'Abra «Conexión» y avise a la organización.',
        ],
      },
    },
    offline_start: {
      name: 'Arranque sin red',
      findings: {
        ok: ['Toda la página está en este equipo: arranca sin red.'],
        update: ['Hay una versión más nueva en este equipo. Se usará en cuanto el quiosco esté en reposo.'],
        preparing: ['La página todavía no está en este equipo.', 'Deje el quiosco conectado y compruebe otra vez.'],
        unsupported: [
          'Este navegador no guarda la página: sin red no volvería a arrancar.',
          'Ábrala por su dirección https fuera de una ventana privada, o use el quiosco de escritorio.',
        ],
      },
    },
    storage: {
      name: 'Espacio en disco',
      findings: {
        ok: [(f) => `${f.bytes('freeBytes')} libres, guardados de forma permanente.`],
        not_persistent: [
          (f) => `${f.bytes('freeBytes')} libres, pero el navegador puede borrarlos.`,
          'Instale la página como aplicación o use el quiosco de escritorio.',
        ],
        low: [(f) => `Solo ${f.bytes('freeBytes')} libres.`, 'Libere espacio en esta máquina.'],
        full: [(f) => `Solo ${f.bytes('freeBytes')} libres.`, 'Libere espacio antes de abrir.'],
        unknown: ['El navegador no dice cuánto queda libre.', 'Mírelo usted en la máquina.'],
      },
    },
    disk: {
      name: 'Disco',
      findings: {
        ok: [(f) => `Escrito y leído en ${f.number('tookMs')} ms.`],
        slow: [(f) => `Lento: ${f.number('tookMs')} ms para unos pocos escaneos.`, 'Cierre otros programas.'],
        broken: [(f) => `El disco no deja escribir (${f.text('error')}).`, 'Use otro quiosco.'],
        corrupt: ['El disco devuelve algo distinto de lo escrito.', 'Use otro quiosco.'],
      },
    },
    journal: {
      name: 'Diario de escaneos',
      findings: {
        ok: ['Se puede escribir y leer.'],
        broken: [(f) => `No se puede escribir (${f.text('error')}).`, 'Reinicie el quiosco. Si sigue igual, use otro.'],
      },
    },
    printer: {
      name: 'Impresora',
      findings: {
        ok: [(f) => `${f.text('printer')} está lista.`],
        busy: [(f) => `${f.text('printer')} está imprimiendo.`],
        none: ['No hay impresora conectada.', 'Si aquí se imprimen acreditaciones, conecte una.'],
        host_lost: ['El programa de dispositivos no responde.', 'Reinícielo en esta máquina.'],
        trouble: [(f) => `${f.text('printer')} no funciona.`, 'Enciéndala; revise cable, tapa y papel.'],
      },
    },
    paper: {
      name: 'Papel',
      findings: {
        ok: [(f) => `${f.text('printer')} tiene papel.`],
        not_needed: ['Aquí las acreditaciones se guardan como archivos.'],
        look: [(f) => `${f.text('printer')} no lo dice.`, 'Mire usted dentro de la impresora.'],
        low: [(f) => `A ${f.text('printer')} le queda poco.`, 'Prepare o ponga un rollo nuevo.'],
        out: [(f) => `${f.text('printer')} se quedó sin papel.`, 'Ponga un rollo nuevo.'],
        unknown: ['No se sabe: ninguna impresora responde.', 'Atienda primero la impresora.'],
      },
    },
    test_print: {
      name: 'Acreditación de prueba',
      findings: {
        ok: ['Salió una acreditación.'],
        not_tried: ['Aún no se ha impreso ninguna.', 'Imprima una de prueba y mírela.'],
        failed: [(f) => `No salió ninguna. ${f.text('why')}`, 'Atienda la impresora e imprima otra vez.'],
        no_printer: ['No hay impresora que probar.', 'Si aquí se imprimen acreditaciones, conecte una.'],
      },
    },
    scanner: {
      name: 'Escáner',
      findings: {
        ok: ['El código de prueba se leyó bien.'],
        camera: ['La cámara leyó el código de prueba.'],
        skipped: ['No se escaneó ningún código.', 'Compruebe otra vez y escanee el código mostrado.'],
        no_end: ['No envía Intro después del código.', 'Configure el escáner para que envíe Intro («CR suffix»).'],
        layout: [
          (f) => `Su teclado no es US ni el de esta máquina («${f.text('scanned')}…»).`,
          'Configure el escáner con teclado US.',
        ],
        unclear: ['No se entiende lo que envió.', 'Compruebe otra vez.'],
      },
    },
    camera: {
      name: 'Cámara',
      findings: {
        ok: ['Da imagen.'],
        off: ['Desactivada en los ajustes.'],
        dark: ['La imagen está negra.', 'Quite la tapa y encienda la luz.'],
        denied: ['Esta página no puede usarla.', 'Permita la cámara en el navegador o en el sistema.'],
        missing: ['No hay cámara conectada.', 'Conecte una o desactive la cámara en los ajustes.'],
        trouble: ['No funciona.', 'Cierre los programas que la usan o vuelva a conectarla.'],
      },
    },
    sound: {
      name: 'Sonido',
      findings: {
        ok: ['Se oye.'],
        off: ['Desactivado en los ajustes.'],
        blocked: ['El navegador lo retiene.', 'Toque la página una vez y compruebe otra vez.'],
        missing: ['Esta máquina no tiene sonido.', 'Conecte un altavoz o siga sin él.'],
      },
    },
    power: {
      name: 'Corriente y pantalla',
      findings: {
        ok: ['La pantalla sigue encendida.'],
        may_sleep: ['La pantalla puede apagarse sola.', 'Configure la máquina para que siga encendida.'],
        on_battery: [(f) => `Con batería, ${f.number('percent')} %.`, 'Enchufe la corriente.'],
      },
    },
    languages: {
      name: 'Idiomas',
      findings: {
        ok: ['Todos están completos.'],
        incomplete: [(f) => `Incompletos: ${f.text('languages')}.`, 'Actualice el navegador o el quiosco.'],
      },
    },
  },
};
