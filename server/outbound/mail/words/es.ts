/** The sentences of the mails in Spanish. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('es');

export const es: LetterTexts = {
  refundWays: {
    same: 'con el mismo medio de pago',
    transfer: 'por transferencia bancaria',
  },
  colon: ': ',
  greeting: (name) => `Hola, ${name}:`,
  ticketConfirmed: {
    subject: (event) => `Su entrada: ${event}`,
    opening: (event) => `Su inscripción en «${event}» está confirmada.`,
    page: 'Abra la página de su entrada en el teléfono y muestre el código en la puerta. Se renueva solo y, una vez abierta la página, también sin conexión.',
    picture: (minutes) =>
      count(minutes, {
        one: 'El QR adjunto solo vale # minuto; después use la página.',
        many: 'El QR adjunto solo vale unos # de minutos; después use la página.',
        other: 'El QR adjunto solo vale unos # minutos; después use la página.',
      }),
    closing: 'No comparta el enlace: quien lo tenga puede usar su entrada.',
  },
  registrationCancelled: {
    subject: (event) => `Cancelada: ${event}`,
    opening: (_event, isMany) =>
      isMany
        ? 'Sus inscripciones están canceladas y las entradas ya no son válidas.'
        : 'Su inscripción está cancelada y la entrada ya no es válida.',
    refund: (sum, way) => `Se le reembolsarán ${sum}${way}.`,
    closing: 'Si no lo esperaba, póngase en contacto con el organizador.',
  },
  ticketTransferred: {
    subject: (event) => `Su entrada se ha transferido: ${event}`,
    opening: (event) =>
      `Su entrada para «${event}» pertenece ahora a otra persona. Su código anterior ya no es válido.`,
    closing: 'Si no lo esperaba, póngase en contacto con el organizador.',
  },
  orderReceived: {
    subject: (event) => `Pague su pedido: ${event}`,
    opening: (order, event) => `Hemos recibido su pedido ${order} para «${event}». Todavía no está pagado.`,
    pay: (sum) => `Pague ${sum}, por favor. Recibirá sus entradas por correo en cuanto llegue el pago.`,
    payUntil: (sum, time) =>
      `Pague ${sum} antes del ${time}, por favor. Después, las plazas quedarán libres. Recibirá sus entradas por correo en cuanto llegue el pago.`,
    bank: (order) => `Para una transferencia bancaria, use esta cuenta e indique ${order} como concepto:`,
    closing: 'En la página de su pedido puede pagar en cualquier momento.',
  },
  orderPaid: {
    subject: (event) => `Recibo de su pedido: ${event}`,
    opening: (order, event) => `Gracias. Su pedido ${order} para «${event}» está completo.`,
    tickets: 'Estas son las entradas de este pedido. Cada persona recibe también la suya por correo.',
    closing: 'No comparta los enlaces: quien tenga uno puede mostrar la entrada.',
  },
  refundSent: {
    subject: (event) => `Su reembolso está en camino: ${event}`,
    opening: (sum, event, way) => `Le hemos reembolsado ${sum} por «${event}»${way}.`,
    closing: 'Su banco puede tardar hasta 10 días en abonarlo en su cuenta.',
  },
  refundFailed: {
    subject: (event) => `Su reembolso se retrasa: ${event}`,
    opening: (sum, event) => `No se ha podido pagar el reembolso de ${sum} por «${event}».`,
    closing: 'El organizador está informado y se pondrá en contacto con usted. Ahora no tiene que hacer nada.',
  },
  eventCancelled: {
    subject: (event) => `Evento cancelado: ${event}`,
    opening: (event, isMany) =>
      isMany
        ? `El organizador ha cancelado «${event}». Sus inscripciones han terminado y sus entradas ya no son válidas.`
        : `El organizador ha cancelado «${event}». Su inscripción ha terminado y su entrada ya no es válida.`,
    refund: (sum, way) => `Le reembolsaremos el importe completo de ${sum}${way}.`,
    closing: 'Si tiene preguntas, póngase en contacto con el organizador.',
  },
  waitlistOffer: {
    subject: (event) => `Hay una plaza libre para usted: ${event}`,
    opening: (event) => `Es su turno en la lista de espera de «${event}»: hemos reservado una plaza para usted.`,
    until: (time) => `Acéptela antes del ${time}, por favor. Después se ofrecerá a la siguiente persona.`,
    closing: 'Si ya no necesita la plaza, no tiene que hacer nada.',
  },
  sessionPromoted: {
    subject: (session, event) => `Tiene una plaza: ${session} (${event})`,
    opening: (session) => `Ha quedado libre una plaza: ya tiene plaza en «${session}».`,
    closing: 'Si ya no necesita la plaza, libérela en la página de su entrada. Pasará a la siguiente persona.',
  },
  sessionChanged: {
    subject: (session, event) => `Sesión modificada: ${session} (${event})`,
    opening: (session) => `«${session}» ha cambiado. Conserva su plaza. La sesión queda así:`,
    closing: 'Si ya no puede asistir, libere su plaza en la página de su entrada.',
  },
  sessionDisplaced: {
    subject: (session, event) => `Sesión trasladada: ${session} (${event})`,
    opening: (session) =>
      `«${session}» se ha trasladado a una hora en la que usted tiene otra cosa. Ahora está en su lista de espera, antes que quienes reservaron después.`,
    closing: 'Para recuperar la plaza, cancele en la página de su entrada lo que tiene a esa hora.',
  },
  sessionCancelled: {
    subject: (session, event) => `Sesión cancelada: ${session} (${event})`,
    opening: (session) =>
      `«${session}» no tendrá lugar. Su reserva de esta sesión queda cancelada; su entrada sigue siendo válida.`,
    closing: 'En la página de su entrada puede reservar otra sesión.',
  },
  prizeWon: {
    subject: (prize, event) => `Ha ganado en «${event}»: ${prize}`,
    opening: (prize, event) => `Ha ganado en el sorteo «${prize}» de «${event}».`,
    until: (time) => `Acepte el premio antes del ${time}, por favor. Después pasará a la siguiente persona.`,
    closing: 'Cualquiera puede comprobar el sorteo en su página pública.',
  },
  meetingProposed: {
    subject: (person, event) => `Propuesta de reunión de ${person} – ${event}`,
    opening: (person, event) => `${person} desea reunirse con usted en «${event}».`,
    until: (time) => `Responda antes del ${time}. Después, la hora vuelve a estar libre.`,
    closing: 'En la página de su entrada puede aceptar, rechazar o proponer otra hora.',
  },
  meetingMoved: {
    subject: (person, event) => `Nueva hora propuesta: ${person} – ${event}`,
    opening: (person, event) => `${person} propone otra hora para su reunión en «${event}».`,
    until: (time) => `Responda antes del ${time}. Después, la hora vuelve a estar libre.`,
    closing: 'En la página de su entrada puede aceptar, rechazar o proponer otra hora.',
  },
  meetingConfirmed: {
    subject: (person, event) => `Su reunión con ${person} – ${event}`,
    opening: (person, event) =>
      `Su reunión con ${person} en «${event}» está confirmada. La cita para el calendario va adjunta.`,
    closing: 'Si no puede asistir, cancele la reunión para que la otra persona pueda organizarse.',
  },
  meetingKept: {
    subject: (person, event) => `Su reunión con ${person} sigue como estaba acordada – ${event}`,
    opening: (person, event) => `${person} ha rechazado la nueva hora de su reunión en «${event}».`,
    closing: 'La hora acordada se mantiene.',
  },
  meetingDeclined: {
    subject: (person, event) => `Propuesta rechazada: ${person} – ${event}`,
    opening: (person, event) => `${person} ha rechazado su propuesta de reunión en «${event}».`,
    closing: 'La hora vuelve a estar libre.',
  },
  meetingWithdrawn: {
    subject: (person, event) => `Propuesta retirada: ${person} – ${event}`,
    opening: (person, event) => `${person} ha retirado la propuesta de reunirse con usted en «${event}».`,
    closing: 'No hace falta que responda. La hora vuelve a estar libre.',
  },
  meetingCancelled: {
    subject: (person, event) => `Reunión cancelada: ${person} – ${event}`,
    opening: (person, event) => `${person} ha cancelado su reunión en «${event}».`,
    closing: 'La hora vuelve a estar libre.',
  },
  exhibitorInvited: {
    subject: (exhibitor, event) => `Su página de contactos de ${exhibitor}: ${event}`,
    opening: (exhibitor, event) =>
      `Puede trabajar con los contactos de ${exhibitor} en «${event}»: verlos, añadir notas y exportarlos.`,
    phone:
      'Para escanear acreditaciones, abra la página, elija «Vincular un dispositivo» y escanee con su teléfono el código QR que se muestra. Después, el escaneo funciona sin conexión a internet.',
    closing: 'No comparta este enlace: cualquiera que lo tenga puede ver y cambiar los contactos.',
  },
  message: {
    closing: (event) => `Recibe este correo por su inscripción en «${event}».`,
    unsubscribe: 'No recibir más mensajes del organizador',
  },
  labels: {
    ticket: 'Entrada',
    number: 'Número',
    begins: 'Inicio',
    ends: 'Fin',
    where: 'Lugar',
    open: 'Abrir mi entrada',
    order: 'Pedido',
    total: 'Total',
    openOrder: 'Abrir mi pedido',
    openOffer: 'Aceptar la plaza',
    session: 'Sesión',
    openSchedule: 'Abrir mi programa',
    claimPrize: 'Aceptar el premio',
    meetingWith: 'Con',
    table: 'Mesa',
    booth: 'Stand',
    openLeads: 'Abrir los contactos',
  },
  qrCode: 'Código QR de la entrada',
  yourTicket: 'El enlace a su entrada está en el correo con el que llegó esta cita.',
};
