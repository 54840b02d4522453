/** The sentences of the mails in German. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('de');

export const de: LetterTexts = {
  refundWays: {
    same: 'auf demselben Zahlungsweg',
    transfer: 'per Banküberweisung',
  },
  colon: ': ',
  greeting: (name) => `Guten Tag ${name},`,
  ticketConfirmed: {
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
  registrationCancelled: {
    subject: (event) => `Storniert: ${event}`,
    opening: (_event, isMany) =>
      isMany
        ? 'Ihre Anmeldungen sind storniert, die Tickets gelten nicht mehr.'
        : 'Ihre Anmeldung ist storniert, das Ticket gilt nicht mehr.',
    refund: (sum, way) => `Sie erhalten ${sum}${way} zurück.`,
    closing: 'Wenn Sie das überrascht, schreiben Sie bitte dem Veranstalter.',
  },
  ticketTransferred: {
    subject: (event) => `Ihr Ticket wurde übertragen: ${event}`,
    opening: (event) =>
      `Ihr Ticket für „${event}“ gehört jetzt einer anderen Person. Ihr bisheriger Code gilt nicht mehr.`,
    closing: 'Wenn Sie das überrascht, schreiben Sie bitte dem Veranstalter.',
  },
  orderReceived: {
    subject: (event) => `Bitte bezahlen Sie Ihre Bestellung: ${event}`,
    opening: (order, event) => `Ihre Bestellung ${order} für „${event}“ ist eingegangen. Sie ist noch nicht bezahlt.`,
    pay: (sum) => `Bitte zahlen Sie ${sum}. Sobald die Zahlung eingegangen ist, erhalten Sie Ihre Tickets per E-Mail.`,
    payUntil: (sum, time) =>
      `Bitte zahlen Sie ${sum} bis ${time}. Danach werden die Plätze wieder frei. Sobald die Zahlung eingegangen ist, erhalten Sie Ihre Tickets per E-Mail.`,
    bank: (order) => `Für eine Überweisung nutzen Sie dieses Konto und als Verwendungszweck ${order}:`,
    closing: 'Auf der Seite Ihrer Bestellung können Sie jederzeit zahlen.',
  },
  orderPaid: {
    subject: (event) => `Beleg zu Ihrer Bestellung: ${event}`,
    opening: (order, event) => `Vielen Dank. Ihre Bestellung ${order} für „${event}“ ist abgeschlossen.`,
    tickets: 'Das sind die Tickets dieser Bestellung. Jede Person erhält ihr Ticket auch selbst per E-Mail.',
    closing: 'Geben Sie die Links nicht weiter: Wer einen hat, kann das Ticket zeigen.',
  },
  refundSent: {
    subject: (event) => `Ihre Erstattung ist unterwegs: ${event}`,
    opening: (sum, event, way) => `Wir haben Ihnen ${sum} für „${event}“${way} erstattet.`,
    closing: 'Bis der Betrag auf Ihrem Konto erscheint, können bis zu 10 Tage vergehen.',
  },
  refundFailed: {
    subject: (event) => `Ihre Erstattung verzögert sich: ${event}`,
    opening: (sum, event) => `Die Erstattung von ${sum} für „${event}“ konnte nicht ausgezahlt werden.`,
    closing: 'Der Veranstalter weiß davon und meldet sich bei Ihnen. Sie müssen jetzt nichts tun.',
  },
  eventCancelled: {
    subject: (event) => `Veranstaltung abgesagt: ${event}`,
    opening: (event, isMany) =>
      isMany
        ? `Der Veranstalter hat „${event}“ abgesagt. Ihre Anmeldungen sind beendet, die Tickets gelten nicht mehr.`
        : `Der Veranstalter hat „${event}“ abgesagt. Ihre Anmeldung ist beendet, das Ticket gilt nicht mehr.`,
    refund: (sum, way) => `Sie erhalten den vollen Betrag von ${sum}${way} zurück.`,
    closing: 'Bei Fragen schreiben Sie bitte dem Veranstalter.',
  },
  waitlistOffer: {
    subject: (event) => `Ein Platz ist für Sie frei: ${event}`,
    opening: (event) => `Sie sind auf der Warteliste für „${event}“ an der Reihe: Ein Platz ist für Sie reserviert.`,
    until: (time) => `Bitte nehmen Sie ihn bis ${time} an. Danach wird er der nächsten Person angeboten.`,
    closing: 'Wenn Sie den Platz nicht mehr benötigen, müssen Sie nichts tun.',
  },
  sessionPromoted: {
    subject: (session, event) => `Sie haben einen Platz: ${session} (${event})`,
    opening: (session) => `Ein Platz ist frei geworden: Sie haben jetzt einen Platz in „${session}“.`,
    closing:
      'Wenn Sie den Platz nicht mehr benötigen, geben Sie ihn bitte auf Ihrer Ticketseite frei. Dann erhält ihn die nächste Person.',
  },
  sessionChanged: {
    subject: (session, event) => `Programmpunkt geändert: ${session} (${event})`,
    opening: (session) => `„${session}“ hat sich geändert. Sie behalten Ihren Platz. So ist es jetzt geplant:`,
    closing: 'Wenn Sie nicht mehr kommen können, geben Sie Ihren Platz bitte auf Ihrer Ticketseite frei.',
  },
  sessionDisplaced: {
    subject: (session, event) => `Programmpunkt verschoben: ${session} (${event})`,
    opening: (session) =>
      `„${session}“ wurde auf eine Zeit verschoben, zu der Sie etwas anderes haben. Sie stehen jetzt auf der Warteliste, vor allen, die später gebucht haben.`,
    closing: 'Um den Platz zurückzubekommen, sagen Sie bitte auf Ihrer Ticketseite ab, was Sie zu dieser Zeit haben.',
  },
  sessionCancelled: {
    subject: (session, event) => `Programmpunkt abgesagt: ${session} (${event})`,
    opening: (session) => `„${session}“ findet nicht statt. Ihre Buchung ist damit beendet, Ihr Ticket gilt weiter.`,
    closing: 'Auf Ihrer Ticketseite können Sie einen anderen Programmpunkt buchen.',
  },
  prizeWon: {
    subject: (prize, event) => `Sie haben bei „${event}“ gewonnen: ${prize}`,
    opening: (prize, event) => `Sie haben bei der Verlosung „${prize}“ von „${event}“ gewonnen.`,
    until: (time) => `Bitte nehmen Sie den Preis bis ${time} an. Danach geht er an die nächste Person.`,
    closing: 'Die Verlosung kann jede Person auf ihrer öffentlichen Seite nachprüfen.',
  },
  meetingProposed: {
    subject: (person, event) => `Treffen vorgeschlagen: ${person} – ${event}`,
    opening: (person, event) => `${person} möchte Sie bei „${event}“ treffen.`,
    until: (time) => `Bitte antworten Sie bis ${time}. Danach ist die Zeit wieder frei.`,
    closing: 'Auf Ihrer Ticketseite können Sie zusagen, ablehnen oder eine andere Zeit vorschlagen.',
  },
  meetingMoved: {
    subject: (person, event) => `Neue Zeit vorgeschlagen: ${person} – ${event}`,
    opening: (person, event) => `${person} schlägt eine andere Zeit für Ihr Treffen bei „${event}“ vor.`,
    until: (time) => `Bitte antworten Sie bis ${time}. Danach ist die Zeit wieder frei.`,
    closing: 'Auf Ihrer Ticketseite können Sie zusagen, ablehnen oder eine andere Zeit vorschlagen.',
  },
  meetingConfirmed: {
    subject: (person, event) => `Ihr Treffen mit ${person} – ${event}`,
    opening: (person, event) =>
      `Ihr Treffen mit ${person} bei „${event}“ ist bestätigt. Der Kalendereintrag ist angehängt.`,
    closing: 'Wenn Sie nicht kommen können, sagen Sie das Treffen bitte ab, damit die andere Person planen kann.',
  },
  meetingKept: {
    subject: (person, event) => `Ihr Treffen mit ${person} bleibt wie vereinbart – ${event}`,
    opening: (person, event) => `${person} hat die neue Zeit für Ihr Treffen bei „${event}“ abgelehnt.`,
    closing: 'Die vereinbarte Zeit bleibt bestehen.',
  },
  meetingDeclined: {
    subject: (person, event) => `Vorschlag abgelehnt: ${person} – ${event}`,
    opening: (person, event) => `${person} hat Ihren Vorschlag für ein Treffen bei „${event}“ abgelehnt.`,
    closing: 'Die Zeit ist wieder frei.',
  },
  meetingWithdrawn: {
    subject: (person, event) => `Vorschlag zurückgezogen: ${person} – ${event}`,
    opening: (person, event) => `${person} hat den Vorschlag für ein Treffen bei „${event}“ zurückgezogen.`,
    closing: 'Sie brauchen nicht zu antworten. Die Zeit ist wieder frei.',
  },
  meetingCancelled: {
    subject: (person, event) => `Treffen abgesagt: ${person} – ${event}`,
    opening: (person, event) => `${person} hat Ihr Treffen bei „${event}“ abgesagt.`,
    closing: 'Die Zeit ist wieder frei.',
  },
  exhibitorInvited: {
    subject: (exhibitor, event) => `Ihre Seite mit den Leads von ${exhibitor}: ${event}`,
    opening: (exhibitor, event) =>
      `Sie können die Leads von ${exhibitor} bei „${event}“ bearbeiten: ansehen, Notizen ergänzen und exportieren.`,
    phone:
      'Um Namensschilder zu scannen, öffnen Sie die Seite, wählen „Gerät koppeln“ und scannen den angezeigten QR-Code mit Ihrem Telefon. Danach funktioniert das Scannen auch ohne Internetverbindung.',
    closing: 'Geben Sie den Link nicht weiter: Wer ihn hat, kann die Leads sehen und ändern.',
  },
  message: {
    closing: (event) => `Sie erhalten diese E-Mail, weil Sie für „${event}“ angemeldet sind.`,
    unsubscribe: 'Keine Nachrichten des Veranstalters mehr erhalten',
  },
  labels: {
    ticket: 'Ticket',
    number: 'Nummer',
    begins: 'Beginn',
    ends: 'Ende',
    where: 'Ort',
    open: 'Mein Ticket öffnen',
    order: 'Bestellung',
    total: 'Summe',
    openOrder: 'Meine Bestellung öffnen',
    openOffer: 'Platz annehmen',
    session: 'Programmpunkt',
    openSchedule: 'Mein Programm öffnen',
    claimPrize: 'Preis annehmen',
    meetingWith: 'Mit',
    table: 'Tisch',
    booth: 'Stand',
    openLeads: 'Leads öffnen',
  },
  qrCode: 'QR-Code des Tickets',
  yourTicket: 'Der Link zu Ihrem Ticket steht in der E-Mail zu diesem Eintrag.',
};
