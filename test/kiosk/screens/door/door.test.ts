/**
 * The work of staff at a gate beyond scanning: override, undo, ask questions, register, admit a group, change the
 * direction.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import { plugInScanner } from '#test/fixtures/wedge-scanner.ts';
import { doorScript, questions, rooms } from '../door-script.ts';
import { holdClock } from '../held-clock.ts';
import { openPageSite, type PageSite } from '../open-page.ts';
import { anna, decided } from '../outcomes.ts';
import type { DoorScript } from '../scripted.ts';

/** Waits for what must come; the machine may be busy with other tests. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 30_000 });

let site: PageSite;
let page: Page;
let faults: string[] = [];

async function openPage(): Promise<Page> {
  const opened = await site.open({ viewport: { width: 1_280, height: 800 } });
  opened.on('pageerror', (error) => faults.push(error.message));
  return opened;
}

beforeAll(async () => {
  site = await openPageSite(new URL('../page/', import.meta.url));
  page = await openPage();
}, 120_000);
afterAll(() => site.close());

beforeEach(async () => {
  faults = [];
  await site.again(page);
  await script(doorScript);
});
afterEach(() => expect(faults).toEqual([]));

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

const script = (door: DoorScript): Promise<void> => page.evaluate((change) => window.scripted.door(change), door);
const answer = (...results: AdmitResult[]): Promise<void> =>
  page.evaluate((list) => window.scripted.answer(...list), results);
const calls = (): Promise<unknown[][]> => page.evaluate(() => window.scripted.calls());
const verdict = () => page.locator('[role="status"][data-verdict]');
const verdictCode = () => page.locator('[role="status"]').getAttribute('data-verdict');
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const press = (key: string): Promise<void> => page.keyboard.press(key);

/** Scans, and waits for what it comes to. */
async function scan(result: AdmitResult): Promise<void> {
  await answer(result);
  await page.evaluate(() => window.scripted.scan(`GATE1:${performance.now()}`));
  await verdict().waitFor();
}

/** A scanner's key presses, with times of their own: a busy machine's would be a person's. */
async function wedge(text: string): Promise<void> {
  await (await plugInScanner(page)).scan(text);
}

const idOf = (result: AdmitResult): string => (result.kind === 'decided' ? result.outcome.scanId : '');

