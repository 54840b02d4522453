/** The words about other kiosks on the network in German. */
import type { VenueWords } from './venue-words.ts';

export const de: VenueWords = {
  title: 'Andere Kioske im Netz',
  conditions: {
    open: 'Dieser Kiosk hört die anderen Kioske direkt, auch ohne Internet.',
    no_address:
      'Dieses Gerät hört die anderen Kioske, sobald es eine ihrer Adressen kennt. Lesen Sie dazu den Code in den Einstellungen eines Kiosks oder geben Sie seine Adresse ein, die auf .local endet.',
    no_host:
      'Dieser Kiosk hört keine anderen Kioske: Der lokale Dienst läuft nicht oder verbindet sich nicht mit anderen Kiosken.',
    switched_off:
      'Der lokale Dienst dieses Kiosks ist für andere Kioske ausgeschaltet. Starten Sie ihn zum Einschalten ohne „--peers off“; in der Desktop-App setzen Sie in kiosk.json „peerPort“ auf 4011.',
    no_key: 'Dieser Kiosk hat noch keinen Schlüssel für das Netz der Kioske. Verbinden Sie ihn einmal mit dem Server.',
    not_here: 'Ein Kiosk mit dieser Rolle hört keine anderen Kioske.',
    failed:
      'Der lokale Dienst kann im Netz nicht erreichbar gemacht werden. Starten Sie ihn neu und prüfen Sie dann das Netz dieses Computers.',
  },
  inReach: (inReach, members) => `${inReach} von ${members} Kiosken in Reichweite`,
  keyOutdated: 'Ein anderer Kiosk hat einen neueren Schlüssel. Verbinden Sie diesen Kiosk einmal mit dem Server.',
  dropped: (scans) =>
    `Scans anderer Kioske, für die hier kein Platz war: ${scans}. Verbinden Sie die Kioske mit dem Server.`,
  hears: (names) => `hört ${names}`,
  hearsNone: 'hört keinen anderen Kiosk',
  thisKiosk: (name) => `${name} (dieser Kiosk)`,
  online: 'online',
  noInternet: 'kein Internet',
  unknown: 'Unbekanntes Gerät',
  reportsTitle: 'Probleme im Netz',
  report: (reason, kiosk, times) => `${kiosk}: ${reason} (${times})`,
  reasons: {
    revoked: 'ein gesperrter Kiosk wollte teilnehmen',
    key: 'der Schlüssel ist veraltet',
    forged: 'eine Nachricht war nicht echt',
    unlisted: 'nicht in der Liste der Kioske. Ein eben erst gekoppelter steht nach der nächsten Übertragung darin',
    flood: 'zu viele oder zu große Nachrichten',
    stranger: 'verbunden, ohne sich als Kiosk auszuweisen',
    crowd: 'zu viele Verbindungen auf einmal',
    silent: 'meldet sich nicht mehr. Strom und Netzwerk prüfen',
    unreadable: 'eine Nachricht ist nicht lesbar. Die Software dort aktualisieren',
  },
  ownAddress: 'Adresse dieses Kiosks',
  ownAddressHint:
    'Geben Sie sie an einem anderen Kiosk ein, wenn die Kioske einander nicht finden, oder lesen Sie dort den Code.',
  code: 'Code mit der Adresse dieses Kiosks',
  address: 'Adresse eines weiteren Kiosks',
  addressHint: 'Zum Beispiel 192.168.1.20:4011',
  add: 'Hinzufügen',
  remove: (address) => `${address} entfernen`,
  notAnAddress:
    'Das ist keine Adresse. Geben Sie sie so ein, wie der andere Kiosk sie zeigt, zum Beispiel 192.168.1.20:4011.',
  notAKiosk:
    'Dieser Code gehört zu keinem anderen Kiosk. Öffnen Sie am anderen Kiosk die Einstellungen und halten Sie den Code von dort vor den Scanner.',
  box: (name) => `${name} (Box für den Veranstaltungsort)`,
  reached: (name) => `Erreicht: ${name}`,
  outcomes: {
    asking: 'wird gefragt …',
    unreachable:
      'Dort antwortet nichts. Prüfen Sie die Adresse, ob der andere Kiosk läuft und ob beide im selben Netz sind. Dieser Kiosk versucht es weiter.',
    not_proven:
      'Was dort antwortet, hat sich nicht als Kiosk dieser Veranstaltung ausgewiesen. Prüfen Sie die Adresse. Stimmt sie, verbinden Sie beide Kioske einmal mit dem Server.',
    self: 'Das ist die Adresse dieses Kiosks. Geben Sie die ein, die ein anderer Kiosk anzeigt.',
  },
};
