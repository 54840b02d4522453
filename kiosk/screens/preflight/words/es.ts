/** The pre-flight's words in Spanish. Long because it is a dictionary. */
import type { PreflightWords } from './preflight-words.ts';

export const es: PreflightWords = {
  title: 'Comprobación previa',
  about: 'Antes de abrir las puertas: todo lo que necesita este equipo, probado una vez. Diez segundos como máximo.',
  run: 'Empezar la comprobación',
  runAgain: 'Comprobar todo otra vez',
  running: 'Comprobando…',
  progress: (done, all) => `${done} de ${all} comprobados`,
  whole: {
    ok: 'Este equipo está listo.',
    warn: 'Este equipo funciona. Revise lo señalado.',
    fail: 'Este equipo no está listo. Resuelva primero lo señalado.',
  },
  levels: { ok: 'OK', warn: 'Revisar', fail: 'Fallo' },
  waiting: 'Aún sin comprobar',
  checkAgain: (check) => `Comprobar otra vez: ${check}`,
  again: 'Comprobar otra vez',
  begin: 'Empezar los accesos',
  scan: {
    title: 'Escanee este código ahora',
    how: 'Acerque el lector o la cámara al código. Así se ve cómo está configurado el lector.',
    code: 'Código de prueba para el lector',
    skip: 'No hay lector a mano',
  },
  printTest: 'Imprimir prueba',
  printing: 'Imprimiendo…',
  toDo: 'Qué hacer:',
  common: {
    timeout: ['No respondió a tiempo.', 'Compruebe otra vez. Si sigue igual, reinicie el equipo.'],
    fault: [
      (f) => `No se pudo comprobar (${f.text('error')}).`,
      'Compruebe otra vez. Si sigue igual, reinicie el equipo.',
    ],
  },
  checks: {
    first_load: {
      name: 'Lista de inscripciones',
      findings: {
        ok: [(f) => `Hay ${f.number('people')} inscripciones cargadas.`],
        empty: ['La lista está, pero vacía.', 'Mire en la consola si es el evento correcto.'],
        missing: ['La lista aún no se ha cargado.', 'Conecte el equipo al servidor y espere.'],
      },
    },
    data_age: {
      name: 'Antigüedad de los datos',
      findings: {
        ok: [(f) => `Al día, de hace ${f.duration('ageMs')}.`],
        stale: [(f) => `Los datos son de hace ${f.duration('ageMs')}.`, 'Revise la red.'],
        old: [
          (f) => `Los datos son de hace ${f.duration('ageMs')}.`,
          'Conecte el equipo: le faltan inscripciones recientes.',
        ],
        never: ['Nunca han estado completos.', 'Conecte el equipo al servidor y espere.'],
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
          'No hay conexión con el servidor.',
          'Revise el cable y la wifi. Se puede escanear, pero sin ver los escaneos de otros equipos.',
        ],
      },
    },
    other_kiosks: {
      name: 'Otros quioscos',
      findings: {
        ok: [(f) => `Al alcance: ${f.number('inReach')} de ${f.number('members')} quioscos.`],
        single: ['Este evento tiene un solo quiosco.'],
        unused: ['No se usa en este equipo.'],
        switched_off: ['Desactivado en este equipo.'],
        no_address: [
          'Este equipo aún no oye a los demás quioscos: participa a través de un quiosco cuya dirección tiene.',
          'En los ajustes, lea el código de un quiosco con servicio local o escriba su dirección que termina en .local.',
        ],
        alone: [
          (f) => `Ningún otro quiosco está al alcance; el evento tiene ${f.number('members')}.`,
          'Compruebe que todos los quioscos estén en la misma red o escriba en los ajustes la dirección de otro quiosco.',
        ],
        no_key: ['Aún no hay clave para la red de quioscos.', 'Conecte este quiosco una vez al servidor.'],
        failed: [
          'El servicio local no puede recibir conexiones en la red.',
          'Inicie de nuevo el servicio local y revise la red de este equipo.',
        ],
      },
    },
    clock: {
      name: 'Reloj',
      findings: {
        ok: ['Coincide con el servidor.'],
        corrected: [
          (f) => `El reloj de este equipo se desvía ${f.duration('offsetMs')}. Se corrige solo.`,
          'Ajuste el reloj del equipo cuando haya tiempo.',
        ],
        untrusted: ['El equipo no está seguro de la hora.', 'Conéctelo una vez al servidor.'],
      },
    },
    version: {
      name: 'Versión',
      findings: {
        ok: [(f) => `${f.text('own')}, igual que el servidor.`],
        differs: [
          (f) => `Aquí ${f.text('own')}, en el servidor ${f.text('server')}. Se entienden.`,
          'Recargue o actualice el equipo cuando haya tiempo.',
        ],
        unknown: ['El servidor no dijo su versión.', 'Conecte el equipo y compruebe otra vez.'],
        too_old: ['El equipo y el servidor no se entienden.', 'Actualice el equipo antes de abrir.'],
      },
    },
    lease: {
      name: 'Trabajo sin conexión',
      findings: {
        ok: [(f) => `Puede seguir ${f.duration('leftMs')} sin servidor.`],
        short: [(f) => `Solo puede seguir ${f.duration('leftMs')}.`, 'Déjelo conectado unos minutos.'],
        expired: ['Lleva demasiado tiempo sin el servidor.', 'Conéctelo o vincúlelo de nuevo.'],
        revoked: ['El organizador ha desactivado este equipo.', 'Vincúlelo de nuevo.'],
      },
    },
    event: {
      name: 'Evento',
      findings: {
        ok: [(f) => `${f.text('event')}. Apertura: ${f.time('doorsMs')}.`],
        another_day: [
          (f) => `Apertura de ${f.text('event')}: ${f.time('doorsMs')}.`,
          'Mire si el equipo está vinculado al evento correcto.',
        ],
        over: [(f) => `Evento terminado: ${f.text('event')}.`, 'Vincule el equipo al evento correcto.'],
        cancelled: [(f) => `Evento cancelado: ${f.text('event')}.`, 'Vincule el equipo al evento correcto.'],
        missing: ['El evento no está en los datos.', 'Conecte el equipo o vincúlelo de nuevo.'],
      },
    },
    gate: {
      name: 'Puerta',
      findings: {
        ok: [(f) => `${f.text('gate')}: puerta abierta.`],
        opens_later: [
          (f) => `Apertura de ${f.text('gate')}: ${f.time('opensMs')}.`,
          'Hasta entonces no entra nadie por aquí.',
        ],
        closed: [(f) => `Cierre de ${f.text('gate')}: ${f.time('closesMs')}.`, 'Cambie su horario en la consola.'],
        exit_only: [(f) => `${f.text('gate')}: solo salida.`, 'Si aquí se debe entrar, lleve el equipo a otra puerta.'],
        missing: ['Ningún tipo de entrada vale aquí, o la puerta ya no existe.', 'Revise la puerta en la consola.'],
      },
    },
    rooms: {
      name: 'Plazas en las salas',
      findings: {
        ok: [(f) => `Plazas disponibles: ${f.number('left')} (${f.text('room')}).`],
        none: ['Ninguna sala tiene límite aquí.'],
        short: [(f) => `Solo ${f.number('left')} plazas disponibles (${f.text('room')}).`, 'Deje el equipo conectado.'],
        empty: [
          (f) => `Ninguna plaza disponible (${f.text('room')}).`,
          'Conecte el equipo: el servidor le asigna plazas.',
        ],
      },
    },
    supervisors: {
      name: 'Responsables',
      findings: {
        ok: [(f) => `Con PIN: ${f.number('people')}.`],
        none: ['Nadie tiene PIN, así que nadie puede autorizar pese a un rechazo.', 'Asigne un PIN en la consola.'],
        outdated: [
          (f) => `PIN anterior a las autorizaciones firmadas: ${f.number('people')}.`,
          'Asigne de nuevo estos PIN en la consola.',
        ],
        unneeded: ['No hace falta en este equipo.'],
      },
    },
    unsent: {
      name: 'Escaneos sin enviar',
      findings: {
        ok: ['Todo está enviado.'],
        waiting: [(f) => `Por enviar: ${f.number('scans')}.`, 'Deje el equipo conectado hasta que se envíen.'],
      },
    },
    parked: {
      name: 'Escaneos rechazados',
      findings: {
        ok: ['El servidor ha aceptado todos los escaneos.'],
        some: [
          (f) => `Rechazados por el servidor: ${f.number('scans')}.`,
          'Abra «Conexión y datos» y avise al organizador.',
        ],
      },
    },
    offline_start: {
      name: 'Arranque sin red',
      findings: {
        ok: ['Toda la página está en este equipo: arranca sin red.'],
        update: ['Hay una versión más nueva en este equipo. Se usará en cuanto el equipo esté en reposo.'],
        preparing: ['La página todavía no está en este equipo.', 'Deje el equipo conectado y compruebe otra vez.'],
        unsupported: [
          'Este navegador no guarda la página: sin red no volvería a arrancar.',
          'Ábrala por su dirección https fuera de una ventana privada. En un equipo de sobremesa sirve también la aplicación de escritorio.',
        ],
      },
    },
    storage: {
      name: 'Espacio en disco',
      findings: {
        ok: [(f) => `${f.bytes('freeBytes')} libres; los datos se conservan.`],
        not_persistent: [
          (f) => `${f.bytes('freeBytes')} libres, pero el navegador puede borrar los datos.`,
          'Instale la página como aplicación. En un equipo de sobremesa sirve también la aplicación de escritorio.',
        ],
        low: [(f) => `Solo ${f.bytes('freeBytes')} libres.`, 'Libere espacio en este equipo.'],
        full: [(f) => `Solo ${f.bytes('freeBytes')} libres.`, 'Libere espacio antes de abrir.'],
        unknown: ['El navegador no dice cuánto queda libre.', 'Mírelo usted en el equipo.'],
      },
    },
    disk: {
      name: 'Disco',
      findings: {
        ok: [(f) => `Escrito y leído en ${f.number('tookMs')} ms.`],
        slow: [(f) => `Lento: ${f.number('tookMs')} ms para unos pocos escaneos.`, 'Cierre otros programas.'],
        broken: [(f) => `El disco no deja escribir (${f.text('error')}).`, 'Use otro equipo.'],
        corrupt: ['El disco devuelve algo distinto de lo escrito.', 'Use otro equipo.'],
      },
    },
    journal: {
      name: 'Diario de escaneos',
      findings: {
        ok: ['Se puede escribir y leer.'],
        broken: [(f) => `No se puede escribir (${f.text('error')}).`, 'Reinicie el equipo. Si sigue igual, use otro.'],
      },
    },
    printer: {
      name: 'Impresora',
      findings: {
        ok: [(f) => `${f.text('printer')} está lista.`],
        busy: [(f) => `${f.text('printer')} está imprimiendo.`],
        none: ['No hay impresora conectada.', 'Si aquí se imprimen acreditaciones, conecte una.'],
        host_lost: ['El servicio local no responde.', 'Reinícielo en este equipo.'],
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
      name: 'Lector',
      findings: {
        ok: ['El código de prueba se leyó bien.'],
        camera: ['La cámara leyó el código de prueba.'],
        skipped: ['No se escaneó ningún código.', 'Compruebe otra vez y escanee el código mostrado.'],
        no_end: ['No envía Intro después del código.', 'Configure el lector para que envíe Intro («CR suffix»).'],
        layout: [
          (f) => `Su teclado no es US ni el de este equipo («${f.text('scanned')}…»).`,
          'Configure el lector con teclado US.',
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
        missing: ['Este equipo no tiene sonido.', 'Conecte un altavoz o siga sin él.'],
      },
    },
    power: {
      name: 'Alimentación y pantalla',
      findings: {
        ok: ['La pantalla sigue encendida.'],
        may_sleep: ['La pantalla puede apagarse sola.', 'Configure el equipo para que siga encendida.'],
        on_battery: [(f) => `Con batería, ${f.percent('percent')}.`, 'Conecte el cargador.'],
      },
    },
    languages: {
      name: 'Idiomas',
      findings: {
        ok: ['Todos están completos.'],
        incomplete: [(f) => `Incompletos: ${f.text('languages')}.`, 'Actualice el navegador o la aplicación.'],
      },
    },
  },
};
