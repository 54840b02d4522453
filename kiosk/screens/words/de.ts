/** The kiosk's words in German. */

import { countIn } from '#shared/base/plural.ts';
import type { Words } from './en.ts';

const count = countIn('de');

export const de: Words = {
  common: {
    close: 'Schließen',
    erase: 'Löschen',
    clear: 'Alles löschen',
    cancel: 'Abbrechen',
    back: 'Zurück',
    yes: 'Ja',
    no: 'Nein',
    tryAgain: 'Noch einmal versuchen',
    startAgain: 'Neu starten',
    required: 'Pflicht',
    optional: 'optional',
    unknownRegistration: 'Unbekannte Anmeldung',
    reason: 'Grund',
    skipStatusBar: 'Statusleiste überspringen',
    details: 'Einzelheiten',
  },
  starting: { title: 'Startet …', text: 'Die Daten dieses Kiosks werden geöffnet.' },
  alreadyOpen: {
    title: 'Schon in einem anderen Fenster offen',
    text: 'Einlass geht mit den Daten dieses Kiosks immer nur in einem Fenster. Schließen Sie dieses Fenster und machen Sie im anderen weiter. Gibt es keines, wurde es gerade geschlossen: Versuchen Sie es noch einmal.',
  },
  failed: {
    title: 'Dieser Kiosk konnte nicht starten',
    text: 'Starten Sie neu. Bleibt es dabei, schaffen Sie Speicherplatz oder nehmen Sie einen anderen Kiosk. Alles, was grün gezeigt wurde, ist gespeichert.',
  },
  broken: {
    title: 'Diese Ansicht ist ausgefallen',
    whatToDo: 'Drücken Sie „Neu starten“.',
    text: 'Alles, was grün gezeigt wurde, ist gespeichert; nichts ist verloren, und niemand muss noch einmal gescannt werden. Passiert es wieder, nehmen Sie einen anderen Kiosk und sagen Sie dem Veranstalter, was unten steht.',
  },
  hostQuestion: {
    title: 'Die Drucker dieses Computers benutzen?',
    text: 'Ein Link bittet diesen Kiosk, den Gerätedienst dieses Computers zu benutzen. Er druckt Namensschilder und bekommt die PIN, mit der das Personal den Kiosk verlässt. Stimmen Sie nur zu, wenn Sie ihn gestartet haben.',
    use: 'Benutzen',
    without: 'Ohne ihn weiter',
  },
  pairing: {
    title: 'Diesen Kiosk koppeln',
    how: 'Öffnen Sie in der Konsole die Veranstaltung, wählen Sie „Kiosks“ und dann den Eingang, an dem dieser steht. Geben Sie den gezeigten Code ein oder öffnen Sie den Link auf diesem Gerät. Ein Code gilt 10 Minuten und für einen Kiosk.',
    code: 'Kopplungscode',
    server: 'Adresse des Servers',
    pair: 'Diesen Kiosk koppeln',
    pairing: 'Wird gekoppelt …',
    deviceTitle: 'Dieses Gerät koppeln?',
    pairDevice: 'Dieses Gerät koppeln',
    exhibitor: 'Aussteller',
    linkTitle: 'Diesen Kiosk koppeln?',
    linkText:
      'Ein Link hat einen Kopplungscode mitgebracht. Vergleichen Sie zuerst: Scans von hier gehen an diesen Server.',
    event: 'Veranstaltung',
    gate: 'Eingang',
    printers: 'Drucker dieses Computers',
    otherCode: 'Anderen Code eingeben',
    roles: { gate: 'mit Personal', 'self-service': 'Selbstbedienung', exhibitor: 'Aussteller' },
    refusals: {
      pairing_code_unknown: { title: 'Dieser Code ist unbekannt', sentence: 'Prüfen Sie ihn auf Tippfehler.' },
      pairing_code_expired: {
        title: 'Dieser Code ist abgelaufen',
        sentence: 'Erstellen Sie in der Konsole einen neuen.',
      },
      pairing_code_used: {
        title: 'Dieser Code wurde schon benutzt',
        sentence: 'Erstellen Sie in der Konsole einen neuen.',
      },
      pairing_code_other_device: {
        title: 'Dieser Code ist für ein anderes Gerät',
        sentence: 'Erstellen Sie in der Konsole einen Code für dieses Gerät und diese Veranstaltung.',
      },
      upstream_only: {
        title: 'Nicht an dieser Box',
        sentence:
          'Das Gerät eines Ausstellers wird mit dem Server der Veranstaltung gekoppelt. Öffnen Sie dort den Link des Ausstellers.',
      },
      upstream_unreachable: {
        title: 'Die Box hat kein Internet',
        sentence: 'Ein neuer Kiosk braucht es einmal. Koppeln Sie noch einmal, wenn die Box ihren Server erreicht.',
      },
      server_unreachable: {
        title: 'Der Server antwortet nicht',
        sentence: 'Prüfen Sie Netz und Adresse und koppeln Sie dann noch einmal.',
      },
      server_address: {
        title: 'Das ist keine Serveradresse',
        sentence: 'Sie sieht aus wie https://events.example.org. Die Konsole zeigt sie an.',
      },
      other: {
        title: 'Das Koppeln hat nicht geklappt',
        sentence: 'Versuchen Sie es noch einmal oder erstellen Sie in der Konsole einen neuen Code.',
      },
    },
  },
  loading: {
    title: 'Wird vorbereitet',
    unreachable: 'Der Server ist nicht erreichbar.',
    asking: 'Die Liste der Anmeldungen wird angefordert …',
    of: (total) => count(total, { one: 'von # Anmeldung', other: 'von # Anmeldungen' }),
    progress: 'Geladene Anmeldungen',
    hint: 'Bricht die Verbindung ab, geht nichts verloren: Das Laden geht dort weiter, wo es stand, sobald der Server antwortet. Ist die Liste vollständig, kann dieser Kiosk Leute einlassen, von da an auch ohne Netz.',
  },
  locked: {
    allSent: 'Alle Scans von hier sind beim Server angekommen.',
    unsent: (scans) =>
      count(scans, {
        one: '# Scan von hier ist noch nicht beim Server. Er bleibt verschlüsselt auf diesem Gerät: Löschen Sie die Browserdaten nicht und sagen Sie dem Veranstalter Bescheid.',
        other:
          '# Scans von hier sind noch nicht beim Server. Sie bleiben verschlüsselt auf diesem Gerät: Löschen Sie die Browserdaten nicht und sagen Sie dem Veranstalter Bescheid.',
      }),
    pairAgain: 'Neu koppeln',
  },
  ready: {
    scan: 'Ticket scannen',
    scanYours: 'Scannen Sie Ihr Ticket',
    scanOut: 'Ticket am Ausgang scannen',
    scanner: 'Halten Sie den QR-Code vor den Scanner.',
    camera: 'Halten Sie den QR-Code vor die Kamera oder den Scanner.',
    checkedIn: (people) => count(people, { one: 'eingelassen', other: 'eingelassen' }),
    ofRegistered: (people) => count(people, { one: 'von # angemeldet', other: 'von # angemeldet' }),
    progress: 'Eingelassen',
  },
  entry: {
    label: 'Kein Scanner zur Hand? Code eintippen',
    labelWithNumber: 'Kein Scanner zur Hand? Code oder Ticketnummer eintippen',
    placeholder: 'Ticketcode',
    check: 'Prüfen',
    findPerson: 'Person suchen',
    more: 'Mehr',
  },
  camera: {
    off: 'Die Kamera ist aus. Nehmen Sie den Scanner oder schalten Sie die Kamera ein.',
    starting: 'Die Kamera startet. Fragt der Browser, erlauben Sie ihm die Kamera.',
    running: 'Halten Sie den QR-Code des Tickets vor die Kamera.',
    denied:
      'Diese Seite darf die Kamera nicht benutzen. Erlauben Sie die Kamera in den Einstellungen des Browsers oder des Systems und versuchen Sie es noch einmal.',
    'no-camera':
      'Es ist keine Kamera angeschlossen. Stecken Sie eine ein, dann startet sie von selbst, oder nehmen Sie den Scanner.',
    'in-use':
      'Ein anderes Programm benutzt die Kamera. Schließen Sie es; die Kamera wird alle paar Sekunden neu versucht.',
    failed:
      'Die Kamera funktioniert nicht. Sie wird alle paar Sekunden neu versucht; hilft das nicht, stecken Sie sie ab und wieder an.',
    insecure:
      'Der Browser gibt die Kamera nur sicheren Seiten. Öffnen Sie diese Seite über https oder auf diesem Gerät selbst.',
  },
  verdicts: {
    admitted: { title: 'Willkommen', sentence: 'Das Ticket ist gültig. Bitte einlassen.' },
    already_checked_in: {
      title: 'Schon eingelassen',
      sentence:
        'Dieses Ticket wurde schon benutzt. Vergleichen Sie Zeit und Ort mit dem, was die Person sagt, oder rufen Sie die Aufsicht.',
    },
    code_expired: {
      title: 'Code zu alt',
      sentence:
        'Bitten Sie um die aktuelle Ticketseite statt Bildschirmfoto oder Ausdruck, oder suchen Sie die Person über den Namen.',
    },
    code_from_future: {
      title: 'Code noch nicht gültig',
      sentence:
        'Der Code ist auf eine spätere Uhrzeit datiert. Lassen Sie die Ticketseite neu laden und prüfen Sie die Uhr dieses Kiosks.',
    },
    code_forged: {
      title: 'Kein echter Code',
      sentence:
        'Die Signatur fehlt oder ist falsch. Bitten Sie um Ticketseite oder E-Mail, oder suchen Sie die Person über den Namen.',
    },
    code_malformed: {
      title: 'Kein Ticketcode',
      sentence:
        'Gescannt wurde kein Ticket. Scannen Sie den QR-Code der Ticketseite oder suchen Sie die Person über den Namen.',
    },
    wrong_event: {
      title: 'Ticket für eine andere Veranstaltung',
      sentence:
        'Dieses Ticket gehört zu einer anderen Veranstaltung. Bitten Sie um das richtige oder suchen Sie die Person über den Namen.',
    },
    unknown_ticket: {
      title: 'Ticket unbekannt',
      sentence:
        'Zu diesem Ticket gibt es hier keine Anmeldung. Suchen Sie die Person über den Namen oder schicken Sie sie zum Infoschalter.',
    },
    not_confirmed: {
      title: 'Nicht bestätigt',
      sentence:
        'Der Platz ist nicht bestätigt: Die Zahlung ist offen oder die Person steht auf der Warteliste. Bitte zum Infoschalter.',
    },
    cancelled: {
      title: 'Storniert',
      sentence:
        'Die Anmeldung wurde storniert, ist unbezahlt verfallen, oder die Veranstaltung ist abgesagt. Bitte zum Infoschalter.',
    },
    refunded: {
      title: 'Erstattet',
      sentence: 'Das Ticket wurde erstattet und gilt nicht mehr. Bitte zum Infoschalter.',
    },
    revoked: {
      title: 'Ticket zurückgezogen',
      sentence:
        'Der Veranstalter hat dieses Ticket zurückgezogen. Fragen Sie nach einem neueren oder rufen Sie die Aufsicht.',
    },
    blocked: {
      title: 'Bitte prüfen',
      sentence:
        'Der Veranstalter möchte zuerst mit dieser Person sprechen. Lesen Sie den Grund und rufen Sie die Aufsicht.',
    },
    wrong_gate: {
      title: 'Falscher Eingang',
      sentence: 'Dieses Ticket gilt nicht an diesem Eingang. Schicken Sie die Person zu einem Eingang, an dem es gilt.',
    },
    too_early: {
      title: 'Noch nicht geöffnet',
      sentence: 'Dieser Eingang ist noch nicht offen. Bitten Sie die Person, später wiederzukommen.',
    },
    too_late: {
      title: 'Eingang geschlossen',
      sentence: 'Dieser Eingang ist geschlossen. Schicken Sie die Person zu einem anderen oder rufen Sie die Aufsicht.',
    },
    gate_full: {
      title: 'Voll',
      sentence: 'Dieser Kiosk hat keinen Platz mehr zu vergeben. Lassen Sie weitere Personen ein, sobald andere gehen.',
    },
    exit_first: {
      title: 'Noch drinnen',
      sentence:
        'Mit diesem Ticket ist jemand hinein-, aber nicht hinausgegangen. Scannen Sie das Ticket zuerst am Ausgang oder rufen Sie die Aufsicht.',
    },
    questions_required: {
      title: 'Fragen offen',
      sentence: 'Stellen Sie die Fragen, dann kann die Person hinein.',
    },
    clock_untrusted: {
      title: 'Uhrzeit unsicher',
      sentence:
        'Dieser Kiosk kennt die Uhrzeit nicht sicher. Verbinden Sie ihn einmal mit dem Server; bis dahin suchen Sie über den Namen.',
    },
    kiosk_revoked: {
      title: 'Kiosk gesperrt',
      sentence:
        'Der Veranstalter hat diesen Kiosk gesperrt. Koppeln Sie ihn neu oder schicken Sie die Leute zu einem anderen Eingang.',
    },
    lease_expired: {
      title: 'Kiosk zu lange offline',
      sentence: 'Dieser Kiosk war zu lange nicht beim Server. Verbinden Sie ihn oder koppeln Sie ihn neu.',
    },
  },
  wayOut: {
    admitted: { title: 'Auf Wiedersehen', sentence: 'Bitte hinauslassen.' },
    notOut: {
      title: 'Hier kein Ausgang',
      sentence: 'Hier geht es nicht hinaus. Schicken Sie die Person zu einem anderen Ausgang.',
    },
  },
  guest: {
    admitted: 'Nehmen Sie Ihr Namensschild und treten Sie ein.',
    codeExpired: 'Öffnen Sie Ihre Ticketseite noch einmal und scannen Sie den Code, den sie jetzt zeigt.',
    codeMalformed: 'Scannen Sie den QR-Code Ihrer Ticketseite oder Bestätigungsmail.',
    askStaff: 'Bitte wenden Sie sich an unser Team. Dort wird Ihnen gleich geholfen.',
  },
  notRecorded: {
    disk_full: {
      title: 'Speicher voll',
      sentence:
        'Das konnte nicht gespeichert werden, also wurde niemand eingelassen. Schaffen Sie Platz auf diesem Gerät oder nehmen Sie einen anderen Kiosk.',
    },
    storage_failed: {
      title: 'Nicht gespeichert',
      sentence:
        'Das konnte nicht gespeichert werden, also wurde niemand eingelassen. Scannen Sie noch einmal; bleibt es dabei, nehmen Sie einen anderen Kiosk.',
    },
    not_ready: {
      title: 'Noch nicht bereit',
      sentence:
        'Es wurde niemand eingelassen. Warten Sie, bis dieser Kiosk seine Liste geladen hat, oder nehmen Sie einen anderen.',
    },
    not_allowed: {
      title: 'Hier nicht möglich',
      sentence:
        'Es wurde niemand eingelassen. Suchen Sie noch einmal, oder bitten Sie an einem Kiosk mit Personal oder am Infoschalter um Hilfe.',
    },
  },
  facts: {
    checkedIn: 'Eingelassen',
    timeAndAge: (time, age) => `${time} (${age})`,
    atGate: 'An Eingang',
    gate: 'Eingang',
    byKiosk: 'An Kiosk',
    byStaff: 'Durch',
    entries: 'Einlässe',
    entriesOf: (entries, most) => `${entries} von ${most}`,
    againAt: 'Wieder ab',
    nearest: 'Nächster Eingang',
    nearestOpen: (gate) => `${gate}, jetzt offen`,
    nearestFrom: (gate, time) => `${gate}, ab ${time}`,
    admittedAt: 'Gilt an',
    otherArea: (gates) => `${gates} (anderer Bereich)`,
    noGate: 'Zurzeit an keinem Eingang',
    yourGate: 'Ihr Eingang',
    codeIssued: 'Code erstellt',
    codesGoodFor: 'Codes gelten',
    opens: 'Öffnet',
    closed: 'Geschlossen seit',
    reason: 'Grund',
    full: 'Voll',
    fullGate: 'Der Raum hinter diesem Eingang',
    fullList: 'Die ganze Liste',
    scanned: 'Gescannt',
    badge: 'Ein Namensschild, das keinen Eingang öffnet',
    whatWentWrong: 'Was nicht ging',
  },
  notes: {
    offline: 'Ohne Netz entschieden',
    unverified: 'Echtes Ticket, steht aber noch nicht in der Liste dieses Kiosks',
    externalCode: (system: string | null) =>
      system === null
        ? 'Code eines anderen Systems: ohne Signatur'
        : `Code eines anderen Systems (${system}): ohne Signatur`,
    externalEnded: 'Codes des anderen Systems gelten nicht mehr. Suchen Sie die Person über den Namen.',
    override: 'Von der Aufsicht freigegeben',
    overrode: (verdict) => `Freigegeben trotz: ${verdict}`,
    conflict: 'Auch anderswo eingelassen: siehe Konflikte',
    badAnswers: (answers) =>
      count(answers, {
        one: '# Antwort passt nicht: noch einmal fragen',
        other: '# Antworten passen nicht: noch einmal fragen',
      }),
    attention: 'Hinweis des Veranstalters',
    taken: 'Zurückgenommen',
  },
  actions: {
    next: 'Nächstes Ticket',
    override: 'Trotzdem durchlassen …',
    undo: 'Zurücknehmen …',
    questions: (questions) => count(questions, { one: '# Frage stellen', other: '# Fragen stellen' }),
    party: 'Rest der Gruppe …',
  },
  status: {
    nav: 'Zustand dieses Kiosks',
    live: 'Online',
    upToDate: 'auf dem neuesten Stand',
    connecting: 'Verbindet',
    loading: (percent) => `Lädt ${percent}`,
    offlineFor: (duration) => `Offline: ${duration}`,
    practiceCut: 'Übung: getrennt',
    inReach: (inReach: string, members: string) => `${inReach} von ${members} Kiosken in Reichweite`,
    noInternet: 'kein Internet',
    locked: 'Gesperrt',
    dataFrom: (time) => `Daten: ${time}`,
    noData: 'noch keine Daten',
    unsent: 'Ungesendet',
    unsentScans: (scans) =>
      scans === 0
        ? 'Keine ungesendeten Scans'
        : count(scans, { one: '# ungesendeter Scan', other: '# ungesendete Scans' }),
    conflict: (conflicts) => count(conflicts, { one: 'Konflikt', other: 'Konflikte' }),
    conflicts: (conflicts) => count(conflicts, { one: '# Konflikt', other: '# Konflikte' }),
    refused: 'Abgelehnt',
    refusedByServer: (scans) =>
      count(scans, { one: '# Scan vom Server abgelehnt', other: '# Scans vom Server abgelehnt' }),
    settings: 'Einstellungen',
  },
  printer: {
    ready: 'Drucker bereit',
    busy: 'Druckt',
    error: 'Druckerproblem',
    none: 'Kein Drucker',
    needsYou: (badges) => count(badges, { one: '# Schild prüfen', other: '# Schilder prüfen' }),
    waits: (badges) => count(badges, { one: '# Schild wartet', other: '# Schilder warten' }),
    paperLow: 'Das Papier geht zur Neige.',
    layoutBroken:
      'Das Layout der Namensschilder ist nicht lesbar: gedruckt wird das eingebaute. Sagen Sie es dem Veranstalter.',
    ofMember: (name, advice) => `${name}: ${advice}`,
    states: { ready: 'bereit', busy: 'druckt', error: 'gestört', none: 'noch nicht gesehen' },
    short: {
      unreachable: 'nicht erreichbar',
      paper_out: 'kein Papier',
      cover_open: 'Deckel offen',
      offline: 'ausgeschaltet',
      printer_error: 'Fehler',
      timeout: 'antwortet nicht',
      reset: 'Verbindung weg',
      bad_job: 'Schild passt nicht',
      no_printer: 'nicht vorhanden',
      queue_full: 'zu viele Schilder',
      journal: 'Speicher voll',
      interrupted: 'unterbrochen',
      host_lost: 'Gerätedienst weg',
    },
    advice: {
      unreachable: 'Unter der Adresse des Druckers antwortet nichts. Prüfen Sie Strom und Netzkabel.',
      paper_out: 'Der Drucker hat kein Papier mehr. Legen Sie eine neue Rolle ein.',
      cover_open: 'Der Deckel des Druckers ist offen. Schließen Sie ihn.',
      offline: 'Der Drucker ist offline. Drücken Sie die Vorschubtaste oder schalten Sie ihn aus und ein.',
      printer_error:
        'Der Drucker meldet einen Fehler. Suchen Sie nach verklemmtem Papier, dann schalten Sie ihn aus und ein.',
      timeout: 'Der Drucker antwortet nicht mehr. Prüfen Sie Strom und Netzkabel.',
      reset: 'Die Verbindung zum Drucker ist abgebrochen.',
      bad_job: 'Das Schild passt nicht auf diesen Drucker. Wählen Sie einen anderen.',
      no_printer: 'Dieses Gerät hat keinen solchen Drucker. Wählen Sie hier einen.',
      queue_full: 'An diesem Drucker warten zu viele Schilder. Wählen Sie einen anderen.',
      journal: 'Der Speicher dieses Geräts ist voll. Schaffen Sie Platz.',
      interrupted: 'Dieses Gerät wurde während des Drucks angehalten. Sehen Sie nach, ob das Schild herauskam.',
      host_lost: 'Der Gerätedienst antwortet nicht. Starten Sie ihn auf diesem Gerät neu.',
    },
  },
  connection: {
    title: 'Verbindung und Daten',
    dataFrom: 'Stand der Daten',
    nothingLoaded: 'noch nichts geladen',
    whatFails: 'Was nicht geht',
    registrationsHeld: 'Anmeldungen auf dem Gerät',
    notSent: 'Noch nicht gesendet',
    scans: (scans) => count(scans, { one: '# Scan', other: '# Scans' }),
    disk: 'Speicher',
    usedOf: (used, quota) => `${used} von ${quota} belegt`,
    protected: 'Vor dem Löschen geschützt',
    notProtected: 'nein: Der Browser darf sie löschen, wenn der Speicher voll ist',
    explain: {
      live: 'Jeder Scan erreicht sofort die anderen Kioske und umgekehrt.',
      connecting: 'Der Server wird gesucht. Gescannt wird inzwischen mit den Daten auf diesem Gerät.',
      loading: 'Die Liste der Anmeldungen ist unterwegs.',
      offline:
        'Das Scannen geht mit den Daten auf diesem Gerät weiter. Scans werden gespeichert und von selbst gesendet, sobald das Netz wieder da ist. Es ist nichts zu tun.',
      cut: 'Der Übungsschalter in den Einstellungen trennt diesen Kiosk. Das Scannen geht weiter; gesendet wird, sobald der Schalter wieder aus ist.',
      locked: 'Dieser Kiosk darf niemanden mehr einlassen.',
    },
    fails: {
      no_connection: 'Es gibt keine Verbindung zum Server.',
      timeout: 'Der Server antwortet nicht rechtzeitig.',
      network_cut: 'Der Übungsschalter ist an.',
      bad_answer: 'Der Server antwortet etwas, das dieser Kiosk nicht versteht.',
      other: 'Der Server ist zurzeit nicht nutzbar.',
    },
    refusedTitle: 'Vom Server abgelehnt',
    refusedText:
      'Diese Scans bleiben hier und halten die anderen nicht auf. Zeigen Sie sie dem Veranstalter: Der Grund sagt, was nicht stimmte.',
    refusals: {
      not_yours: 'Der Scan nennt einen anderen Kiosk, eine andere Veranstaltung oder Anmeldung.',
      id_reused: 'Unter dieser Nummer ist schon ein anderer Scan gespeichert.',
      not_writable: 'So etwas nimmt der Server von einem Kiosk nicht an.',
      invalid_body: 'Der Server konnte diesen Scan nicht lesen.',
      scan_damaged:
        'Dieser Scan wurde auf der Festplatte verändert, oder sein Schlüssel fehlt. Er wurde nicht gesendet.',
      undo_too_late: 'Der Scan wurde zu spät zurückgenommen: Das geht 15 Minuten lang.',
      undo_mismatch: 'Ein Scan lässt sich nur mit demselben Ticket zurücknehmen.',
      walk_in_invalid: 'Ticket oder Ticketart dieser Anmeldung vor Ort gehören nicht zur Veranstaltung.',
      other: 'Der Server hat diesen Scan abgelehnt.',
    },
    scan: (scan) => `Scan ${scan}`,
  },
  conflicts: {
    title: 'Doppelt eingelassen',
    none: 'Es sind keine Konflikte offen.',
    text: 'Zwei Kioske haben dasselbe Ticket eingelassen, während mindestens einer offline war. Die Person zählt einmal. Klären Sie, wer als Zweites kam, und markieren Sie es als geprüft.',
    first: 'Zuerst: der Einlass',
    second: 'Danach: der Konflikt',
    noGate: 'Kein Eingang angegeben',
    server: 'Server',
    notSaved: 'Das wurde nicht gespeichert. Versuchen Sie es noch einmal.',
    seen: 'Als geprüft markieren',
  },
  printing: {
    title: 'Namensschilder und Drucker',
    asking: 'Sind diese Schilder herausgekommen?',
    askingText: 'Der Drucker hat mittendrin aufgehört zu antworten. Sehen Sie nach, bevor Sie entscheiden.',
    failed: 'Nicht gedruckt',
    held: (badges) =>
      count(badges, { one: '# Schild wartet seit über 30 Minuten', other: '# Schilder warten seit über 30 Minuten' }),
    heldText: 'Die Leute sind längst drinnen, deshalb warten diese Schilder auf Ihre Entscheidung.',
    release: 'Jetzt drucken',
    discard: 'Nicht drucken',
    unconfirmed: (badges) =>
      count(badges, { one: '# Schild wartet auf eine Bestätigung', other: '# Schilder warten auf eine Bestätigung' }),
    unconfirmedText:
      'Diese Leute kamen mit einem echten Ticket hinein, bevor dieser Kiosk ihre Anmeldung kannte. Sie ist nicht bestätigt: Die Zahlung ist offen, oder die Anmeldung wurde storniert. Bitte zum Infoschalter. Das Schild wird gedruckt, sobald sie bestätigt ist oder die Aufsicht bei einem neuen Scan freigibt.',
    waitsForConfirmation: 'Anmeldung nicht bestätigt',
    discardOne: 'Nicht drucken',
    last: 'Letzte Schilder',
    noPrinter: 'Kein Drucker',
    goesOn: 'Der Einlass geht ohne Drucker weiter.',
    startHost:
      'Starten Sie auf diesem Gerät den Gerätedienst und tragen Sie seine Adresse in den Einstellungen ein, oder benutzen Sie die Desktop-App.',
    printer: 'Drucker',
    choose: 'Zuerst hier drucken; bei einer Störung springt ein anderer ein',
    nameAndState: (name, state) => `${name} (${state})`,
    toPrint: (badges) =>
      count(badges, { one: '# Schild wartet auf den Druck.', other: '# Schilder warten auf den Druck.' }),
    test: 'Probeschild drucken',
    testing: 'Das Probeschild wird gedruckt …',
    tested: (printer) => `${printer} hat das Probeschild gedruckt.`,
    testFailed: (why) => `Das Probeschild wurde nicht gedruckt. ${why}`,
    testBadge: { name: 'Probeschild', role: 'Zum Testen des Druckers', ticketType: 'PROBE' },
    states: {
      queued: 'wartet',
      sent: 'beim Drucker',
      printed: 'gedruckt',
      failed: 'nicht gedruckt',
      unknown: 'vielleicht herausgekommen',
    },
    whyAgain: 'Warum wird noch einmal gedruckt?',
    againReasons: {
      none: 'Kein Schild herausgekommen',
      damaged: 'Schild beschädigt',
      lost: 'Schild verloren',
      wrong: 'Text war falsch',
    },
    cameOut: 'Ist herausgekommen',
    again: 'Noch einmal drucken …',
  },
  settings: {
    title: 'Einstellungen',
    practice: 'Übung',
    cut: 'Netz trennen',
    cutHint:
      'Probieren Sie aus, wie das Gerät offline arbeitet: weiterscannen, dann wieder ausschalten und zusehen, wie die Scans gesendet werden.',
    screen: 'Bildschirm',
    language: 'Sprache',
    colours: 'Farben',
    themes: { auto: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
    resultStays: 'Ergebnis anzeigen',
    seconds: (seconds) => count(seconds, { one: '# Sekunde', other: '# Sekunden' }),
    untilNext: 'Bis zum nächsten Scan',
    sound: 'Ton',
    soundOn: 'Ton bei jedem Ergebnis',
    volume: 'Lautstärke',
    volumes: { quiet: 'Leise', middle: 'Mittel', loud: 'Laut' },
    tryOut: 'Anhören',
    sounds: {
      admitted: 'Eingelassen',
      refused: 'Abgelehnt',
      attention: 'Achtung',
      question: 'Frage',
      duplicate: 'Doppelt',
      error: 'Fehler',
    },
    camera: 'Kamera',
    scanWithCamera: 'Mit der Kamera scannen',
    whichCamera: 'Welche Kamera',
    cameraNumber: (n) => `Kamera ${n}`,
    host: 'Gerätedienst',
    hostNotLocal:
      'Der Gerätedienst läuft auf diesem Computer: Die Adresse beginnt mit ws://127.0.0.1 oder ws://localhost.',
    hostMissing:
      'Ein Browser erreicht Drucker über den Gerätedienst, ein kleines Programm auf diesem Gerät. Beim Start nennt es seine Adresse.',
    hostConnected: (version) => `Verbunden, Version ${version}.`,
    hostAddress: 'Adresse des Gerätedienstes',
    connect: 'Verbinden',
    practicePaper: 'Papier des Übungsdruckers',
    thisKiosk: 'Dieser Kiosk',
    kiosk: 'Kiosk',
    thisDevice: 'Dieses Gerät',
    device: 'Gerät',
    event: 'Veranstaltung',
    gate: 'Eingang',
    role: 'Rolle',
    roles: { gate: 'Eingang', 'self-service': 'Selbstbedienung', exhibitor: 'Aussteller' },
    registrationsHeld: 'Anmeldungen auf dem Gerät',
    storage: 'Speicher',
    storageOf: (used, quota) => `${used} von ${quota}`,
    mayBeCleared: 'darf vom Browser gelöscht werden',
    keyStore: 'Schlüssel',
    warnings: {
      key_store_plain:
        'Dieses Gerät schützt keine Geheimnisse: Wer die Dateien dieses Benutzers lesen kann, kann den Schlüssel des Kiosks kopieren. Richten Sie einen Schlüsselbund ein oder verschlüsseln Sie die Festplatte, und sperren Sie den Kiosk in der Konsole, wenn das Gerät verloren geht.',
      other: 'Der Gerätedienst meldet eine Warnung. Mehr steht in seinem Protokoll.',
    },
    keyStores: {
      browser: 'in diesem Browser',
      protected: 'vom Betriebssystem geschützt',
      plain: 'in einer Datei dieses Benutzers',
    },
    software: 'Software',
  },
  leave: {
    title: 'Kiosk verlassen',
    pin: 'PIN des Personals',
    leave: 'Kiosk verlassen',
    answers: {
      quitting: 'Der Kiosk wird geschlossen …',
      wrong_pin: 'Das ist nicht die PIN.',
      wait: 'Zu viele falsche PINs. Warten Sie eine Weile und versuchen Sie es dann noch einmal.',
      no_pin: 'Auf diesem Gerät ist keine PIN festgelegt.',
      not_here: 'Schließen Sie stattdessen das Browserfenster.',
    },
    noAnswer: 'Der Gerätedienst antwortet nicht.',
  },
  search: {
    title: 'Person suchen',
    field: 'Name, Firma, E-Mail oder Ticketnummer',
    found: 'Gefundene Personen',
    hint: 'Ein Teil des Namens genügt; kleine Tippfehler schaden nicht.',
    reading: 'Die Liste wird noch eingelesen; gleich kann mehr gefunden werden.',
    noMatch: 'Niemand gefunden.',
    people: (people) => count(people, { one: '# Person gefunden.', other: '# Personen gefunden.' }),
    first: (people) =>
      count(people, {
        one: 'Die erste Person. Tippen Sie mehr, um einzugrenzen.',
        other: 'Die ersten # Personen. Tippen Sie mehr, um einzugrenzen.',
      }),
    checkedIn: (time) => `Eingelassen ${time}`,
    admitWho: (who) => `${who} einlassen?`,
    letOutWho: (who) => `${who} hinauslassen?`,
    already: (time) => `Schon eingelassen: ${time}.`,
    compare: 'Vergleichen Sie den Namen mit einem Ausweis oder der Bestätigungsmail, bevor Sie die Person einlassen.',
    admit: 'Einlassen',
    letOut: 'Hinauslassen',
    backToList: 'Zurück zur Liste',
  },
  direction: {
    entry: 'Einlass',
    exit: 'Ausgang',
    bandExit: 'Dieser Kiosk lässt HINAUS',
    toEntry: 'Auf Einlass umschalten',
    toExit: 'Auf Ausgang umschalten',
    notSwitched: 'Die Richtung wurde nicht umgeschaltet. Versuchen Sie es noch einmal.',
  },
  rooms: {
    left: (places) =>
      places === 0
        ? 'Hier kein Platz mehr frei'
        : count(places, { one: 'Hier noch # Platz', other: 'Hier noch # Plätze' }),
    leftUntil: (places, time) =>
      count(places, {
        one: `Hier noch # Platz. Gültig bis: ${time}`,
        other: `Hier noch # Plätze. Gültig bis: ${time}`,
      }),
    none: 'Diesem Kiosk sind noch keine Plätze zugesagt',
    title: 'Freie Plätze an diesem Kiosk',
    fromOthers: (places) =>
      count(places, { one: 'davon # von einem anderen Kiosk', other: 'davon # von anderen Kiosken' }),
    given: (places) =>
      count(places, { one: '# Platz an einen anderen Kiosk abgegeben', other: '# Plätze an andere Kioske abgegeben' }),
  },
  override: {
    title: 'Trotzdem durchlassen',
    letIn: 'Die Aufsicht hat freigegeben. Bitte einlassen.',
    what: (verdict) => `Der Kiosk sagt: ${verdict}. Die Aufsicht kann die Person trotzdem durchlassen.`,
    why: 'Warum?',
    reasons: {
      knownPerson: 'Person ist bekannt',
      documentSeen: 'Ausweis gesehen',
      organizerAgreed: 'Veranstalter stimmt zu',
      technical: 'Technische Störung',
      other: 'Anderer Grund',
    },
    otherReason: 'Der Grund in Ihren Worten',
    supervisor: 'Aufsicht',
    noSupervisors:
      'Für diese Veranstaltung ist keine Aufsicht eingetragen. Der Veranstalter kann das in der Konsole tun.',
    pin: 'PIN der Aufsicht',
    pinHint: '6 bis 12 Ziffern',
    pinPad: 'Ziffern der PIN',
    admit: 'Trotzdem einlassen',
    letOut: 'Trotzdem hinauslassen',
    working: 'Wird geprüft …',
    problems: {
      reason: 'Wählen oder schreiben Sie einen Grund.',
      supervisor: 'Wählen Sie, wer die Aufsicht hat.',
      pin: 'Geben Sie die PIN ein.',
    },
    wrongPin: (left) =>
      count(left, {
        one: 'Das ist nicht die PIN. Noch # Versuch, dann wartet dieser Kiosk.',
        other: 'Das ist nicht die PIN. Noch # Versuche, dann wartet dieser Kiosk.',
      }),
    locked: (duration) => `Zu viele falsche PINs. In ${duration} ist ein neuer Versuch möglich.`,
    refusals: {
      not_overridable: 'Das lässt sich nicht mehr freigeben. Scannen Sie das Ticket noch einmal.',
      reason_missing: 'Wählen oder schreiben Sie einen Grund.',
      supervisor_unknown: 'Diese Person gehört nicht mehr zur Aufsicht. Wählen Sie eine andere.',
      pin_outdated: 'Diese PIN stammt aus der Zeit vor den signierten Freigaben. Setzen Sie sie in der Konsole neu.',
    },
    by: (supervisor, verdict) => `${supervisor} gab frei trotz: ${verdict}`,
    because: (reason) => `Grund: ${reason}`,
  },
  undo: {
    title: 'Zurücknehmen',
    what: (name) => `${name} zählt dann nicht als durchgelassen. Ein gedrucktes Schild bleibt gedruckt.`,
    why: 'Warum?',
    reasons: {
      wrongPerson: 'Falsche Person',
      scannedByMistake: 'Aus Versehen gescannt',
      wentAway: 'Person ist wieder gegangen',
      other: 'Anderer Grund',
    },
    otherReason: 'Der Grund in Ihren Worten',
    undo: 'Zurücknehmen',
    timeLeft: (duration) => `noch ${duration} zurückzunehmen`,
    done: (name) => `Zurückgenommen: ${name}.`,
    refusals: {
      not_admitted: 'Mit diesem Scan wurde niemand durchgelassen.',
      undo_too_late: 'Es ist zu spät: Ein Scan lässt sich 15 Minuten lang zurücknehmen.',
      already_undone: 'Er wurde schon zurückgenommen.',
      reason_missing: 'Wählen oder schreiben Sie einen Grund.',
      unknown_scan: 'Dieser Scan ist hier nicht mehr bekannt.',
    },
  },
  recent: {
    title: 'Letzte Scans',
    none: 'An diesem Kiosk wurde noch nichts gescannt.',
    reading: 'Wird gelesen …',
    unreadable: 'Die Scans ließen sich nicht lesen. Schließen Sie dies und versuchen Sie es noch einmal.',
    noName: 'Ohne Namen',
    entry: 'hinein',
    exit: 'hinaus',
    undone: 'zurückgenommen',
    overridden: 'freigegeben',
    takeBack: 'Zurücknehmen …',
  },
  questions: {
    title: 'Fragen',
    forWhom: (name) => `Für ${name}`,
    send: 'Speichern, einlassen',
    sendOut: 'Speichern, hinauslassen',
    save: 'Antworten speichern',
    missing: 'Das muss beantwortet werden.',
    choose: 'Eines wählen',
    refusals: {
      unknown_scan: 'Dieser Scan ist hier nicht mehr bekannt. Scannen Sie das Ticket noch einmal.',
      bad_answers: 'Die Antworten passen nicht mehr zu den Fragen. Scannen Sie das Ticket noch einmal.',
    },
  },
  walkIn: {
    title: 'Vor Ort anmelden',
    open: 'Vor Ort anmelden',
    ticketType: 'Ticketart',
    typeAndPrice: (type, price) => `${type} · ${price}`,
    free: 'kostenlos',
    none: 'Für diese Veranstaltung gibt es vor Ort keine Tickets. Der Veranstalter kann das in der Konsole erlauben.',
    name: 'Name',
    company: 'Firma',
    email: 'E-Mail',
    role: 'Funktion',
    payment: 'Zahlung',
    payments: { none: 'Nichts zu zahlen', cash: 'Bar', card: 'Karte' },
    reference: 'Belegnummer',
    referenceHint: 'Vom Kartenterminal oder aus dem Kassenbuch',
    toPay: 'Zu zahlen',
    register: 'Anmelden und einlassen',
    working: 'Wird angemeldet …',
    offline: 'Geht auch ohne Netz: Die Anmeldung bleibt hier und wird später gesendet.',
    draft: 'Was Sie eingetippt hatten, ist noch da.',
    clear: 'Neu anfangen',
    problems: {
      ticket_type_not_for_walk_ins: 'Wählen Sie eine Ticketart.',
      payment_missing: 'Wählen Sie, wie bezahlt wurde.',
      payment_reference_missing: 'Tragen Sie die Nummer vom Beleg ein.',
      name_missing: 'Tragen Sie den Namen ein.',
      email_invalid: 'Das ist keine E-Mail-Adresse.',
    },
    notDone: (problems) => count(problems, { one: 'Bitte # Feld berichtigen.', other: 'Bitte # Felder berichtigen.' }),
  },
  party: {
    title: 'Die Gruppe',
    othersOut: (people) =>
      count(people, {
        one: '# weitere Person dieser Gruppe ist noch nicht da',
        other: '# weitere Personen dieser Gruppe sind noch nicht da',
      }),
    allIn: 'Alle anderen dieser Gruppe sind drinnen.',
    more: 'Es gibt mehr, als hier stehen.',
    all: 'Alle',
    checkedIn: (time) => `drinnen seit ${time}`,
    admit: (people) => count(people, { one: '# Person einlassen', other: '# Personen einlassen' }),
    working: 'Einen Moment …',
    results: 'Ergebnisse',
    notDone: 'nicht versucht',
    refusals: {
      not_of_this_group:
        'Jemand von den Gewählten gehört nicht mehr zur Gruppe. Schließen Sie dies und sehen Sie neu nach.',
      unknown_scan: 'Dieser Scan ist hier nicht mehr bekannt. Scannen Sie das Ticket noch einmal.',
    },
  },
  keys: {
    title: 'Tasten',
    text: 'Alles geht mit der Tastatur. Der Scanner arbeitet immer, auch wenn etwas geöffnet ist.',
    help: 'Diese Tasten',
    close: 'Offenes schließen, sonst das Ergebnis',
    enter: 'Eingetipptes absenden',
    find: 'Person suchen',
    walkIn: 'Vor Ort anmelden',
    recent: 'Letzte Scans, zurücknehmen',
    direction: 'Einlass oder Ausgang',
    settings: 'Einstellungen',
    board: 'Tafel der Aufsicht',
    overrule: 'Trotzdem durchlassen',
    undo: 'Ergebnis zurücknehmen',
    questions: 'Fragen stellen',
    party: 'Rest der Gruppe',
  },
};
