/** The sentences of the mails in German. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('de');

export const de: LetterTexts = {
  colon: ': ',
  greeting: (name) => `Guten Tag ${name},`,
  confirmed: {
    subject: (event) => `Ihr Ticket: ${event}`,
    opening: (event) => `Ihre Anmeldung zu „${event}“ ist bestätigt.`,
    page: 'Öffnen Sie Ihre Ticketseite auf dem Telefon und zeigen Sie den Code am Eingang. Er erneuert sich von selbst, nach dem ersten Öffnen auch ohne Netz.',
    picture: (minutes) =>
      count(minutes, {
        one: 'Der QR-Code im Anhang gilt nur etwa # Minute; danach gilt die Ticketseite.',
        other: 'Der QR-Code im Anhang gilt nur etwa # Minuten; danach gilt die Ticketseite.',
      }),
    closing: 'Geben Sie den Link nicht weiter: Wer ihn hat, kann Ihr Ticket zeigen.',
  },
  cancelled: {
    subject: (event) => `Storniert: ${event}`,
    opening: () => 'Ihre Anmeldung ist storniert, das Ticket gilt nicht mehr.',
    refund: (sum) => `Sie erhalten ${sum} auf demselben Zahlungsweg zurück.`,
    closing: 'Wenn Sie das überrascht, schreiben Sie bitte dem Veranstalter.',
  },
  labels: {
    ticket: 'Ticket',
    number: 'Nummer',
    begins: 'Beginn',
    ends: 'Ende',
    where: 'Ort',
    open: 'Mein Ticket öffnen',
  },
  qrCode: 'QR-Code des Tickets',
  yourTicket: 'Ihr Ticket',
};
