/** The pre-flight's words in German. Long because it is a dictionary. */
import type { PreflightWords } from './preflight-words.ts';

export const de: PreflightWords = {
  title: 'Check vor dem Einlass',
  about: 'Bevor die Türen öffnen: alles, was dieses Gerät braucht, einmal ausprobiert. Dauert höchstens zehn Sekunden.',
  run: 'Check starten',
  runAgain: 'Alles noch einmal prüfen',
  running: 'Wird geprüft …',
  progress: (done, all) => `${done} von ${all} geprüft`,
  whole: {
    ok: 'Dieses Gerät ist bereit.',
    warn: 'Dieses Gerät funktioniert. Bitte das Markierte ansehen.',
    fail: 'Dieses Gerät ist nicht bereit. Erst das Markierte beheben.',
  },
  levels: { ok: 'OK', warn: 'Prüfen', fail: 'Fehler' },
  waiting: 'Noch nicht geprüft',
  checkAgain: (check) => `Noch einmal prüfen: ${check}`,
  again: 'Noch einmal',
  begin: 'Zum Einlass',
  scan: {
    title: 'Jetzt diesen Code scannen',
    how: 'Scanner oder Kamera auf den Code halten. So zeigt sich, wie der Scanner eingestellt ist.',
    code: 'Testcode für den Scanner',
    skip: 'Kein Scanner zur Hand',
  },
  printTest: 'Probeschild drucken',
  printing: 'Wird gedruckt …',
  toDo: 'Was zu tun ist:',
  common: {
    timeout: ['Keine Antwort in der vorgesehenen Zeit.', 'Noch einmal prüfen. Bleibt es dabei, das Gerät neu starten.'],
    fault: [
      (f) => `Konnte nicht geprüft werden (${f.text('error')}).`,
      'Noch einmal prüfen. Bleibt es dabei, das Gerät neu starten.',
    ],
  },
  checks: {
    first_load: {
      name: 'Anmeldeliste',
      findings: {
        ok: [(f) => `${f.number('people')} Anmeldungen sind geladen.`],
        empty: ['Die Liste ist da, aber leer.', 'In der Konsole nachsehen, ob es die richtige Veranstaltung ist.'],
        missing: ['Die Liste ist noch nicht geladen.', 'Gerät mit dem Server verbinden und warten, bis sie es ist.'],
      },
    },
    data_age: {
      name: 'Alter der Daten',
      findings: {
        ok: [(f) => `Aktuell, ${f.duration('ageMs')} alt.`],
        stale: [(f) => `Die Daten sind ${f.duration('ageMs')} alt.`, 'Netzwerk prüfen.'],
        old: [(f) => `Die Daten sind ${f.duration('ageMs')} alt.`, 'Gerät verbinden: neuere Anmeldungen fehlen ihm.'],
        never: ['Sie waren noch nie vollständig.', 'Gerät mit dem Server verbinden und warten.'],
      },
    },
    server: {
      name: 'Server',
      findings: {
        ok: [(f) => `Antwortet in ${f.number('roundTripMs')} ms.`],
        slow: [
          (f) => `Antwortet langsam, in ${f.number('roundTripMs')} ms.`,
          'Kabel verwenden oder näher an den Access Point.',
        ],
        cut: ['Der Übungsschalter trennt das Netz.', 'In den Einstellungen ausschalten.'],
        unwell: [(f) => `Meldet einen Fehler (${f.number('status')}).`, 'Betreiber des Servers informieren.'],
        unreachable: [
          'Nicht erreichbar.',
          'Kabel und WLAN prüfen. Scannen geht trotzdem, aber Scans anderer Geräte kommen hier nicht an.',
        ],
      },
    },
    other_kiosks: {
      name: 'Andere Kioske',
      findings: {
        ok: [(f) => `In Reichweite: ${f.number('inReach')} von ${f.number('members')} Kiosken.`],
        single: ['Diese Veranstaltung hat einen Kiosk.'],
        unused: ['An diesem Gerät nicht verwendet.'],
        switched_off: ['An diesem Gerät ausgeschaltet.'],
        no_address: [
          'Dieses Gerät hört die anderen Kioske noch nicht: Es nimmt über einen Kiosk teil, dessen Adresse es hat.',
          'Lesen Sie in den Einstellungen den Code eines Kiosks mit lokalem Dienst oder geben Sie seine Adresse ein, die auf .local endet.',
        ],
        alone: [
          (f) => `Kein anderer Kiosk ist in Reichweite; die Veranstaltung hat ${f.number('members')}.`,
          'Prüfen Sie, ob alle Kioske im selben Netz sind, oder geben Sie in den Einstellungen eine Adresse von Hand ein.',
        ],
        no_key: [
          'Es gibt noch keinen Schlüssel für das Netz der Kioske.',
          'Verbinden Sie diesen Kiosk einmal mit dem Server.',
        ],
        failed: [
          'Der lokale Dienst kann im Netz nicht erreichbar gemacht werden.',
          'Starten Sie den lokalen Dienst neu und prüfen Sie das Netz dieses Computers.',
        ],
      },
    },
    clock: {
      name: 'Uhr',
      findings: {
        ok: ['Stimmt mit dem Server überein.'],
        corrected: [
          (f) => `Die Uhr dieses Geräts geht um ${f.duration('offsetMs')} falsch. Das wird ausgeglichen.`,
          'Bei Gelegenheit die Uhr des Geräts stellen.',
        ],
        untrusted: ['Das Gerät ist nicht sicher, wie spät es ist.', 'Einmal mit dem Server verbinden.'],
      },
    },
    version: {
      name: 'Version',
      findings: {
        ok: [(f) => `${f.text('own')}, wie der Server.`],
        differs: [
          (f) => `Hier ${f.text('own')}, am Server ${f.text('server')}. Beide verstehen sich.`,
          'Bei Gelegenheit neu laden oder aktualisieren.',
        ],
        unknown: ['Der Server hat seine Version nicht genannt.', 'Gerät verbinden, dann noch einmal prüfen.'],
        too_old: ['Gerät und Server verstehen sich nicht.', 'Gerät vor dem Einlass aktualisieren.'],
      },
    },
    lease: {
      name: 'Offline-Betrieb',
      findings: {
        ok: [(f) => `Noch ${f.duration('leftMs')} ohne Server möglich.`],
        short: [(f) => `Nur noch ${f.duration('leftMs')} möglich.`, 'Ein paar Minuten verbunden lassen.'],
        expired: ['Zu lange ohne Server gewesen.', 'Verbinden oder neu koppeln.'],
        revoked: ['Der Veranstalter hat dieses Gerät gesperrt.', 'Neu koppeln.'],
      },
    },
    event: {
      name: 'Veranstaltung',
      findings: {
        ok: [(f) => `${f.text('event')}. Einlass: ${f.time('doorsMs')}.`],
        another_day: [
          (f) => `${f.text('event')}: Einlass erst ${f.time('doorsMs')}.`,
          'Nachsehen, ob das Gerät mit der richtigen Veranstaltung gekoppelt ist.',
        ],
        over: [(f) => `${f.text('event')}: vorbei.`, 'Gerät mit der richtigen Veranstaltung koppeln.'],
        cancelled: [(f) => `${f.text('event')}: abgesagt.`, 'Gerät mit der richtigen Veranstaltung koppeln.'],
        missing: ['Die Veranstaltung fehlt in den Daten.', 'Gerät verbinden oder neu koppeln.'],
      },
    },
    gate: {
      name: 'Eingang',
      findings: {
        ok: [(f) => `${f.text('gate')}: geöffnet.`],
        opens_later: [
          (f) => `${f.text('gate')}: Öffnung ${f.time('opensMs')}.`,
          'Bis dahin kommt hier niemand hinein.',
        ],
        closed: [(f) => `${f.text('gate')}: Schließung ${f.time('closesMs')}.`, 'Zeiten in der Konsole ändern.'],
        exit_only: [
          (f) => `${f.text('gate')}: nur Ausgang.`,
          'Soll hier Einlass sein, das Gerät an einen anderen Eingang stellen.',
        ],
        missing: ['Keine Ticketart gilt hier, oder der Eingang fehlt.', 'Eingang in der Konsole prüfen.'],
      },
    },
    rooms: {
      name: 'Plätze in den Räumen',
      findings: {
        ok: [(f) => `Plätze zu vergeben: ${f.number('left')} (${f.text('room')}).`],
        none: ['Kein Raum hier ist begrenzt.'],
        short: [(f) => `Nur ${f.number('left')} Plätze zu vergeben (${f.text('room')}).`, 'Gerät verbunden lassen.'],
        empty: [
          (f) => `Kein Platz zu vergeben (${f.text('room')}).`,
          'Gerät verbinden: der Server teilt ihm Plätze zu.',
        ],
      },
    },
    supervisors: {
      name: 'Aufsicht',
      findings: {
        ok: [(f) => `Mit PIN: ${f.number('people')}.`],
        none: [
          'Niemand hat eine PIN, also kann niemand trotz Ablehnung freigeben.',
          'In der Konsole eine PIN vergeben.',
        ],
        outdated: [
          (f) => `PIN aus der Zeit vor den signierten Freigaben: ${f.number('people')}.`,
          'Diese PINs in der Konsole neu setzen.',
        ],
        unneeded: ['An diesem Gerät nicht nötig.'],
      },
    },
    unsent: {
      name: 'Ungesendete Scans',
      findings: {
        ok: ['Alles ist gesendet.'],
        waiting: [
          (f) => `Warten auf das Senden: ${f.number('scans')}.`,
          'Gerät verbunden lassen, bis sie gesendet sind.',
        ],
      },
    },
    parked: {
      name: 'Abgelehnte Scans',
      findings: {
        ok: ['Der Server hat jeden Scan angenommen.'],
        some: [
          (f) => `Vom Server abgelehnt: ${f.number('scans')}.`,
          '„Verbindung und Daten“ öffnen und den Veranstalter informieren.',
        ],
      },
    },
    offline_start: {
      name: 'Start ohne Netz',
      findings: {
        ok: ['Die ganze Seite liegt auf diesem Gerät: Sie startet ohne Netz.'],
        update: ['Eine neuere Version liegt auf diesem Gerät. Sie wird übernommen, sobald das Gerät ruht.'],
        preparing: [
          'Die Seite liegt noch nicht auf diesem Gerät.',
          'Lassen Sie das Gerät verbunden und prüfen Sie dann noch einmal.',
        ],
        unsupported: [
          'Dieser Browser behält die Seite nicht: Ohne Netz würde sie nicht wieder starten.',
          'Öffnen Sie sie über ihre https-Adresse und nicht in einem privaten Fenster. Am Computer geht auch die Desktop-App.',
        ],
      },
    },
    storage: {
      name: 'Speicherplatz',
      findings: {
        ok: [(f) => `${f.bytes('freeBytes')} frei, Daten bleiben erhalten.`],
        not_persistent: [
          (f) => `${f.bytes('freeBytes')} frei, aber der Browser darf die Daten löschen.`,
          'Seite als App installieren. Am Computer geht auch die Desktop-App.',
        ],
        low: [(f) => `Nur ${f.bytes('freeBytes')} frei.`, 'Auf diesem Gerät Platz schaffen.'],
        full: [(f) => `Nur ${f.bytes('freeBytes')} frei.`, 'Vor dem Einlass auf diesem Gerät Platz schaffen.'],
        unknown: ['Der Browser sagt nicht, wie viel frei ist.', 'Selbst auf dem Gerät nachsehen.'],
      },
    },
    disk: {
      name: 'Datenträger',
      findings: {
        ok: [(f) => `In ${f.number('tookMs')} ms geschrieben und zurückgelesen.`],
        slow: [
          (f) => `Langsam: ${f.number('tookMs')} ms für wenige Scans.`,
          'Andere Programme auf dem Gerät schließen.',
        ],
        broken: [(f) => `Der Datenträger nimmt nichts an (${f.text('error')}).`, 'Anderes Gerät verwenden.'],
        corrupt: ['Der Datenträger gibt anderes zurück, als geschrieben wurde.', 'Anderes Gerät verwenden.'],
      },
    },
    journal: {
      name: 'Scan-Journal',
      findings: {
        ok: ['Lässt sich schreiben und lesen.'],
        broken: [
          (f) => `Lässt sich nicht schreiben (${f.text('error')}).`,
          'Gerät neu starten. Bleibt es dabei, ein anderes verwenden.',
        ],
      },
    },
    printer: {
      name: 'Drucker',
      findings: {
        ok: [(f) => `${f.text('printer')} ist bereit.`],
        busy: [(f) => `${f.text('printer')} druckt gerade.`],
        none: ['Kein Drucker angeschlossen.', 'Sollen hier Namensschilder gedruckt werden, einen anschließen.'],
        host_lost: ['Der Gerätedienst antwortet nicht.', 'Auf diesem Gerät neu starten.'],
        trouble: [(f) => `${f.text('printer')} funktioniert nicht.`, 'Einschalten; Kabel, Klappe und Papier prüfen.'],
      },
    },
    paper: {
      name: 'Papier',
      findings: {
        ok: [(f) => `${f.text('printer')} hat Papier.`],
        not_needed: ['Namensschilder werden hier als Dateien gespeichert.'],
        look: [(f) => `${f.text('printer')} sagt nichts dazu.`, 'Selbst in den Drucker sehen.'],
        low: [(f) => `Bei ${f.text('printer')} geht es zur Neige.`, 'Neue Rolle bereitlegen oder einlegen.'],
        out: [(f) => `${f.text('printer')} hat kein Papier mehr.`, 'Neue Rolle einlegen.'],
        unknown: ['Unbekannt: kein Drucker antwortet.', 'Zuerst nach dem Drucker sehen.'],
      },
    },
    test_print: {
      name: 'Probeschild',
      findings: {
        ok: ['Ein Namensschild kam heraus.'],
        not_tried: ['Noch kein Namensschild gedruckt.', 'Probeschild drucken und ansehen.'],
        failed: [
          (f) => `Es kam kein Namensschild heraus. ${f.text('why')}`,
          'Nach dem Drucker sehen, dann noch einmal drucken.',
        ],
        no_printer: [
          'Kein Drucker zum Ausprobieren da.',
          'Sollen hier Namensschilder gedruckt werden, einen anschließen.',
        ],
      },
    },
    scanner: {
      name: 'Scanner',
      findings: {
        ok: ['Der Testcode wurde richtig gelesen.'],
        camera: ['Die Kamera hat den Testcode gelesen.'],
        skipped: ['Es wurde kein Code gescannt.', 'Noch einmal prüfen und den gezeigten Code scannen.'],
        no_end: ['Nach dem Code kommt kein Enter.', 'Scanner so einstellen, dass er Enter sendet („CR suffix“).'],
        layout: [
          (f) => `Seine Tastaturbelegung ist weder US noch die dieses Geräts („${f.text('scanned')}…“).`,
          'Scanner auf US-Tastatur einstellen.',
        ],
        unclear: ['Was er gesendet hat, war nicht zu erkennen.', 'Noch einmal prüfen.'],
      },
    },
    camera: {
      name: 'Kamera',
      findings: {
        ok: ['Sie liefert ein Bild.'],
        off: ['In den Einstellungen ausgeschaltet.'],
        dark: ['Das Bild ist schwarz.', 'Abdeckung abnehmen, Licht einschalten.'],
        denied: ['Diese Seite darf sie nicht verwenden.', 'In Browser oder System die Kamera erlauben.'],
        missing: ['Keine Kamera angeschlossen.', 'Eine anschließen oder die Kamera in den Einstellungen ausschalten.'],
        trouble: ['Sie funktioniert nicht.', 'Andere Programme schließen, die sie verwenden, oder neu einstecken.'],
      },
    },
    sound: {
      name: 'Ton',
      findings: {
        ok: ['Ist zu hören.'],
        off: ['In den Einstellungen ausgeschaltet.'],
        blocked: ['Der Browser hält ihn zurück.', 'Die Seite einmal berühren, dann noch einmal prüfen.'],
        missing: ['Dieses Gerät hat keinen Ton.', 'Lautsprecher anschließen, oder es geht ohne.'],
      },
    },
    power: {
      name: 'Strom und Bildschirm',
      findings: {
        ok: ['Der Bildschirm bleibt an.'],
        may_sleep: ['Der Bildschirm schaltet sich vielleicht ab.', 'Das Gerät so einstellen, dass er anbleibt.'],
        on_battery: [(f) => `Auf Akku, ${f.percent('percent')}.`, 'Netzteil einstecken.'],
      },
    },
    languages: {
      name: 'Sprachen',
      findings: {
        ok: ['Alle sind vollständig.'],
        incomplete: [(f) => `Unvollständig: ${f.text('languages')}.`, 'Browser oder App aktualisieren.'],
      },
    },
  },
};
