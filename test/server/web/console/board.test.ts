/** The supervisors' board over real HTTP in a real browser: kiosks that speak the wire, two uploads that collide. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { type PairedKiosk, pairKiosk } from '#test/fixtures/paired-kiosk.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const slow = { timeout: visibleMs };

let site: ConsoleSite;
let context: BrowserContext;
let page: Page;
let left: PairedKiosk;
let right: PairedKiosk;

interface Window2 {
  tones?: number;
}

beforeAll(async () => {
  site = await openConsoleSite(24);
  ({ context, page } = await site.open('board', { viewport: { width: 1280, height: 800 } }));
  await page.getByText('No kiosks yet. To add one:').waitFor(slow);
}, 900_000);

afterAll(async () => {
  await context?.close();
  await site?.close();
});

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
async function list(collection: string, more = ''): Promise<readonly Row[]> {
  const path = `/api/v1/${collection}?where[event][equals]=${site.demo.eventId}&limit=100${more}`;
  const answer = await site.house.send('GET', path, { key: site.demo.apiKey });
  expect([answer.status, answer.codes]).toEqual([200, []]);
  return answer.body['data'] as readonly Row[];
}

async function pair(gate: string): Promise<PairedKiosk> {
  const gates = await list('gates');
  const { id } = must(
    gates.find(({ key }) => key === gate),
    gate,
  );
  return pairKiosk(site.house, site.demo.tenant, site.demo.eventId, id);
}

let scans = 0;

async function upload(kiosk: PairedKiosk, registration: string, atMs: number): Promise<void> {
  const [gate] = (await list('gates')).filter(({ key }) => key === 'main-entrance');
  const scan = {
    id: uuidv7(
      atMs,
      new Uint8Array(10).map((_, i) => (i === 9 ? scans : 5)),
    ),
    event: site.demo.eventId,
    gate: 'main-entrance',
    list: gate?.['list'],
    kiosk: kiosk.id,
    counter: ++scans,
    registration,
    ticketNumber: null,
    direction: 'entry',
    verdict: 'admitted',
    flags: ['offline'],
    scannedAt: isoTime(atMs),
    ruleVersion: 1,
    source: 'wedge',
  };
  const answer = await kiosk.push('scans', [scan]);
  expect(answer.body['items']).toMatchObject([{ outcome: 'accepted' }]);
}

const tile = (kiosk: PairedKiosk) => page.locator(`[data-kiosk="${kiosk.id}"]`);

test('without kiosks it says how to pair one, and has no axe violation', async () => {
  await page.getByText('choose its gate').waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
});

test('kiosks are shown with the status that they report', async () => {
  left = await pair('main-entrance');
  right = await pair('main-entrance');
  const said = {
    pending: 7,
    oldestUnsentAt: isoTime(Date.now() - 12 * 60_000),
    parked: 2,
    printer: 'error',
    paper: 'out',
    printerMessage: 'Put in a new roll.',
    knownSeq: 3,
    softwareVersion: '9.9.1',
    dataAsOf: isoTime(Date.now() - 20 * 60_000),
    clockOffsetMs: 65_000,
    clockTrusted: true,
  };
  const answer = await left.send('POST', '/api/v1/actions/events.kiosk_status', { json: said });
  expect([answer.status, answer.codes]).toEqual([200, []]);
  // Ages grow while the test looks.
  for (const words of [
    'online',
    /2\d min old/,
    /7, oldest 1[2-9] min/,
    'no paper – Put in a new roll.',
    '9.9.1',
    '65.0 s slow, corrected',
  ])
    await tile(left).getByText(words).waitFor(slow);
  await page
    .locator('[data-gate="main-entrance"]')
    .getByText(/7, 1[2-9] min/)
    .waitFor(slow);
});

describe('a double admission', () => {
  test('shows with sound, banner and status when the second upload comes, and goes once it is marked as reviewed', async () => {
    await page.evaluate(() => {
      const counted = window as Window2;
      counted.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...args: [number?]) {
        counted.tones = (counted.tones ?? 0) + 1;
        start.apply(this, args);
      };
    });
    // Browsers let a page play sound only after a click on it.
    await page.getByRole('heading', { name: 'Board', level: 1 }).click();
    const [person] = await list('registrations', '&where[status][equals]=confirmed&sort=name');
    const name = String(person?.['name']);
    await upload(left, must(person, 'a person').id, Date.now() - 60_000);
    await page.locator('[data-gate="main-entrance"]').getByText('1', { exact: true }).first().waitFor(slow);
    expect(await page.locator('.banner').count()).toBe(0);
    await upload(right, must(person, 'a person').id, Date.now() - 30_000);

    const banner = page.getByRole('status').filter({ hasText: `Admitted twice: ${name} at Main entrance.` });
    await banner.waitFor(slow);
    await expect.poll(() => page.evaluate(() => (window as Window2).tones), slow).toBe(2);
    const row = page.locator('[data-conflict]').filter({ hasText: name });
    await row.getByText(/first .*\d\d:\d\d:\d\d.*, again .*\d\d:\d\d:\d\d/).waitFor();
    await row.waitFor(slow);
    expect(await axeViolations(page)).toEqual([]);

    await row.getByRole('button').click();
    await row.waitFor({ state: 'detached', ...slow });
    await expect.poll(() => list('checkin_conflicts', '&where[acknowledgedAt][exists]=false'), slow).toEqual([]);
    await page.getByRole('button', { name: 'Hide this message' }).click();
    await page.locator('.banner').waitFor({ state: 'detached', ...slow });
  });
});

test('a badge is printed again at the chosen gate', async () => {
  await page.getByLabel('Whose badge').fill('ada lovelace');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByLabel('Print at').selectOption({ label: 'Workshop room' });
  await page.getByRole('button', { name: /^Print the badge of Ada Lovelace/ }).click();
  await page.getByText('The badge of Ada Lovelace will be printed at Workshop room.').waitFor(slow);
  expect(await list('print_jobs')).toMatchObject([{ gate: 'workshop-room', reason: 'requested at the board' }]);
});

test('a kiosk is moved to another gate, and revoked after a confirmation', async () => {
  await tile(right).getByRole('combobox').selectOption({ label: 'Workshop room' });
  await page.getByText('is now at Workshop room.').waitFor(slow);
  const gates = await list('gates');
  const workshop = gates.find(({ key }) => key === 'workshop-room');
  expect((await list('kiosks')).find(({ id }) => id === right.id)).toMatchObject({ gate: workshop?.id });

  page.once('dialog', (dialog) => void dialog.dismiss());
  await tile(right)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  page.once('dialog', (dialog) => void dialog.accept());
  await tile(right)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await tile(right).waitFor({ state: 'detached', ...slow });
  expect((await list('kiosks')).find(({ id }) => id === right.id)?.['revokedAt']).not.toBeNull();
});

test.each([
  ['light', 1_280],
  ['dark', 1_280],
  ['light', 390],
] as const)('has no axe violation, %s, %i wide', async (colorScheme, width) => {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  await tile(left).waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
