/**
 * The parts of the page that people and test drivers rely on: attributes and texts, the keyboard, the order of
 * verdicts.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import { verdictCodes } from '#shared/admission/verdict.ts';
import { plugInScanner } from '#test/fixtures/wedge-scanner.ts';
import { holdClock } from './held-clock.ts';
import { openPageSite, type PageSite } from './open-page.ts';
import { anna, decided } from './outcomes.ts';
import { badgeJob, conflict } from './screens.ts';
import './scripted.ts';

/** Waits for what must come; the machine may be busy with other tests. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 45_000 });

const viewport = { width: 1_280, height: 800 };

let site: PageSite;
let page: Page;
let complaints: string[] = [];

async function openPage(): Promise<Page> {
  const opened = await site.open({ viewport });
  opened.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
  });
  opened.on('pageerror', (error) => complaints.push(error.message));
  return opened;
}

beforeAll(async () => {
  site = await openPageSite(new URL('./page/', import.meta.url));
  page = await openPage();
}, 120_000);
afterAll(() => site.close());

beforeEach(async () => {
  complaints = [];
  await site.again(page);
});
afterEach(() => expect(complaints).toEqual([]));

/** In a window of its own. */
async function withHeldClock(work: () => Promise<void>): Promise<void> {
  const shared = page;
  page = await openPage();
  try {
    await holdClock(page);
    await work();
  } finally {
    await page.context().close();
    page = shared;
  }
}

const kiosk = () => page.locator('#kiosk');
const verdict = () => page.locator('[role="status"][data-verdict]');
const answer = (...results: AdmitResult[]): Promise<void> =>
  page.evaluate((list) => window.scripted.answer(...list), results);
const calls = (): Promise<unknown[][]> => page.evaluate(() => window.scripted.calls());
const scan = (): Promise<void> => page.evaluate(() => window.scripted.scan(`GATE1:${performance.now()}`));

/** As a scanner that is a keyboard: every key at once, Enter at the end. */
async function wedge(text: string): Promise<void> {
  await (await plugInScanner(page)).scan(text);
}

describe('the stable element', () => {
  test('says connection, unsent scans and printer, and stays the same element in every phase', async () => {
    const element = await kiosk().elementHandle();
    await poll(() => kiosk().getAttribute('data-connection')).toBe('online');
    expect(await kiosk().getAttribute('data-pending')).toBe('0');
    expect(await kiosk().getAttribute('data-printer')).toBe('ready');
    await page.evaluate(() => {
      window.scripted.station({
        pending: 17,
        sync: { phase: 'offline', since: '2026-05-12T09:27:10.000Z', reason: 'r' },
      });
      window.scripted.printing({ printer: 'error' });
    });
    await poll(() => kiosk().getAttribute('data-connection')).toBe('offline');
    expect(await kiosk().getAttribute('data-pending')).toBe('17');
    expect(await kiosk().getAttribute('data-printer')).toBe('error');
    await page.evaluate(() =>
      window.scripted.phase({ kind: 'pairing', pairingCode: '', serverUrl: '', asks: true, linkedHost: null }),
    );
    await poll(() => kiosk().getAttribute('data-phase')).toBe('pairing');
    expect(await element?.evaluate((first) => first === document.querySelector('#kiosk'))).toBe(true);
  });

  test('a cut network is offline in any phase of sync', async () => {
    await page.evaluate(() => window.scripted.station({ networkCut: true }));
    await poll(() => kiosk().getAttribute('data-connection')).toBe('offline');
  });
});

