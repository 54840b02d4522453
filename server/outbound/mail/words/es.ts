/** The sentences of the mails in Spanish. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('es');

export const es: LetterTexts = {
  colon: ': ',
  greeting: (name) => `Hola, ${name}:`,
  confirmed: {
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
  cancelled: {
    subject: (event) => `Cancelada: ${event}`,
    opening: () => 'Su inscripción está cancelada y la entrada ya no es válida.',
    refund: (sum) => `Se le reembolsarán ${sum} por el mismo medio de pago.`,
    closing: 'Si no lo esperaba, escriba al organizador.',
  },
  labels: {
    ticket: 'Entrada',
    number: 'Número',
    begins: 'Inicio',
    ends: 'Fin',
    where: 'Lugar',
    open: 'Abrir mi entrada',
  },
  qrCode: 'Código QR de la entrada',
  yourTicket: 'Su entrada',
};