describe('overruling', () => {
  test('asks for a reason, a supervisor and a PIN, and the result says who overruled what', async () => {
    const blocked = decided('blocked', { blockedReason: 'Invoice open.' });
    await scan(blocked);
    await press('F6');
    await dialog('Override').waitFor();
    const admit = page.getByRole('button', { name: 'Let in anyway' });
    await admit.click();
    for (const missing of ['Choose or write a reason.', 'Choose a supervisor.', 'Enter the PIN.']) {
      await page.getByText(missing).waitFor();
    }
    await page.getByText('Other reason').click();
    await page.getByLabel('The reason in your own words').fill('Paid at the desk');
    await page.getByText('Mia Sørensen').click();
    const pin = page.getByLabel('PIN of the supervisor');
    expect([await pin.getAttribute('type'), await pin.getAttribute('inputmode')]).toEqual(['password', 'numeric']);
    // A browser's password manager would keep what stands beside a password, and the PIN.
    expect(await pin.getAttribute('autocomplete')).toBe('one-time-code');
    await pin.fill('471100');
    await answer(decided('admitted', { overrode: 'blocked' }, ['override']));
    await admit.click();
    await poll(verdictCode).toBe('admitted');
    expect(await verdict().textContent()).toContain('Mia Sørensen overrode: Please check');
    expect(await verdict().textContent()).toContain('Reason: Paid at the desk');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await calls()).at(-1)).toEqual([
      'override',
      idOf(blocked),
      { supervisorId: 'sup-1', pin: '471100', reason: 'Paid at the desk' },
    ]);
  });

  test('says how many tries are left, how long to wait, and keeps what was chosen', async () => {
    await scan(decided('too_late'));
    await page.getByRole('button', { name: 'Override…' }).click();
    await page.getByText('Document seen').click();
    await page.getByText('Yusuf Demir').click();
    const pin = page.getByLabel('PIN of the supervisor');
    const attempt = async (): Promise<void> => {
      await pin.fill('999999');
      await press('Enter');
    };
    await script({ override: { kind: 'wrong_pin', attemptsLeft: 2 } });
    await attempt();
    await page.getByText('2 attempts left').waitFor();
    await poll(() => pin.inputValue()).toBe('');
    await script({ override: { kind: 'pin_locked', waitMs: 60_000 } });
    await attempt();
    await page.getByText('Too many wrong PINs. Try again in 1 min.').waitFor();
    await script({ override: { kind: 'refused', reason: 'not_overridable' } });
    await attempt();
    await page.getByText('This can no longer be overridden. Scan the ticket again.').waitFor();
    expect(await page.getByLabel('Document seen').isChecked()).toBe(true);
  });

  test('has digits for a finger where there is a touch screen, and none where there is a keyboard', async () => {
    const open = async (on: Page): Promise<void> => {
      await on.evaluate((list) => window.scripted.answer(...list), [decided('blocked')]);
      await on.evaluate((door) => window.scripted.door(door), doorScript);
      await on.evaluate(() => window.scripted.scan('GATE1:TOUCH'));
      await on.getByRole('button', { name: 'Override…' }).click();
      await on.getByLabel('PIN of the supervisor').waitFor();
    };
    await open(page);
    expect(await page.locator('.digit-pad').isVisible()).toBe(false);
    const tablet = await site.open({ viewport: { width: 820, height: 1_180 }, hasTouch: true });
    await open(tablet);
    const pad = tablet.getByRole('group', { name: 'Digits of the PIN' });
    for (const key of ['4', '7', '1', '0', 'Erase', '9'])
      await pad.getByRole('button', { name: key, exact: true }).click();
    expect(await tablet.getByLabel('PIN of the supervisor').inputValue()).toBe('4719');
    const sizes = await pad
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => button.getBoundingClientRect()).map((box) => Math.min(box.width, box.height)),
      );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(48);
    await tablet.context().close();
  });

  test('is not offered where the station does not allow it', async () => {
    await scan(decided('code_forged'));
    expect(await page.getByRole('button', { name: 'Override…' }).count()).toBe(0);
    await press('F6');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('taking back', () => {
  test('from the verdict: with a reason, and it is said', async () => {
    const admitted = decided('admitted');
    await scan(admitted);
    await press('F7');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Choose or write a reason.').waitFor();
    await page.getByText('Wrong person').click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone: Anna Kowalska.').waitFor();
    await poll(() => verdict().count()).toBe(0);
    expect((await calls()).at(-1)).toEqual(['undo', idOf(admitted), 'Wrong person']);
  });

  test('from the last scans: only what can still be taken back, and back to the list', async () => {
    await press('F8');
    await dialog('Last scans').waitFor();
    const buttons = dialog('Last scans').getByRole('button', { name: /Undo/ });
    await poll(() => buttons.count()).toBe(2);
    await page.getByText('can be undone for 14 mins').waitFor();
    await buttons.first().click();
    await page.getByText('Scanned by mistake').click();
    await script({ undo: { kind: 'refused', reason: 'undo_too_late' } });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('It is too late').waitFor();
    await press('Escape');
    await dialog('Last scans').waitFor();
  });
});

describe('questions', () => {
  const asking = decided('questions_required', { questions, attention: 'Allergic to nuts.' });

  test('open with the verdict, want what is required, and send the answers', async () => {
    await scan(asking);
    await dialog('Questions').getByText('Allergic to nuts.').waitFor();
    await page.getByRole('button', { name: 'Save and let in' }).click();
    await poll(() => page.getByText('This question must be answered.').count()).toBe(2);
    await page.getByLabel('Does anything on the menu').fill('Gluten');
    await page.getByRole('radio', { name: 'XL' }).check();
    await page.getByRole('radio', { name: 'No' }).check();
    await answer(decided('admitted'));
    await page.getByRole('button', { name: 'Save and let in' }).click();
    await poll(verdictCode).toBe('admitted');
    expect((await calls()).at(-1)).toEqual([
      'answer',
      idOf(asking),
      { 'q-diet': 'Gluten', 'q-size': 'XL', 'q-photo': false },
    ]);
  });

  test('can be left and opened again, and a refusal is said', async () => {
    await scan(asking);
    await dialog('Questions').waitFor();
    await press('Escape');
    await poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await verdictCode()).toBe('questions_required');
    await press('F3');
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    await page.getByRole('radio', { name: 'Yes' }).check();
    await script({ answer: { kind: 'refused', reason: 'unknown_scan' } });
    await page.getByRole('button', { name: 'Save and let in' }).click();
    await page.getByText('This scan is no longer on this kiosk.').waitFor();
  });
});

describe('registering at the gate', () => {
  test('shows the price, asks for the payment, and the verdict follows', async () => {
    await press('F4');
    await page.getByText('Day ticket').click();
    await page.getByText('€49.50').last().waitFor();
    await page.getByLabel(/^Name/).fill('Nadia Haddad');
    await page.getByLabel('Company').fill('Nordlicht');
    await page.getByText('Card', { exact: true }).click();
    await page.getByLabel(/Receipt number/).fill('0815');
    await answer(decided('admitted', {}, ['offline'], { ...anna, name: 'Nadia Haddad' }));
    await page.getByRole('button', { name: 'Register and let in' }).click();
    await poll(verdictCode).toBe('admitted');
    expect((await calls()).at(-1)).toEqual([
      'walkIn',
      {
        ticketType: 'type-day',
        name: 'Nadia Haddad',
        company: 'Nordlicht',
        email: null,
        role: null,
        payment: 'card',
        paymentReference: '0815',
      },
      {},
    ]);
    // Done is done: the next one begins with an empty form.
    await press('F4');
    expect(await page.getByLabel(/^Name/).inputValue()).toBe('');
  });

  test('a double tap registers one person, however fast it comes', async () => {
    const taps: readonly (() => Promise<unknown>)[] = [
      () => page.getByRole('button', { name: 'Register and let in' }).dblclick(),
      // Both before the page has rendered again.
      () =>
        page.locator('dialog form, [role="dialog"] form').evaluate((form: HTMLFormElement) => {
          form.requestSubmit();
          form.requestSubmit();
        }),
    ];
    for (const [n, tap] of taps.entries()) {
      await press('F4');
      await page.getByText('Student').click();
      await page.getByLabel(/^Name/).fill(`Nadia ${n}`);
      await answer(decided('admitted', {}, [], { ...anna, name: `Nadia ${n}` }));
      await tap();
      await poll(() => verdict().locator('.answer-name').textContent()).toBe(`Nadia ${n}`);
      const registered = (await calls()).filter(([name]) => name === 'walkIn');
      expect(registered).toHaveLength(n + 1);
      await press('Escape');
      await poll(() => verdict().count()).toBe(0);
    }
  });

  test('tells what is wrong at its field', async () => {
    await script({ walkIn: { kind: 'incomplete', problems: ['name_missing', 'email_invalid'] } });
    await press('F4');
    await page.getByText('Student').click();
    await page.getByLabel('Email').fill('nadia@');
    await page.getByRole('button', { name: 'Register and let in' }).click();
    await page.getByText('Please correct 2 fields.').waitFor();
    const email = page.getByLabel('Email');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    const about = await email.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${about}"]`).textContent()).toBe('This is not an email address.');
    await email.fill('nadia@example.org');
    await poll(() => email.getAttribute('aria-invalid')).toBe('false');
  });

  test('a scan in the middle decides at once and loses nothing that was typed', async () => {
    await press('F4');
    await page.getByLabel(/^Name/).fill('Nadia Had');
    await answer(decided('already_checked_in'));
    await wedge('GATE1:ABCDEF0123456789');
    await poll(verdictCode).toBe('already_checked_in');
    await poll(() => page.getByRole('dialog').count()).toBe(0);
    await press('F4');
    await page.getByText('Your earlier input is still here.').waitFor();
    expect(await page.getByLabel(/^Name/).inputValue()).toBe('Nadia Had');
  });
});

describe('a group', () => {
  test('some or all are let in, and each has a result', async () => {
    const holder = decided('admitted', {}, [], anna, { hasParty: true });
    await scan(holder);
    await press('F12');
    await dialog('The group').getByText('2 other people in this group are not in yet').waitFor();
    await page.getByText('Select all').click();
    await answer(decided('admitted'), decided('cancelled'));
    await page.getByRole('button', { name: 'Let 2 people in' }).click();
    const results = dialog('The group').getByRole('listitem');
    await poll(() => results.count()).toBe(2);
    expect(await results.nth(0).textContent()).toMatch(/Jonas Berg.*Welcome/);
    expect(await results.nth(1).textContent()).toMatch(/李雷.*Cancelled/);
    expect((await calls()).at(-1)).toEqual(['admitParty', idOf(holder), ['r-2', 'r-3']]);
  });
});

describe('which way people go', () => {
  test('the way out cannot be overlooked, and is switched by key and by button', async () => {
    await page.evaluate((of) => window.scripted.station({ canTurn: true, rooms: of }), rooms);
    await page.getByText('37 spots left here until').waitFor();
    await press('F9');
    const band = page.locator('[data-direction="exit"]');
    await band.getByText('This kiosk lets people OUT').waitFor();
    await page.getByRole('heading', { name: 'Scan out' }).waitFor();
    expect(await page.getByText('37 spots left here').count()).toBe(0);
    await scan(decided('admitted', { direction: 'exit' }));
    await verdict().getByRole('heading', { name: 'Goodbye' }).waitFor();
    expect(await band.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Switch to entry' }).click();
    await poll(() => band.count()).toBe(0);
    expect((await calls()).filter(([name]) => name === 'setDirection')).toEqual([
      ['setDirection', 'exit'],
      ['setDirection', 'entry'],
    ]);
  });

  test('where a gate only leads out, the band says so and offers no switch', async () => {
    await page.evaluate(() => window.scripted.station({ direction: 'exit', canTurn: false }));
    const band = page.locator('[data-direction="exit"]');
    await band.getByText('This kiosk lets people OUT').waitFor();
    expect(await band.getByRole('button').count()).toBe(0);
    await press('F9');
    expect(await calls()).toEqual([]);
  });

  test('where a gate only leads in, nothing is said', async () => {
    await page.getByRole('heading', { name: 'Scan a ticket' }).waitFor();
    expect(await page.locator('[data-direction]').count()).toBe(0);
    await press('F9');
    expect(await calls()).toEqual([]);
  });
});

describe('keys and panels', () => {
  test('every panel opens by the key that the help names, Escape closes it, and the focus returns', async () => {
    const field = page.getByLabel('Type the code');
    for (const [key, title] of [
      ['F1', 'Keys'],
      ['F2', 'Find a person'],
      ['F4', 'Register at the door'],
      ['F5', 'Supervisor’s board'],
      ['F8', 'Last scans'],
      ['F10', 'Settings'],
    ] as const) {
      await field.focus();
      await press(key);
      await dialog(title).waitFor();
      await press('Escape');
      await poll(() => page.getByRole('dialog').count()).toBe(0);
      await poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await press('F1');
    for (const key of ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F10', 'F12', 'Esc', 'Enter']) {
      await dialog('Keys').getByText(key, { exact: true }).waitFor();
    }
  });

  test('a verdict stays while a person is at work on it', () =>
    withHeldClock(async () => {
      await page.evaluate(() => window.scripted.prefer({ resultSeconds: 5 }));
      await scan(decided('blocked'));
      await press('F6');
      await dialog('Override').waitFor();
      await page.clock.runFor(60_000);
      expect(await verdictCode()).toBe('blocked');
      await press('Escape');
      await poll(() => page.getByRole('dialog').count()).toBe(0);
      await page.clock.runFor(5_100);
      await poll(() => verdict().count()).toBe(0);
    }));

  test('a result that was overtaken by a later scan is said, and does not take its place', async () => {
    await scan(decided('blocked'));
    await press('F6');
    await page.getByText('Technical fault').click();
    await page.getByText('Yusuf Demir').click();
    await page.getByLabel('PIN of the supervisor').fill('471100');
    await page.evaluate(() => window.scripted.holdOverride());
    await press('Enter');
    await poll(async () => (await calls()).at(-1)?.[0]).toBe('override');
    await answer(decided('cancelled'), decided('admitted', { overrode: 'blocked' }, ['override']));
    await page.evaluate(() => window.scripted.scan('GATE1:LATER'));
    await poll(verdictCode).toBe('cancelled');
    await page.evaluate(() => window.scripted.releaseOverride());
    await page.getByText('Anna Kowalska: Welcome').waitFor();
    expect(await verdictCode()).toBe('cancelled');
  });
});

describe('the language', () => {
  test('is the browser’s where the kiosk speaks it, and the page says so', async () => {
    const german = await site.open({ locale: 'de-AT' });
    await german.getByRole('heading', { name: 'Ticket scannen' }).waitFor();
    expect(await german.locator('html').getAttribute('lang')).toBe('de');
    await german.context().close();
  });

  test('is chosen in the settings, at once, and turns the page round', async () => {
    await press('F10');
    await page.getByText('العربية').click();
    await dialog('الإعدادات').waitFor();
    const html = page.locator('html');
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual(['ar', 'rtl']);
    await press('Escape');
    await scan(decided('gate_full', { full: 'list' }));
    expect(await verdict().textContent()).toContain('اكتمل العدد');
  });
});