describe('the verdict', () => {
  test.each(verdictCodes)('%s stands in the one status element, with its shape and its words', async (code) => {
    await answer(decided(code));
    expect(await verdict().count()).toBe(0);
    await scan();
    await verdict().waitFor();
    expect(await verdict().getAttribute('data-verdict')).toBe(code);
    expect(await page.locator('[role="status"]').count()).toBe(1);
    expect(await page.locator('[role="status"]').getAttribute('aria-live')).toBe('assertive');
    const shape = await verdict().locator('[data-shape]').getAttribute('data-shape');
    expect(shape === 'admitted').toBe(code === 'admitted');
    expect(await verdict().locator('h1').textContent()).toMatch(/\w{3}/);
  });

  test('a scan that was not recorded is never green and bears no verdict of the list', async () => {
    await answer({ kind: 'not_recorded', reason: 'disk_full', message: 'no room' });
    await scan();
    await verdict().waitFor();
    expect(verdictCodes).not.toContain(await verdict().getAttribute('data-verdict'));
    expect(await verdict().locator('[data-shape]').getAttribute('data-shape')).toBe('error');
  });

  test('a station that breaks shows no green either', async () => {
    await scan();
    await poll(() => verdict().getAttribute('data-verdict')).toBe('not_recorded');
  });

  test('shows when, where and by which kiosk a used ticket was admitted', async () => {
    await answer(
      decided('already_checked_in', { checkedInAt: '2026-05-12T08:47:12.000Z', gate: 'South', kiosk: 'Kiosk 7' }),
    );
    await scan();
    const text = await verdict().textContent();
    for (const part of [anna.name, '43 min ago', 'South', 'Kiosk 7']) expect(text).toContain(part);
  });

  test('the next scan replaces the last at once, and an equal verdict is said again', async () => {
    await answer(
      decided('cancelled'),
      decided('admitted'),
      decided('admitted', {}, [], { ...anna, name: 'Jonas Berg' }),
    );
    await scan();
    await poll(() => verdict().getAttribute('data-verdict')).toBe('cancelled');
    const element = await verdict().elementHandle();
    await scan();
    await poll(() => verdict().getAttribute('data-verdict')).toBe('admitted');
    const first = await verdict().getAttribute('data-scan');
    await scan();
    await poll(() => verdict().textContent()).toContain('Jonas Berg');
    expect(await verdict().getAttribute('data-scan')).not.toBe(first);
    expect(await element?.evaluate((old) => old === document.querySelector('[role="status"]'))).toBe(true);
  });

  test('goes by itself after the set time, and stays when set to', () =>
    withHeldClock(async () => {
      await page.evaluate(() => window.scripted.prefer({ resultSeconds: 5 }));
      await answer(decided('admitted'), decided('admitted'));
      await scan();
      await verdict().waitFor();
      await page.clock.runFor(4_900);
      expect(await verdict().count()).toBe(1);
      await page.clock.runFor(200);
      await poll(() => verdict().count()).toBe(0);
      await page.evaluate(() => window.scripted.prefer({ resultSeconds: 0 }));
      await scan();
      await verdict().waitFor();
      await page.clock.runFor(600_000);
      expect(await verdict().count()).toBe(1);
    }));
});

