/** The pre-flight's words in English. Long because it is a dictionary. */
import type { PreflightWords } from './preflight-words.ts';

export const en: PreflightWords = {
  title: 'Pre-flight check',
  about: 'Before the doors open: everything this kiosk needs, tried once. It takes at most ten seconds.',
  run: 'Start the check',
  runAgain: 'Check everything again',
  running: 'Checking…',
  progress: (done, all) => `${done} of ${all} checked`,
  whole: {
    ok: 'This kiosk is ready.',
    warn: 'This kiosk works. Look at what is marked.',
    fail: 'This kiosk is not ready. See to what is marked first.',
  },
  levels: { ok: 'Good', warn: 'Look at it', fail: 'Not good' },
  waiting: 'Not checked yet',
  checkAgain: (check) => `Check again: ${check}`,
  again: 'Check again',
  begin: 'Go to the door',
  scan: {
    title: 'Scan this code now',
    how: 'Hold the scanner, or the camera, to the code. It shows how the scanner is set up.',
    code: 'Test code for the scanner',
    skip: 'No scanner at hand',
  },
  printTest: 'Print a test badge',
  printing: 'Printing…',
  toDo: 'What to do:',
  common: {
    timeout: ['It did not answer in time.', 'Check again. If it stays so, start the kiosk again.'],
    fault: [
      (f) => `It could not be checked (${f.text('error')}).`,
      'Check again. If it stays so, start the kiosk again.',
    ],
  },
  checks: {
    first_load: {
      name: 'List of registrations',
      findings: {
        ok: [(f) => `${f.number('people')} registrations are here.`],
        nobody: ['The list is here, and nobody is on it.', 'Look in the console whether this is the right event.'],
        missing: ['The list has not been loaded yet.', 'Connect this kiosk to the server and wait until it is.'],
      },
    },
    data_age: {
      name: 'Age of the data',
      findings: {
        ok: [(f) => `Up to date, ${f.duration('ageMs')} old.`],
        stale: [(f) => `The data is ${f.duration('ageMs')} old.`, 'Check the network.'],
        old: [(f) => `The data is ${f.duration('ageMs')} old.`, 'Connect this kiosk: it misses newer registrations.'],
        never: ['It was never complete.', 'Connect this kiosk to the server and wait.'],
      },
    },
    server: {
      name: 'Server',
      findings: {
        ok: [(f) => `Answers in ${f.number('roundTripMs')} ms.`],
        slow: [
          (f) => `Answers slowly, in ${f.number('roundTripMs')} ms.`,
          'Use a cable, or move closer to the access point.',
        ],
        cut: ['The practice switch cuts the network.', 'Switch it off in the settings.'],
        unwell: [(f) => `Reports a fault (${f.number('status')}).`, 'Tell whoever runs the server.'],
        unreachable: [
          'Cannot be reached.',
          'Check cable and Wi-Fi. Scanning works meanwhile, but scans of other kiosks are not seen here.',
        ],
      },
    },
    clock: {
      name: 'Clock',
      findings: {
        ok: ['Agrees with the server.'],
        corrected: [
          (f) => `This machine’s clock is off by ${f.duration('offsetMs')}. The kiosk corrects it.`,
          'Set the clock of this machine when there is time.',
        ],
        untrusted: ['It is not sure what time it is.', 'Connect this kiosk to the server once.'],
      },
    },
    version: {
      name: 'Version',
      findings: {
        ok: [(f) => `${f.text('own')}, the same as the server.`],
        differs: [
          (f) => `${f.text('own')} here, ${f.text('server')} at the server. They understand each other.`,
          'Reload or update this kiosk when there is time.',
        ],
        unknown: ['The server did not say its version.', 'Connect this kiosk, then check again.'],
        too_old: ['Kiosk and server do not understand each other.', 'Update this kiosk before the doors open.'],
      },
    },
    lease: {
      name: 'May work offline',
      findings: {
        ok: [(f) => `For another ${f.duration('leftMs')} without the server.`],
        short: [(f) => `Only for another ${f.duration('leftMs')}.`, 'Leave it connected for a few minutes.'],
        expired: ['It has been away from the server for too long.', 'Connect it, or pair it again.'],
        revoked: ['The organizer has switched this kiosk off.', 'Pair it again.'],
      },
    },
    event: {
      name: 'Event',
      findings: {
        ok: [(f) => `${f.text('event')}. Doors: ${f.time('doorsMs')}.`],
        another_day: [
          (f) => `${f.text('event')} opens only ${f.time('doorsMs')}.`,
          'Look whether this kiosk is paired with the right event.',
        ],
        over: [(f) => `${f.text('event')} is over.`, 'Pair this kiosk with the right event.'],
        cancelled: [(f) => `${f.text('event')} is cancelled.`, 'Pair this kiosk with the right event.'],
        missing: ['The event is not in the data.', 'Connect this kiosk, or pair it again.'],
      },
    },
    gate: {
      name: 'Gate',
      findings: {
        ok: [(f) => `${f.text('gate')} is open.`],
        opens_later: [(f) => `${f.text('gate')} opens ${f.time('opensMs')}.`, 'Until then nobody is let in here.'],
        closed: [(f) => `${f.text('gate')} closed ${f.time('closesMs')}.`, 'Change its hours in the console.'],
        exit_only: [
          (f) => `${f.text('gate')} only leads out.`,
          'Move this kiosk to another gate if people shall come in.',
        ],
        missing: ['No ticket type is let in here, or the gate is gone.', 'See to the gate in the console.'],
      },
    },
    rooms: {
      name: 'Places in the rooms',
      findings: {
        ok: [(f) => `Places to give: ${f.number('left')} (${f.text('room')}).`],
        none: ['No room here has a limit.'],
        short: [(f) => `Only ${f.number('left')} places to give (${f.text('room')}).`, 'Leave this kiosk connected.'],
        empty: [(f) => `No place to give (${f.text('room')}).`, 'Connect this kiosk: the server grants it places.'],
      },
    },
    supervisors: {
      name: 'Supervisors',
      findings: {
        ok: [(f) => `With a PIN: ${f.number('people')}.`],
        none: ['Nobody has a PIN, so nobody can overrule a refusal.', 'Give somebody a PIN in the console.'],
        outdated: [
          (f) => `Their PIN was set before overrides were signed: ${f.number('people')}.`,
          'Set these PINs again in the console.',
        ],
        unneeded: ['Not needed at this kiosk.'],
      },
    },
    unsent: {
      name: 'Unsent scans',
      findings: {
        ok: ['Everything has been sent.'],
        waiting: [(f) => `Waiting to be sent: ${f.number('scans')}.`, 'Leave this kiosk connected until they are.'],
      },
    },
    parked: {
      name: 'Refused scans',
      findings: {
        ok: ['The server has taken every scan.'],
        some: [(f) => `Refused by the server: ${f.number('scans')}.`, 'Open “Connection” and tell the organizer.'],
      },
    },
    offline_start: {
      name: 'Start without a network',
      findings: {
        ok: ['The whole page is on this machine: it starts without a network.'],
        update: ['A newer version is on this machine. It is taken as soon as this kiosk is at rest.'],
        preparing: ['The page is not on this machine yet.', 'Leave this kiosk connected, then check again.'],
        unsupported: [
          'This browser does not keep the page: without a network it would not start again.',
          'Open it by its https address outside a private window, or use the desktop kiosk.',
        ],
      },
    },
    storage: {
      name: 'Disk space',
      findings: {
        ok: [(f) => `${f.bytes('freeBytes')} free, kept for good.`],
        not_persistent: [
          (f) => `${f.bytes('freeBytes')} free, but the browser may clear it.`,
          'Install the page as an app, or use the desktop kiosk.',
        ],
        low: [(f) => `Only ${f.bytes('freeBytes')} free.`, 'Free some space on this machine.'],
        full: [(f) => `Only ${f.bytes('freeBytes')} free.`, 'Free space on this machine before the doors open.'],
        unknown: ['The browser does not say how much is free.', 'Look at the machine’s disk yourself.'],
      },
    },
    disk: {
      name: 'Disk',
      findings: {
        ok: [(f) => `Wrote and read back in ${f.number('tookMs')} ms.`],
        slow: [
          (f) => `Slow: ${f.number('tookMs')} ms for a few scans’ worth.`,
          'Close other programs on this machine.',
        ],
        broken: [(f) => `The disk refused to write (${f.text('error')}).`, 'Use another kiosk.'],
        corrupt: ['The disk gave back something else than was written.', 'Use another kiosk.'],
      },
    },
    journal: {
      name: 'Journal of scans',
      findings: {
        ok: ['Can be written and read.'],
        broken: [
          (f) => `Cannot be written (${f.text('error')}).`,
          'Start this kiosk again. If it stays so, use another.',
        ],
      },
    },
    printer: {
      name: 'Printer',
      findings: {
        ok: [(f) => `${f.text('printer')} is ready.`],
        busy: [(f) => `${f.text('printer')} is printing.`],
        none: ['No printer is connected.', 'If badges shall be printed here, connect one.'],
        host_lost: ['The device host does not answer.', 'Start it again on this machine.'],
        trouble: [(f) => `${f.text('printer')} does not work.`, 'Switch it on, check cable, cover and paper.'],
      },
    },
    paper: {
      name: 'Paper',
      findings: {
        ok: [(f) => `${f.text('printer')} has paper.`],
        not_needed: ['Badges are saved as files here.'],
        look: [(f) => `${f.text('printer')} does not say.`, 'Look into the printer yourself.'],
        low: [(f) => `${f.text('printer')} is running low.`, 'Put a new roll beside it, or in it.'],
        out: [(f) => `${f.text('printer')} is out of paper.`, 'Put in a new roll.'],
        unknown: ['Nobody can say: no printer answers.', 'See to the printer first.'],
      },
    },
    test_print: {
      name: 'Test badge',
      findings: {
        ok: ['A badge came out.'],
        not_tried: ['No badge has been printed yet.', 'Print a test badge and look at it.'],
        failed: [(f) => `No badge came out. ${f.text('why')}`, 'See to the printer, then print again.'],
        no_printer: ['There is no printer to try.', 'If badges shall be printed here, connect one.'],
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
          (f) => `Its keyboard layout is neither US nor that of this machine (“${f.text('scanned')}…”).`,
          'Set the scanner to the US keyboard.',
        ],
        unclear: ['What it sent could not be made out.', 'Check again.'],
      },
    },
    camera: {
      name: 'Camera',
      findings: {
        ok: ['It gives a picture.'],
        off: ['Switched off in the settings.'],
        dark: ['The picture is black.', 'Take off the cover, and switch on the light.'],
        denied: ['This page may not use it.', 'Allow the camera in the settings of the browser or the system.'],
        missing: ['No camera is connected.', 'Plug one in, or switch the camera off in the settings.'],
        trouble: ['It does not work.', 'Close other programs that use it, or plug it in again.'],
      },
    },
    sound: {
      name: 'Sound',
      findings: {
        ok: ['Can be heard.'],
        off: ['Switched off in the settings.'],
        blocked: ['The browser holds it back.', 'Touch this page once, then check again.'],
        missing: ['This machine has no sound.', 'Connect a loudspeaker, or do without.'],
      },
    },
    power: {
      name: 'Power and screen',
      findings: {
        ok: ['The screen stays on.'],
        may_sleep: ['The screen may switch itself off.', 'Set the machine so that the screen stays on.'],
        on_battery: [(f) => `On battery, ${f.percent('percent')}.`, 'Plug in the power.'],
      },
    },
    languages: {
      name: 'Languages',
      findings: {
        ok: ['All are complete.'],
        incomplete: [(f) => `Incomplete: ${f.text('languages')}.`, 'Update the browser or the kiosk.'],
      },
    },
  },
};
