/** Every screen the kiosk can show, as a table: how to get there. Used by the accessibility test and by look.ts. */
import type { Page } from 'playwright-core';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { ConflictNotice } from '#kiosk/station/station.ts';
import { boardScreens } from './board-screens.ts';
import { doorScript, questions, rooms } from './door-script.ts';
import { leadScreens } from './lead-screens.ts';
import { anna, decided } from './outcomes.ts';
import type { ScriptedPhase } from './scripted.ts';
import { venueScreens } from './venue-screens.ts';

export interface Screen {
  readonly name: string;
  show(page: Page): Promise<void>;
}

export const conflict: ConflictNotice = {
  id: 'conflict-1',
  registrationId: anna.registrationId,
  name: anna.name,
  scannedAt: '2026-05-12T09:21:40.000Z',
  gate: 'South entrance',
  kioskName: 'Kiosk 7',
  firstScannedAt: '2026-05-12T09:18:05.000Z',
  firstGate: 'North entrance',
  firstKioskName: 'Kiosk 3',
};

export const badgeJob = {
  id: 'job-1',
  registration: anna.registrationId,
  name: anna.name,
  state: 'unknown' as const,
  printerName: 'Desk printer',
  failure: 'timeout' as const,
  queuedAt: '2026-05-12T09:28:00.000Z',
};

async function scan(page: Page, result: AdmitResult): Promise<void> {
  await page.evaluate((answer) => {
    window.scripted.answer(answer);
    window.scripted.scan('GATE1:SCRIPTED');
  }, result);
  await page.locator('[role="status"][data-verdict]').waitFor();
}

const verdict = (name: string, result: AdmitResult): Screen => ({
  name: `verdict-${name}`,
  show: (page) => scan(page, result),
});

const phase = (name: string, next: ScriptedPhase): Screen => ({
  name,
  show: (page) => page.evaluate((to) => window.scripted.phase(to), next),
});

const openPanel = async (page: Page, button: RegExp): Promise<void> => {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
};

/** A panel about a verdict, opened by its key. */
const aboutVerdict = (name: string, result: AdmitResult, key: string): Screen => ({
  name: `panel-${name}`,
  show: async (page) => {
    await page.evaluate((script) => window.scripted.door(script), doorScript);
    await scan(page, result);
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
  },
});

const byKey = (name: string, key: string): Screen => ({
  name: `panel-${name}`,
  show: async (page) => {
    await page.evaluate((script) => window.scripted.door(script), doorScript);
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
  },
});

const group = decided('admitted', {}, [], anna, { hasParty: true });

const offline = {
  sync: { phase: 'offline', since: '2026-05-12T09:27:10.000Z', reason: 'The server is not responding (timeout).' },
  dataAsOf: '2026-05-12T09:27:02.000Z',
  pending: 17,
} as const;

