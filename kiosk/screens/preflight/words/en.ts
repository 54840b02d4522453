/** The pre-flight's words in English. Long because it is a dictionary. */
import type { PreflightWords } from './preflight-words.ts';

export const en: PreflightWords = {
  title: 'Pre-flight check',
  about: 'Before the doors open, test everything this device needs. It takes at most 10 seconds.',
  run: 'Start the check',
  runAgain: 'Check everything again',
  running: 'Checking…',
  progress: (done, all) => `${done} of ${all} checked`,
  whole: {
    ok: 'This device is ready.',
    warn: 'This device works. Check the warnings.',
    fail: 'This device is not ready. Fix the problems first.',
  },
  levels: { ok: 'OK', warn: 'Warning', fail: 'Problem' },
  waiting: 'Not checked yet',
  checkAgain: (check) => `Check again: ${check}`,
  again: 'Check again',
  begin: 'Open the scan screen',
  scan: {
    title: 'Scan this code now',
    how: 'Point the scanner or the camera at the code. It shows how the scanner is set up.',
    code: 'Test code for the scanner',
    skip: 'No scanner at hand',
  },
  printTest: 'Print a test badge',
  printing: 'Printing…',
  toDo: 'What to do:',
  common: {
    timeout: ['It did not respond in time.', 'Check again. If that does not help, start this device again.'],
    fault: [
      (f) => `It could not be checked (${f.text('error')}).`,
      'Check again. If that does not help, start this device again.',
    ],
  },
  checks: {
    first_load: {
      name: 'List of registrations',
      findings: {
        ok: [(f) => `Registrations loaded: ${f.number('people')}.`],
        empty: ['The list is loaded, but no one is on it.', 'Check in the console that this is the right event.'],
        missing: [
          'The list has not been loaded yet.',
          'Connect this device to the server and wait until it is loaded.',
        ],
      },
    },
    data_age: {
      name: 'Age of the data',
      findings: {
        ok: [(f) => `Up to date, ${f.duration('ageMs')} old.`],
        stale: [(f) => `The data is ${f.duration('ageMs')} old.`, 'Check the network.'],
        old: [(f) => `The data is ${f.duration('ageMs')} old.`, 'Connect this device: it misses newer registrations.'],
        never: ['It was never complete.', 'Connect this device to the server and wait.'],
      },
    },
    server: {
      name: 'Server',
      findings: {
        ok: [(f) => `It responds in ${f.number('roundTripMs')} ms.`],
        slow: [
          (f) => `It responds slowly, in ${f.number('roundTripMs')} ms.`,
          'Use a cable, or move closer to the access point.',
        ],
        cut: ['The practice switch cuts the network.', 'Switch it off in the settings.'],
        unwell: [(f) => `It reports an error (${f.number('status')}).`, 'Tell the operator of the server.'],
        unreachable: [
          'It cannot be reached.',
          'Check the cable and the Wi-Fi. Scanning works meanwhile, but this device does not see scans of others.',
        ],
      },
    },
    other_kiosks: {
      name: 'Other kiosks',
      findings: {
        ok: [(f) => `In reach: ${f.number('inReach')} of ${f.number('members')} kiosks.`],
        single: ['This event has one kiosk.'],
        unused: ['Not used at this device.'],
        switched_off: ['Switched off at this device.'],
        no_address: [
          'This device does not hear the other kiosks yet: it takes part through a kiosk whose address it has.',
          'In Settings, scan the code of a kiosk with a device host, or enter its address that ends in .local.',
        ],
        alone: [
          (f) => `No other kiosk is in reach; the event has ${f.number('members')}.`,
          'Check that all kiosks are on the same network, or type the address of another kiosk in Settings.',
        ],
        no_key: ['There is no key for the network of kiosks yet.', 'Connect this kiosk to the server once.'],
        failed: [
          'The device host cannot listen on the network.',
          'Start the device host again and check the network of this computer.',
        ],
      },
    },
    clock: {
      name: 'Clock',
      findings: {
        ok: ['The clock matches the server.'],
        corrected: [
          (f) => `This device’s clock is off by ${f.duration('offsetMs')}. That is corrected.`,
          'Set the clock of this device when there is time.',
        ],
        untrusted: ['This device is not sure of the time.', 'Connect this device to the server once.'],
      },
    },
    version: {
      name: 'Version',
      findings: {
        ok: [(f) => `${f.text('own')}, the same as the server.`],
        differs: [
          (f) => `${f.text('own')} here, ${f.text('server')} at the server. They are compatible.`,
          'Reload or update this device when there is time.',
        ],
        unknown: ['The server did not report its version.', 'Connect this device, then check again.'],
        too_old: ['This device and the server are not compatible.', 'Update this device before the doors open.'],
      },
    },
    lease: {
      name: 'Offline time',
      findings: {
        ok: [(f) => `Works offline for another ${f.duration('leftMs')}.`],
        short: [
          (f) => `Works offline for only another ${f.duration('leftMs')}.`,
          'Leave it connected for a few minutes.',
        ],
        expired: ['It has been offline for too long.', 'Connect it, or pair it again.'],
        revoked: ['The organizer has revoked this device.', 'Pair it again.'],
      },
    },
    event: {
      name: 'Event',
      findings: {
        ok: [(f) => `${f.text('event')}. Doors: ${f.time('doorsMs')}.`],
        another_day: [
          (f) => `${f.text('event')} opens only ${f.time('doorsMs')}.`,
          'Check that this device is paired with the right event.',
        ],
        over: [(f) => `${f.text('event')} is over.`, 'Pair this device with the right event.'],
        cancelled: [(f) => `${f.text('event')} is cancelled.`, 'Pair this device with the right event.'],
        missing: ['The event is not in the data.', 'Connect this device, or pair it again.'],
      },
    },
    gate: {
      name: 'Gate',
      findings: {
        ok: [(f) => `${f.text('gate')} is open.`],
        opens_later: [(f) => `${f.text('gate')} opens ${f.time('opensMs')}.`, 'No one is let in here until then.'],
        closed: [(f) => `${f.text('gate')} closed ${f.time('closesMs')}.`, 'Change its hours in the console.'],
        exit_only: [
          (f) => `${f.text('gate')} is an exit only.`,
          'Move this device to another gate if people are to come in here.',
        ],
        missing: ['No ticket type is allowed in here, or the gate was deleted.', 'Check the gate in the console.'],
      },
    },
    rooms: {
      name: 'Spots in the rooms',
      findings: {
        ok: [(f) => `Spots left: ${f.number('left')} (${f.text('room')}).`],
        none: ['No room here has a limit.'],
        short: [(f) => `Spots left: only ${f.number('left')} (${f.text('room')}).`, 'Leave this device connected.'],
        empty: [(f) => `No spots left (${f.text('room')}).`, 'Connect this device: the server reserves spots for it.'],
      },
    },
    supervisors: {
      name: 'Supervisors',
      findings: {
        ok: [(f) => `With a PIN: ${f.number('people')}.`],
        none: ['No one has a PIN, so no one can override a refusal.', 'Set a PIN for a supervisor in the console.'],
        outdated: [
          (f) => `PINs set before overrides were signed: ${f.number('people')}.`,
          'Set these PINs again in the console.',
        ],
        unneeded: ['Not needed at this device.'],
      },
    },
    unsent: {
      name: 'Unsent scans',
      findings: {
        ok: ['Everything has been sent.'],
        waiting: [(f) => `Waiting to be sent: ${f.number('scans')}.`, 'Leave this device connected until they are.'],
      },
    },
    parked: {
      name: 'Refused scans',
      findings: {
        ok: ['The server has accepted every scan.'],
        some: [(f) => `Refused by the server: ${f.number('scans')}.`, 'Open “Connection” and show the organizer.'],
      },
    },
    offline_start: {
      name: 'Start offline',
      findings: {
        ok: ['The whole page is on this device: it starts offline.'],
        update: ['A newer version is on this device. It is used as soon as this device is idle.'],
        preparing: ['The page is not on this device yet.', 'Leave this device connected, then check again.'],
        unsupported: [
          'This browser does not keep the page: it would not start again offline.',
          'Open it by its https address outside a private window. On a computer, the desktop app works too.',
        ],
      },
    },
    storage: {
      name: 'Disk space',
      findings: {
        ok: [(f) => `${f.bytes('freeBytes')} free, and the browser will not clear it.`],
        not_persistent: [
          (f) => `${f.bytes('freeBytes')} free, but the browser may clear what is saved.`,
          'Install the page as an app. On a computer, the desktop app works too.',
        ],
        low: [(f) => `Only ${f.bytes('freeBytes')} free.`, 'Free some space on this device.'],
        full: [(f) => `Only ${f.bytes('freeBytes')} free.`, 'Free space on this device before the doors open.'],
        unknown: ['The browser does not report how much is free.', 'Check the device’s disk yourself.'],
      },
    },
    disk: {
      name: 'Disk',
      findings: {
        ok: [(f) => `Wrote and read back in ${f.number('tookMs')} ms.`],
        slow: [
          (f) => `Slow: writing a few scans took ${f.number('tookMs')} ms.`,
          'Close other programs on this device.',
        ],
        broken: [(f) => `The disk refused to write (${f.text('error')}).`, 'Use another device.'],
        corrupt: ['The disk returned different data than was written.', 'Use another device.'],
      },
    },
    journal: {
      name: 'Journal of scans',
      findings: {
        ok: ['Can be written and read.'],
        broken: [
          (f) => `Cannot be written (${f.text('error')}).`,
          'Start this device again. If that does not help, use another.',
        ],
      },
    },
    printer: {
      name: 'Printer',
      findings: {
        ok: [(f) => `${f.text('printer')} is ready.`],
        busy: [(f) => `${f.text('printer')} is printing.`],
        none: ['No printer is connected.', 'Connect one to print badges here.'],
        host_lost: ['The device host does not respond.', 'Start it again on this device.'],
        trouble: [(f) => `${f.text('printer')} does not work.`, 'Switch it on, check cable, cover and paper.'],
      },
    },
    paper: {
      name: 'Paper',
      findings: {
        ok: [(f) => `${f.text('printer')} has paper.`],
        not_needed: ['Badges are saved as files here.'],
        look: [(f) => `${f.text('printer')} does not report its paper.`, 'Check the paper in the printer.'],
        low: [(f) => `${f.text('printer')} is running low.`, 'Keep a new roll ready, or load it now.'],
        out: [(f) => `${f.text('printer')} is out of paper.`, 'Load a new roll.'],
        unknown: ['Unknown: no printer responds.', 'Fix the printer first.'],
      },
    },
    test_print: {
      name: 'Test badge',
      findings: {
        ok: ['A badge was printed.'],
        not_tried: ['No badge has been printed yet.', 'Print a test badge and check it.'],
        failed: [(f) => `No badge was printed. ${f.text('why')}`, 'Fix the printer, then print again.'],
        no_printer: ['No printer is connected.', 'Connect one to print badges here.'],
      },
    },
    scanner: {
      name: 'Scanner',
      findings: {
        ok: ['The test code was read correctly.'],
        camera: ['The camera read the test code.'],
        skipped: ['No code was scanned.', 'Check again and scan the code that is shown.'],
        no_end: ['It sends no Enter after a code.', 'Set the scanner to send Enter (“CR suffix”).'],
        layout: [
          (f) => `Its keyboard layout is neither US nor that of this device (“${f.text('scanned')}…”).`,
          'Set the scanner to the US keyboard.',
        ],
        unclear: ['The code it sent could not be read.', 'Check again.'],
      },
    },
    camera: {
      name: 'Camera',
      findings: {
        ok: ['It shows a picture.'],
        off: ['Switched off in the settings.'],
        dark: ['The picture is black.', 'Take off the cover, and switch on the light.'],
        denied: [
          'This page is not allowed to use the camera.',
          'Allow the camera in the settings of the browser or the system.',
        ],
        missing: ['No camera is connected.', 'Plug one in, or switch the camera off in the settings.'],
        trouble: ['The camera does not work.', 'Close other programs that use it, or unplug it and plug it in again.'],
      },
    },
    sound: {
      name: 'Sound',
      findings: {
        ok: ['The sound works.'],
        off: ['Switched off in the settings.'],
        blocked: ['The browser is blocking it.', 'Touch this page once, then check again.'],
        missing: ['This device has no sound.', 'Connect a loudspeaker, or work without sound.'],
      },
    },
    power: {
      name: 'Power and screen',
      findings: {
        ok: ['The screen stays on.'],
        may_sleep: ['The screen may switch off automatically.', 'Set the device to keep the screen on.'],
        on_battery: [(f) => `On battery, ${f.percent('percent')}.`, 'Plug in the power.'],
      },
    },
    languages: {
      name: 'Languages',
      findings: {
        ok: ['All languages are complete.'],
        incomplete: [(f) => `Incomplete: ${f.text('languages')}.`, 'Update the browser or the app.'],
      },
    },
  },
};
