/** The texts of the ticket page in German. */
import type { PageWords } from './page-words.ts';

export const de: PageWords = {
  ticket: 'Ticket',
  ticketCode: 'Ticketcode',
  qrCode: 'QR-Code dieses Tickets. Halten Sie ihn vor den Scanner.',
  reload: 'Laden Sie diese Seite neu, um einen neuen Code zu bekommen',
  noCode: 'Gerade kein Code',
  checkedIn: 'Eingecheckt',
  enjoy: '{time}. Viel Freude bei der Veranstaltung!',
  attendee: 'Name',
  ticketNumber: 'Ticketnummer, zum Eintippen',
  language: 'Sprache',
  states: {
    pending: {
      title: 'Zahlung noch nicht bestätigt',
      text: 'Ihr Code erscheint hier von selbst, sobald die Zahlung eingegangen ist.',
    },
    waitlisted: {
      title: 'Sie stehen auf der Warteliste',
      text: 'Ihr Code erscheint hier, wenn ein Platz frei wird. Wir schreiben Ihnen dann auch.',
    },
    expired: {
      title: 'Reservierung abgelaufen',
      text: 'Die Zahlung kam nicht rechtzeitig an, der Platz wurde wieder frei. Bitte melden Sie sich neu an.',
    },
    cancelled: {
      title: 'Anmeldung storniert',
      text: 'Dieses Ticket gilt nicht mehr. Wenn Sie das überrascht, schreiben Sie bitte dem Veranstalter.',
    },
    refunded: { title: 'Ticket erstattet', text: 'Dieses Ticket wurde erstattet und gilt nicht mehr.' },
    revoked: {
      title: 'Ticket zurückgezogen',
      text: 'Der Veranstalter hat dieses Ticket zurückgezogen. Vielleicht haben Sie ein neueres erhalten.',
    },
    event_cancelled: {
      title: 'Veranstaltung abgesagt',
      text: 'Diese Veranstaltung findet nicht statt. Der Veranstalter schreibt Ihnen wegen der Erstattung.',
    },
  },
  script: {
    renewsIn: 'Erneuert sich in {time}',
    goodUntilRenewed: 'Der Code erneuert sich von selbst; dieser gilt noch {time}',
    goodFor: 'Dieser Code gilt noch {time}',
    hoursAndMinutes: '{h} Std. {min} Min.',
    appears: 'Er erscheint hier von selbst: {time}, auch ohne Netz.',
    usedUp:
      'Die Codes auf diesem Gerät sind aufgebraucht. Verbinden Sie sich kurz mit dem Internet, um neue zu bekommen.',
    noNetwork: 'Kein Netz. Diese Seite funktioniert weiter.',
    looksForNews: 'Diese Seite aktualisiert sich von selbst.',
    saved: 'Auf diesem Gerät gespeichert: öffnet und erneuert sich auch ohne Netz.',
    keepOpen: 'Lassen Sie diese Seite offen, oder legen Sie sie auf den Startbildschirm.',
  },
};