export const screens: readonly Screen[] = [
  phase('starting', { kind: 'starting' }),
  phase('already-open', { kind: 'already_open' }),
  phase('failed', {
    kind: 'failed',
    fault: 'QuotaExceededError: the disk may be full',
  }),
  phase('pairing-by-link', {
    kind: 'pairing',
    pairingCode: 'k7pq-2m4x',
    serverUrl: 'https://gate.example.org',
    asks: true,
    linkedHost: '127.0.0.1:4010',
  }),
  phase('pairing', {
    kind: 'pairing',
    pairingCode: '',
    serverUrl: 'https://gate.example.org',
    asks: true,
    linkedHost: null,
  }),
  {
    name: 'pairing-refused',
    show: async (page) => {
      await page.evaluate(() => {
        window.scripted.pairAnswer({
          ok: false,
          code: 'pairing_code_expired',
          message: 'It was made more than 10 minutes ago. Create a new one in the console.',
        });
        window.scripted.phase({
          kind: 'pairing',
          pairingCode: 'k7pq-2m4x',
          serverUrl: 'https://gate.example.org',
          asks: false,
          linkedHost: null,
        });
      });
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'loading',
    show: (page) =>
      page.evaluate(() =>
        window.scripted.station({
          ready: false,
          dataAsOf: null,
          sync: { phase: 'loading', loadedRows: 41_000, totalRows: 100_000 },
        }),
      ),
  },
  {
    name: 'loading-stopped',
    show: (page) =>
      page.evaluate(() =>
        window.scripted.station({
          ready: false,
          dataAsOf: null,
          sync: { phase: 'offline', since: '2026-05-12T09:29:50.000Z', reason: 'the server is not responding.' },
        }),
      ),
  },
  { name: 'ready', show: async () => {} },
  { name: 'ready-camera', show: (page) => page.evaluate(() => window.scripted.camera('running')) },
  {
    name: 'ready-self-service',
    show: (page) => page.evaluate(() => window.scripted.station({ role: 'self-service' })),
  },
  {
    name: 'ready-troubled',
    show: async (page) => {
      await page.evaluate(
        ({ change, conflicts, asking }) => {
          window.scripted.station({
            ...change,
            conflicts,
            parked: [
              {
                scanId: '018f3a52-0000-7000-9000-0000000000aa',
                code: 'not_yours',
                message: 'The scan names another kiosk.',
              },
            ],
          });
          window.scripted.printing({
            printer: 'error',
            message: 'The paper is used up. Put in a new roll.',
            asking,
            waiting: 4,
          });
          window.scripted.camera('denied');
        },
        { change: offline, conflicts: [conflict], asking: [badgeJob] },
      );
    },
  },
  verdict('admitted', decided('admitted')),
  verdict(
    'admitted-long-name',
    decided('admitted', {}, ['offline', 'unverified'], {
      ...anna,
      name: 'Maximiliane Alexandra Freifrau von Łukasiewicz-Wiśniewska zu Hohenstein',
      company: 'Internationale Gesellschaft für angewandte Veranstaltungstechnik mbH & Co. KG',
    }),
  ),
  verdict('admitted-arabic', decided('admitted', {}, [], { ...anna, name: 'محمد عبد الله', company: 'شركة النور' })),
  verdict(
    'already-checked-in',
    decided('already_checked_in', {
      checkedInAt: '2026-05-12T08:47:12.000Z',
      gate: 'South entrance',
      kiosk: 'Kiosk 7',
    }),
  ),
  verdict('code-expired', decided('code_expired', { issuedAt: '2026-05-12T06:10:00.000Z', windowMinutes: 60 })),
  verdict('wrong-gate', decided('wrong_gate', { gate: 'North entrance', gates: ['Press entrance', 'Hall 2'] })),
  verdict('too-early', decided('too_early', { opensAt: '2026-05-12T10:00:00.000Z' })),
  verdict('blocked', decided('blocked', { blockedReason: 'Invoice 2026-118 is open; ask for Mrs. Berg.' })),
  verdict('code-malformed', decided('code_malformed', {}, [], null)),
  verdict('not-recorded', {
    kind: 'not_recorded',
    reason: 'disk_full',
    message: 'The disk of this machine has no room left.',
  }),
  verdict(
    'admitted-noted',
    decided(
      'admitted',
      { attention: 'Speaker: bring her to the green room at once, ask for Mr. Hansen.' },
      ['offline'],
      anna,
      {
        hasParty: true,
      },
    ),
  ),
  verdict(
    'again-too-soon',
    decided(
      'already_checked_in',
      {
        checkedInAt: '2026-05-12T08:47:12.000Z',
        gate: 'South entrance',
        kioskName: 'Kiosk 7',
        staff: 'Mia Sørensen',
        entries: 2,
        maxEntries: 3,
        againAt: '2026-05-12T10:47:12.000Z',
        attention: 'Lost her badge yesterday.',
      },
      ['offline'],
    ),
  ),
  verdict(
    'too-late-elsewhere',
    decided('too_late', {
      closesAt: '2026-05-12T09:00:00.000Z',
      nearest: { gate: 'Hall 2', opensAt: '2026-05-12T13:00:00.000Z' },
    }),
  ),
  verdict('overruled', decided('admitted', { overrode: 'gate_full', full: 'gate' }, ['override'])),
  verdict('questions-later', decided('questions_required')),
  {
    name: 'ready-rooms',
    show: async (page) => {
      await page.evaluate((of) => window.scripted.station({ canTurn: true, rooms: of }), rooms);
      await page.evaluate((script) => window.scripted.door(script), doorScript);
    },
  },
  {
    name: 'ready-exit',
    show: (page) => page.evaluate(() => window.scripted.station({ canTurn: true, direction: 'exit' })),
  },
  {
    name: 'verdict-exit',
    show: async (page) => {
      await page.evaluate(() => window.scripted.station({ canTurn: true, direction: 'exit' }));
      await scan(page, decided('admitted', { direction: 'exit' }));
    },
  },
  aboutVerdict('override', decided('blocked', { blockedReason: 'Invoice 2026-118 is open.' }), 'F6'),
  aboutVerdict('undo', decided('admitted'), 'F7'),
  aboutVerdict('party', group, 'F12'),
  {
    name: 'panel-questions',
    show: async (page) => {
      await scan(page, decided('questions_required', { questions, attention: 'Allergic to nuts.' }));
      await page.getByRole('dialog').waitFor();
      await page.getByRole('button', { name: 'Save and let in' }).click();
    },
  },
  byKey('keys', 'F1'),
  byKey('recent', 'F8'),
  {
    name: 'panel-walk-in',
    show: async (page) => {
      await byKey('walk-in', 'F4').show(page);
      await page.getByText('Day ticket').click();
      await page.evaluate(() =>
        window.scripted.door({ walkIn: { kind: 'incomplete', problems: ['name_missing', 'payment_missing'] } }),
      );
      await page.getByRole('button', { name: 'Register and let in' }).click();
      await page.getByText('Please correct 2 fields.').waitFor();
    },
  },
  {
    name: 'locked-revoked',
    show: (page) =>
      page.evaluate(() => window.scripted.station({ sync: { phase: 'locked', code: 'kiosk_revoked' }, pending: 3 })),
  },
  {
    name: 'locked-lease',
    show: (page) => page.evaluate(() => window.scripted.station({ sync: { phase: 'locked', code: 'lease_expired' } })),
  },
  {
    name: 'panel-connection',
    show: async (page) => {
      await page.evaluate((change) => {
        window.scripted.station({
          ...change,
          parked: [
            {
              scanId: '018f3a52-0000-7000-9000-0000000000aa',
              code: 'not_yours',
              message: 'The scan names another kiosk.',
            },
          ],
        });
      }, offline);
      await openPanel(page, /^Offline/);
    },
  },
  ...leadScreens,
  ...boardScreens(conflict),
  ...venueScreens,
  {
    name: 'panel-conflicts',
    show: async (page) => {
      await page.evaluate((conflicts) => window.scripted.station({ conflicts }), [conflict]);
      await openPanel(page, /conflict/);
    },
  },
  {
    name: 'panel-printing',
    show: async (page) => {
      await page.evaluate(
        (job) =>
          window.scripted.printing({
            asking: [job],
            failed: [
              {
                ...job,
                id: 'job-2',
                name: 'Jonas Berg',
                state: 'failed',
                failure: 'too_large',
              },
            ],
            recent: [job, { ...job, id: 'job-3', name: '李雷', state: 'printed', failure: null }],
            unconfirmed: [{ ...job, id: 'job-4', name: 'Zoë Ünal', state: 'queued', printerName: null, failure: null }],
            held: 12,
            waiting: 2,
          }),
        badgeJob,
      );
      await openPanel(page, /Printer/);
    },
  },
  {
    name: 'panel-no-printer',
    show: async (page) => {
      await page.evaluate(() =>
        window.scripted.printing({ printer: 'none', printers: [], chosenPrinterId: null, waiting: 41 }),
      );
      await openPanel(page, /No printer/);
    },
  },
  {
    name: 'panel-settings-desktop',
    show: async (page) => {
      await page.evaluate(() =>
        window.scripted.host({
          kind: 'electron',
          version: '0.1.0',
          keyStore: 'plain',
          canQuit: true,
          warnings: ['key_store_plain'],
        }),
      );
      await openPanel(page, /Settings/);
    },
  },
  {
    name: 'panel-search',
    show: async (page) => {
      await openPanel(page, /Find a person/);
      await page.getByLabel('Name, company').fill('ada');
      await page.getByRole('button', { name: /Ada Lovelace/ }).waitFor();
    },
  },
  {
    name: 'panel-search-confirm',
    show: async (page) => {
      await openPanel(page, /Find a person/);
      await page.getByLabel('Name, company').fill('ada');
      await page.getByRole('button', { name: /Adam Berg/ }).click();
      await page.getByRole('heading', { name: /^Admit/ }).waitFor();
    },
  },
  { name: 'panel-settings', show: (page) => openPanel(page, /Settings/) },
  {
    name: 'broken',
    show: async (page) => {
      await page.evaluate(() => window.scripted.breakStation());
      await page.getByRole('alert').waitFor();
    },
  },
];
