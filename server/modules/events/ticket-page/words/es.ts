/** The texts of the ticket page in Spanish. */
import type { PageWords } from './page-words.ts';

export const es: PageWords = {
  ticket: 'Entrada',
  ticketCode: 'Código de la entrada',
  qrCode: 'Código QR de esta entrada. Acérquelo al lector.',
  reload: 'Recargue esta página para obtener un código nuevo',
  noCode: 'Ahora no hay código',
  checkedIn: 'Acceso registrado',
  enjoy: '{time}. ¡Que disfrute del evento!',
  attendee: 'Nombre',
  ticketNumber: 'Número de entrada, para escribirlo a mano',
  language: 'Idioma',
  states: {
    pending: {
      title: 'Pago aún sin confirmar',
      text: 'Su código aparecerá aquí automáticamente en cuanto se complete el pago.',
    },
    waitlisted: {
      title: 'Está en la lista de espera',
      text: 'Su código aparecerá aquí cuando quede una plaza libre. También le escribiremos.',
    },
    expired: {
      title: 'Reserva caducada',
      text: 'El pago no llegó a tiempo y la plaza quedó libre. Vuelva a inscribirse.',
    },
    cancelled: {
      title: 'Inscripción cancelada',
      text: 'Esta entrada ya no es válida. Si no lo esperaba, escriba al organizador.',
    },
    refunded: { title: 'Entrada reembolsada', text: 'Esta entrada se reembolsó y ya no es válida.' },
    revoked: {
      title: 'Entrada retirada',
      text: 'El organizador ha retirado esta entrada. Es posible que haya recibido otra más reciente.',
    },
    event_cancelled: {
      title: 'Evento cancelado',
      text: 'Este evento no se celebrará. El organizador le escribirá sobre los reembolsos.',
    },
  },
  script: {
    renewsIn: 'Se renueva en {time}',
    goodUntilRenewed: 'El código se renueva solo; este vale {time} más',
    goodFor: 'Este código vale {time} más',
    hoursAndMinutes: '{h} h {min} min',
    appears: 'Aparecerá aquí automáticamente: {time}, también sin conexión.',
    usedUp:
      'Se han agotado los códigos guardados en este dispositivo. Conéctese un momento a internet para obtener otros.',
    noNetwork: 'Sin conexión. Esta página sigue funcionando.',
    looksForNews: 'Esta página se actualiza sola.',
    saved: 'Guardada en este dispositivo: se abre y se renueva también sin conexión.',
    keepOpen: 'Mantenga esta página abierta o guárdela en la pantalla de inicio.',
  },
};