describe('the keyboard', () => {
  test('a wedge scan works wherever the focus is, also with a panel open, and the verdict takes the surface', async () => {
    await answer(decided('admitted'), decided('cancelled'), decided('wrong_gate'));
    await wedge('GATE1:ABCDEF0123456789');
    await poll(() => verdict().getAttribute('data-verdict')).toBe('admitted');
    await page.getByLabel('Type the code').focus();
    await wedge('GATE1:ABCDEF0123456790');
    await poll(() => verdict().getAttribute('data-verdict')).toBe('cancelled');
    expect(await page.getByLabel('Type the code').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Settings' }).click();
    await wedge('GATE1:ABCDEF0123456791');
    await poll(() => verdict().getAttribute('data-verdict')).toBe('wrong_gate');
    await poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('alone reaches everything: types a code, dismisses the verdict, opens and closes a panel', async () => {
    await answer(decided('admitted'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip the status bar');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.keyboard.type('T-7');
    await page.keyboard.press('Enter');
    await verdict().waitFor();
    expect((await calls())[0]).toMatchObject(['admit', { source: 'typed', candidates: ['T-7'] }]);
    await page.keyboard.press('Escape');
    await poll(() => verdict().count()).toBe(0);

    await page.getByRole('button', { name: 'Settings' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Settings');
  });

  test('the focus is always seen', async () => {
    for (let step = 0; step < 7; step++) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
      expect(outline).toBe('solid');
    }
  });
});

/** What a screen reader is given: role and text of every element that the accessibility tree does not leave out. */
async function spoken(of: Page): Promise<{ readonly role: string; readonly name: string }[]> {
  const session = await of.context().newCDPSession(of);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? '') }));
}

describe('under an open panel', () => {
  const open = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
  };

  test('a screen reader still hears the verdict, and reaches nothing else of the page', async () => {
    await answer(decided('blocked', { blockedReason: 'Invoice 118 is open.' }));
    await scan();
    await verdict().waitFor();
    await open('F6');
    const tree = await spoken(page);
    expect(tree.filter(({ role }) => role === 'status')).toHaveLength(1);
    for (const text of ['Please check', 'Anna Kowalska', 'Invoice 118 is open.']) {
      expect(tree.map(({ name }) => name)).toContain(text);
    }
    const reached = tree.filter(({ role }) => role === 'button' || role === 'textbox').map(({ name }) => name);
    expect(reached).toContain('Close');
    expect(reached.filter((name) => /Settings|Find a person|Next ticket|Check$/.test(name))).toEqual([]);
  });

  test('the region is there before the verdict comes, empty, and the focus comes back to where it was', async () => {
    const field = page.getByLabel('Type the code');
    await field.focus();
    await open('F1');
    expect((await spoken(page)).filter(({ role }) => role === 'status')).toHaveLength(1);
    await page.keyboard.press('Escape');
    await poll(() => page.getByRole('dialog').count()).toBe(0);
    await poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('Tab stays in the sheet', async () => {
    await open('F10');
    for (let n = 0; n < 60; n++) await page.keyboard.press('Tab');
    const where = await page.evaluate(
      () => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body,
    );
    expect(where).toBe(true);
  });
});

describe('panels', () => {
  test('a conflict names both kiosks and is acknowledged', async () => {
    await page.evaluate((one) => window.scripted.station({ conflicts: [one], timezone: 'Europe/Oslo' }), conflict);
    await page.getByRole('button', { name: '1 conflict' }).click();
    const text = await page.getByRole('dialog').textContent();
    for (const part of ['Kiosk 3', 'Kiosk 7', 'North entrance', 'South entrance']) expect(text).toContain(part);
    // In the event's zone, to the second.
    for (const part of ['11:18:05', '11:21:40']) expect(text).toContain(part);
    await page.getByRole('button', { name: /Mark as reviewed/ }).click();
    await poll(calls).toEqual([['acknowledgeConflict', 'conflict-1']]);
    await page.getByText('No conflicts are open.').waitFor();
  });

  test('a badge that may have been printed is settled by a person, with a reason when it is printed again', async () => {
    await page.evaluate(
      (job) => window.scripted.printing({ asking: [job, { ...job, id: 'job-2', name: 'Jonas Berg' }] }),
      badgeJob,
    );
    await page.getByRole('button', { name: /badges need attention/ }).click();
    await page.getByRole('button', { name: /It was printed.*Anna Kowalska/ }).click();
    await page.getByRole('button', { name: /Print again.*Jonas Berg/ }).click();
    await page.getByRole('button', { name: 'No badge was printed' }).click();
    expect(await calls()).toEqual([
      ['cameOut', 'job-1'],
      ['printAgain', 'job-2', 'No badge was printed'],
    ]);
  });

  test('settings take effect: theme, camera, practice cut', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Dark', { exact: true }).click();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await page.getByRole('switch', { name: 'Cut the network' }).click();
    await page.getByRole('switch', { name: 'Scan with the camera' }).click();
    expect(await calls()).toEqual([
      ['setNetworkCut', true],
      ['turnOn', null],
    ]);
    await page.keyboard.press('Escape');
    await page.locator('.camera video').waitFor({ state: 'attached' });
  });

  test('staff leave the desktop kiosk with a PIN, and a wrong one is said', async () => {
    await page.evaluate(() =>
      window.scripted.host({
        kind: 'electron',
        version: '1',
        keyStore: 'protected',
        canQuit: true,
        warnings: ['key_store_plain'],
      }),
    );
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('This device has no secure key store').waitFor();
    await page.getByLabel('PIN of the staff').fill('1234');
    await page.getByRole('button', { name: 'Leave the kiosk' }).click();
    await page.getByText('The PIN is wrong.').waitFor();
    expect(await calls()).toEqual([['quit', '1234']]);
    await page.getByText('Deutsch', { exact: true }).click();
    await page.getByText('Das ist nicht die PIN.').waitFor();
  });

  test('what the settings have answered is said in the language that is chosen next', async () => {
    await page.evaluate(() => window.scripted.venue({ condition: 'open' }));
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Address of the device host').fill('ws://192.0.2.7:4010');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.evaluate(() => window.scripted.peerCode('not_a_kiosk'));
    await page.getByText('This is not the code of another kiosk.').waitFor();
    const problems = page.getByRole('dialog').locator('.problem');
    const before = await problems.allTextContents();
    expect(before).toHaveLength(2);
    await page.getByText('Deutsch', { exact: true }).click();
    await page.locator('html[lang="de"]').waitFor({ state: 'attached' });
    expect((await problems.allTextContents()).filter((text) => before.includes(text))).toEqual([]);
  });

  test('no camera is marked as chosen before a person has chosen one, so each of them can be', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    const cameras = page.getByRole('group', { name: 'Which camera' });
    expect(await cameras.getByRole('radio').count()).toBe(2);
    expect(await cameras.getByRole('radio', { checked: true }).count()).toBe(0);
    await cameras.getByText('Front camera').click();
    await poll(calls).toEqual([['turnOn', 'front']]);
    await poll(() => cameras.getByRole('radio', { name: 'Front camera' }).isChecked()).toBe(true);
  });

  test('the practice switch is there for demo tenants only', async () => {
    await page.evaluate(() => window.scripted.station({ demo: false }));
    await page.getByRole('button', { name: 'Settings' }).click();
    expect(await page.getByRole('switch', { name: 'Cut the network' }).count()).toBe(0);
  });
});

describe('pairing', () => {
  const serverUrl = 'https://gate.example.org';
  const preview = ['previewPairing', { pairingCode: 'K7PQ2M4N', serverUrl }] as const;
  const linked = (asks: boolean, pairingCode = 'k7pq-2m4n') =>
    page.evaluate(
      ({ asked, code }) => {
        window.scripted.pairAnswer({ ok: false, code: 'pairing_code_used', message: 'Create a new one.' });
        const link = { pairingCode: code, serverUrl: 'https://gate.example.org' };
        window.scripted.phase({ kind: 'pairing', ...link, asks: asked, linkedHost: '127.0.0.1:4010' });
      },
      { asked: asks, code: pairingCode },
    );

  test('a code in a link is shown with its server, event and gate, and pairs with one tap', async () => {
    await linked(true);
    await page.getByRole('heading', { name: 'Pair this kiosk?' }).waitFor();
    for (const said of ['Harbour Summit', 'Main entrance · with staff', '127.0.0.1:4010', serverUrl])
      await page.getByText(said).waitFor();
    expect(await calls()).toEqual([preview]);
    await poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-confirm'))).toBe('pair');
    await page.keyboard.press('Enter');
    await poll(calls).toEqual([preview, ['pair', { pairingCode: 'K7PQ2M4N', serverUrl, keepsHost: true }]]);
  });

  test('an exhibitor’s device is asked as a device of the exhibitor, not as a kiosk at a gate', async () => {
    await linked(true, 'k7pq-2m4x');
    await page.getByRole('heading', { name: 'Pair this device?' }).waitFor();
    const facts = await page.locator('.pairing-facts').textContent();
    expect(facts).toContain('ExhibitorNordlicht GmbH');
    expect(facts).not.toContain('Gate');
    await page.getByRole('button', { name: 'Pair this device' }).waitFor();
  });

  test('a code in a link is not used where another one is wanted', async () => {
    await linked(true);
    await page.getByRole('button', { name: 'Enter another code' }).click();
    expect(await page.getByLabel('Pairing code').inputValue()).toBe('');
    expect(await calls()).toEqual([preview]);
  });

  test('the machine’s own code is sent by itself; a refusal says why and can be corrected', async () => {
    await linked(false);
    await page.getByRole('alert').getByText('Code already used').waitFor();
    await page.getByLabel('Pairing code').fill('zz99 yy88');
    await page.keyboard.press('Enter');
    await poll(calls).toEqual([
      ['pair', { pairingCode: 'K7PQ2M4N', serverUrl: 'https://gate.example.org' }],
      ['pair', { pairingCode: 'ZZ99YY88', serverUrl: 'https://gate.example.org' }],
    ]);
  });

  test.each([
    ['by a link', true, 'previewPairing'],
    ['by the machine’s own code', false, 'pair'],
  ] as const)('a disk that fails %s is named, and pairing can be tried again', async (_how, asks, asked) => {
    await page.evaluate((asksFirst) => {
      window.scripted.pairAnswer(new Error('The disk is full.'));
      const link = { pairingCode: 'K7PQ2M4N', serverUrl: 'https://gate.example.org' };
      window.scripted.phase({ kind: 'pairing', ...link, asks: asksFirst, linkedHost: null });
    }, asks);
    const problem = page.getByRole('alert');
    await problem.getByText('Pairing failed').waitFor();
    await problem.getByText('The disk is full.').waitFor();
    await page.getByRole('button', { name: 'Pair this kiosk' }).click();
    const request = { pairingCode: 'K7PQ2M4N', serverUrl };
    await poll(calls).toEqual([
      [asked, request],
      ['pair', request],
    ]);
    await problem.getByText('The disk is full.').waitFor();
  });
});

describe('finding a person by name', () => {
  test('the first tap reads the name back, the second admits, and the verdict takes the surface', async () => {
    await answer(decided('admitted'));
    await page.getByRole('button', { name: 'Find a person' }).click();
    const field = page.getByLabel('Name, company');
    await poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill('ada');
    await page.getByText('3 people found.').waitFor();
    expect(await page.locator('.person mark').first().textContent()).toBe('Ada');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const question = page.getByRole('heading', { name: 'Admit Ada Lovelace, Analytical Engines?' });
    await poll(() => question.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await calls()).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await poll(() => verdict().getAttribute('data-verdict')).toBe('admitted');
    expect(await calls()).toEqual([['admitRegistration', '018f3a52-0000-7000-8000-000000000001']]);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('back leads to the list as it was', async () => {
    await page.getByRole('button', { name: 'Find a person' }).click();
    await page.getByLabel('Name, company').fill('adam');
    await page.getByRole('button', { name: /Adam Berg/ }).click();
    await page.getByText(/Already checked in/).waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    expect(await page.getByLabel('Name, company').inputValue()).toBe('adam');
    await page.getByRole('button', { name: /Adam Berg/ }).waitFor();
    expect(await calls()).toEqual([]);
  });

  test('in front of guests there is no search', async () => {
    await page.evaluate(() => window.scripted.station({ role: 'self-service' }));
    await page.getByRole('heading', { name: 'Scan your ticket' }).waitFor();
    expect(await page.getByRole('button', { name: 'Find a person' }).count()).toBe(0);
  });
});

describe('a locked kiosk', () => {
  test('admits no one and says what became of its scans', async () => {
    await page.evaluate(() =>
      window.scripted.station({ sync: { phase: 'locked', code: 'kiosk_revoked' }, pending: 3 }),
    );
    await page.getByRole('alert').getByText('3 scans made here').waitFor();
    await wedge('GATE1:ABCDEF0123456789');
    expect(await calls()).toEqual([]);
    expect(await page.getByLabel('Type the code').count()).toBe(0);
  });
});

describe('a kiosk whose settings are open', () => {
  test.each([
    ['switched off', { sync: { phase: 'locked', code: 'kiosk_revoked' } }, '.locked'],
    ['out of contact for too long', { leaseExpired: true }, '.locked'],
    ['turned around', { direction: 'exit', canTurn: true }, '.direction'],
  ] as const)('tells a screen reader that it was %s', async (_what, change, region) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').waitFor();
    await page.evaluate((next) => window.scripted.station(next), change);
    const announced = page.locator(region);
    await announced.waitFor();
    expect(await announced.evaluate((element) => element.closest('[inert]') === null)).toBe(true);
    const reachable = () =>
      announced.locator('button').evaluateAll((all) => all.filter((one) => one.closest('[inert]') === null).length);
    expect(await reachable()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await reachable()).toBe(await announced.locator('button').count());
  });
});
