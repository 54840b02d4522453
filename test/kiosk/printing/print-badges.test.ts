/** Printing over the real replica in the real browser. A reload is a restart of the kiosk. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPageSite, type PageSite } from '../screens/open-page.ts';
import './lab.ts';

/** Waits for what must come; the machine may be busy with other tests. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 45_000 });

let site: PageSite;
let page: Page;

beforeAll(async () => {
  site = await openPageSite(new URL('./page/', import.meta.url));
}, 120_000);
afterAll(() => site.close());

beforeEach(async () => {
  page = await site.open();
});
afterEach(async () => {
  expect(await page.evaluate(() => window.lab.faults())).toEqual([]);
  await page.context().close();
});

const registration = (n: number): string => `018f3a52-0000-7000-8000-${String(n).padStart(12, '0')}`;
const scan = (n: number, verdict: 'admitted' | 'already_checked_in' | 'cancelled'): Promise<string> =>
  page.evaluate(([id, code]) => window.lab.scan(id, code), [registration(n), verdict] as const);
const start = (withHost = true): Promise<void> => page.evaluate((host) => window.lab.start(host), withHost);
const titles = (): Promise<string[]> => page.evaluate(() => window.lab.printed().map(({ title }) => title));
const states = (): Promise<string[]> =>
  page.evaluate(async () => (await window.lab.jobs()).map(({ state }) => state).sort());

async function restart(): Promise<void> {
  await page.reload();
  await start();
}

test('an admitted person gets one badge; refused and repeated scans get none', async () => {
  await start();
  await scan(1, 'admitted');
  await scan(1, 'already_checked_in');
  await scan(2, 'cancelled');
  await scan(3, 'admitted');
  // The same person on a second list.
  await scan(1, 'admitted');
  // The last of the queue: once it is out, so is everything before it.
  await scan(4, 'admitted');
  await poll(titles).toContain('Badge Person 0004');
  expect(await titles()).toEqual(['Badge Person 0001', 'Badge Person 0003', 'Badge Person 0004']);
  await poll(states).toEqual(['printed', 'printed', 'printed']);
});

test('a job bears the id of its scan and says where it came out', async () => {
  await start();
  const scanId = await scan(1, 'admitted');
  await poll(states).toEqual(['printed']);
  const [job] = await page.evaluate(() => window.lab.jobs());
  expect(job).toMatchObject({
    id: scanId,
    scan: scanId,
    registration: registration(1),
    gate: 'north',
    printer: 'desk',
    attempts: 1,
    failure: null,
    problem: null,
  });
});

test('after a restart nothing is printed again, and what was admitted meanwhile is', async () => {
  await start();
  await scan(1, 'admitted');
  await poll(states).toEqual(['printed']);
  await page.reload();
  await scan(2, 'admitted');
  await start();
  await poll(states).toEqual(['printed', 'printed']);
  expect(await titles()).toEqual(['Badge Person 0002']);
});

test('a kiosk that stops in the middle of a badge asks the host about the same job', async () => {
  await start();
  await page.evaluate(() => window.lab.outcome('silent'));
  const scanId = await scan(1, 'admitted');
  await poll(states).toEqual(['sent']);
  await restart();
  await poll(states).toEqual(['printed']);
  expect(await page.evaluate(() => window.lab.printed().map(({ jobId }) => jobId))).toEqual([scanId]);
});

test('a badge that may have come out waits for a person, over a restart too', async () => {
  await start();
  await page.evaluate(() =>
    window.lab.outcome({ outcome: 'unknown', reason: 'timeout', message: 'The printer stopped responding.' }),
  );
  const scanId = await scan(1, 'admitted');
  await poll(() => page.evaluate(() => window.lab.state()?.asking.map(({ name }) => name))).toEqual(['Person 0001']);
  await restart();
  await poll(() => page.evaluate(() => window.lab.state()?.asking.length)).toBe(1);
  expect(await titles()).toEqual([]);
  await page.evaluate((id) => window.lab.cameOut(id), scanId);
  await poll(states).toEqual(['printed']);
  expect(await titles()).toEqual([]);
});

test('“print again” makes a new badge with its reason and closes the old job', async () => {
  await start();
  await page.evaluate(() =>
    window.lab.outcome({ outcome: 'unknown', reason: 'timeout', message: 'The printer stopped responding.' }),
  );
  const scanId = await scan(1, 'admitted');
  await poll(states).toEqual(['unknown']);
  await page.evaluate((id) => window.lab.printAgain(id, 'No badge came out'), scanId);
  await poll(states).toEqual(['failed', 'printed']);
  const jobs = await page.evaluate(() => window.lab.jobs());
  const again = jobs.find(({ state }) => state === 'printed');
  expect(again).toMatchObject({ registration: registration(1), reason: 'No badge came out' });
  expect(again?.id).not.toBe(scanId);
  await poll(() => page.evaluate(() => window.lab.state()?.failed)).toEqual([]);
});

test('a printer without paper is waited for; the badge comes out when it is ready, and admission goes on meanwhile', async () => {
  await start();
  await page.evaluate(() => window.lab.outcome({ outcome: 'failed', reason: 'paper_out', message: 'No paper.' }));
  await page.evaluate(() => window.lab.printer({ state: 'error', reason: 'paper_out', message: 'Put in a new roll.' }));
  await scan(1, 'admitted');
  await scan(2, 'admitted');
  await poll(() => page.evaluate(() => window.lab.state()?.waiting)).toBe(2);
  expect(await page.evaluate(() => window.lab.state()?.message)).toBe('Put in a new roll.');
  await page.evaluate(() => window.lab.printer({ state: 'ready' }));
  await poll(states).toEqual(['printed', 'printed']);
});

test('a reprint from the server comes out here with its own id', async () => {
  await start();
  await page.evaluate(
    (registrationId) =>
      window.lab.fromServer({
        id: '018f3a52-0000-7000-9000-0000000000ff',
        registration: registrationId,
        scan: null,
        gate: 'north',
        kiosk: null,
        printer: null,
        state: 'queued',
        attempts: 0,
        reason: 'Badge lost',
        failure: null,
        problem: null,
        queuedAt: new Date().toISOString(),
        printedAt: null,
      }),
    registration(7),
  );
  await poll(states).toEqual(['printed']);
  expect(await titles()).toEqual(['Badge Person 0007']);
});

test('without a device host the jobs wait and the printer is none', async () => {
  await start(false);
  await scan(1, 'admitted');
  await poll(states).toEqual(['queued']);
  expect(await page.evaluate(() => window.lab.state())).toMatchObject({ printer: 'none', printers: [] });
});

test('a person let in on trust who has not paid gets the badge at the confirmation, not before', async () => {
  await page.evaluate((id) => window.lab.unpaid(id), registration(1));
  await start();
  await scan(1, 'admitted');
  await scan(2, 'admitted');
  await poll(titles).toEqual(['Badge Person 0002']);
  const unconfirmed = () =>
    page.evaluate(() => window.lab.state()?.unconfirmed.map(({ name, state }) => [name, state]));
  await poll(unconfirmed).toEqual([['Person 0001', 'queued']]);
  await poll(() => page.evaluate(() => [window.lab.state()?.waiting, window.lab.state()?.held])).toEqual([0, 0]);
  // A kiosk that stops before it has noted the outcome asks the host about that badge again.
  await poll(states).toEqual(['printed', 'queued']);
  // The payment has come in: at a start at the latest it is found.
  await restart();
  await poll(titles).toEqual(['Badge Person 0001']);
  await poll(unconfirmed).toEqual([]);
});

test('a supervisor who lets the person in has the badge printed, once', async () => {
  await page.evaluate((id) => window.lab.unpaid(id), registration(1));
  await start();
  const onTrust = await scan(1, 'admitted');
  await poll(() => page.evaluate(() => window.lab.state()?.unconfirmed.length)).toBe(1);
  const overruled = await page.evaluate((id) => window.lab.scan(id, 'admitted', true), registration(1));
  await poll(states).toEqual(['failed', 'printed']);
  expect(await page.evaluate(() => window.lab.printed().map(({ jobId }) => jobId))).toEqual([overruled]);
  const jobs = await page.evaluate(() => window.lab.jobs());
  expect(jobs.find(({ id }) => id === onTrust)).toMatchObject({ failure: 'superseded' });
  await poll(() => page.evaluate(() => window.lab.state()?.unconfirmed.length)).toBe(0);
  await poll(() => page.evaluate(() => window.lab.state()?.failed)).toEqual([]);
});
