/** The texts of the last page in German. */
import type { MoreWords } from './more-words.ts';

export const de: MoreWords = {
  title: 'Mehr',
  failed: 'Das hat nicht geklappt: {reason}',
  messages: 'Nachrichten des Veranstalters',
  noMessages: 'Sie haben noch keine Nachrichten.',
  install: {
    title: 'Auf dem Startbildschirm',
    text: 'Ihr Ticket öffnet sich dann wie eine App, auch ohne Internet.',
    button: 'Installieren',
  },
  cancel: 'Anmeldung stornieren',
  cancelled: 'Ihre Anmeldung ist storniert.',
  askOrganizer: 'Sie können hier nicht mehr stornieren. Bitte wenden Sie sich an den Veranstalter.',
  known: {
    title: 'Was über mich gespeichert ist',
    text: 'Die Datei enthält alles, was diese Veranstaltung über Sie gespeichert hat: Buchungen, Treffen, Punkte, Fragen, E-Mails und Check-ins.',
    name: 'Name',
    email: 'E-Mail',
    company: 'Firma',
    role: 'Funktion',
    ticket: 'Ticket',
    registeredAt: 'Angemeldet',
    checkedInAt: 'Eingecheckt',
    save: 'Als Datei sichern',
  },
};
