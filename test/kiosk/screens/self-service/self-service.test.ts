/** The guests' page in Chromium, over a scripted station: what a guest sees and does, and what is left of a visit. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmSeconds, goodEndSeconds, otherEndSeconds } from '#kiosk/screens/self-service/visit-endings.ts';
import { verdictCodes } from '#shared/admission/verdict.ts';
import { languages } from '#shared/base/languages.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { openPageSite, type PageSite } from '../open-page.ts';
import { anna, decided } from '../outcomes.ts';
import { screenRules, smallTargets, widerThanThePage } from '../page-checks.ts';
import { conflict } from '../screens.ts';
import { guestSteps, jobOf, questions, scanTo, selfService, step } from './guest-steps.ts';

const patienceMs = 60_000;
const poll = <T>(read: () => T) => expect.poll(read, { timeout: patienceMs });
const secret = 'Invoice 2026-118 is open; ask for Mrs. Berg.';

let site: PageSite;
let page: Page;

beforeAll(async () => {
  site = await openPageSite(new URL('../page/', import.meta.url));
  page = await site.open({ viewport: { width: 1_280, height: 800 }, reducedMotion: 'reduce' });
  await page.clock.install();
}, 120_000);
afterAll(() => site.close());
beforeEach(async () => {
  await page.clock.resume();
  await page.reload();
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await selfService(page);
  // Stands still from here on: only the test moves it, however slow the machine is.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
});

const calls = (): Promise<unknown[][]> => page.evaluate(() => window.scripted.calls());
const calledWith = async (name: string): Promise<unknown[][]> => (await calls()).filter(([called]) => called === name);
const words = async (): Promise<string> => (await page.locator('#kiosk').textContent()) ?? '';
const everything = (): Promise<string> => page.content();
const pass = (seconds: number): Promise<void> => page.clock.runFor(seconds * 1_000);
const turn = (): Promise<void> => page.clock.runFor(5);
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Nothing of the visit is left: no name, no badge, no answer, no scan. */
async function nothingLeft(...parts: string[]): Promise<void> {
  await step(page, 'attract');
  const html = await everything();
  for (const part of [...anna.name.split(' '), anna.company ?? '', ...parts]) expect(html).not.toContain(part);
  expect(await page.locator('canvas, input, [data-verdict], [data-scan]').count()).toBe(0);
}

describe('accessible in every state', () => {
  test.each(guestSteps)('$name', async (one) => {
    await one.show(page);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      expect([scheme, await axeViolations(page, { rules: screenRules, turn })]).toEqual([scheme, []]);
    }
    await page.evaluate(() => window.scripted.prefer({ language: 'ar' }));
    await poll(() => page.locator('.in-language').first().getAttribute('dir')).toBe('rtl');
    expect(['ar', await axeViolations(page, { rules: screenRules, turn })]).toEqual(['ar', []]);
    for (const size of [
      { width: 1_280, height: 800 },
      { width: 1_080, height: 1_920 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(size);
      expect([size.width, await widerThanThePage(page)]).toEqual([size.width, 0]);
      // Staff have the targets of the staff's page.
      expect([size.width, await smallTargets(page, /^staff-(pin|menu)/.test(one.name) ? 48 : 56)]).toEqual([
        size.width,
        [],
      ]);
    }
  });
});

describe('without a guest', () => {
  test('nothing of the staff’s page is on the screen', async () => {
    await page.evaluate((one) => {
      window.scripted.station({ conflicts: [one], pending: 17, checkedIn: 1_284, registrations: 3_120 });
    }, conflict);
    const shown = await words();
    expect(shown).toContain('Baltic Makers Conference 2026');
    for (const part of [/1[,.]?284/, /3[,.]?120/, /\b17\b/, /conflict/i, /search|find/i, anna.name, 'Desk printer'])
      expect(shown).not.toMatch(part);
    expect(await page.locator('input').count()).toBe(0);
    expect(await page.locator('#kiosk').getAttribute('data-pending')).toBe('17');
  });

  test('five languages are there by name; one that is chosen holds for the visit, or is forgotten', async () => {
    await poll(() => page.locator('.language-row button').count()).toBe(languages.length);
    await button('Deutsch').click();
    await page.getByText('Scannen Sie Ihr Ticket').waitFor();
    await pass(50);
    await page.getByText('Scan your ticket').waitFor();
    await button('Français').click();
    await scanTo(page, decided('admitted'));
    await page.getByText('Bonjour Anna !').waitFor();
    expect(await page.locator('.in-language').getAttribute('lang')).toBe('fr');
    await button('Il y a une erreur').click();
    await pass(otherEndSeconds + 1);
    await page.getByText('Scan your ticket').waitFor();
  });
});

describe('a guest with a good ticket', () => {
  test('is greeted, sees the badge, gets it, and nothing of the visit is left', async () => {
    await scanTo(page, decided('admitted'));
    expect(await page.locator('[role="status"]').getAttribute('data-verdict')).toBe('admitted');
    expect(await words()).toContain('Hello, Anna!');
    expect(await words()).not.toContain('Kowalska');
    await page.locator('canvas.badge-picture').waitFor();
    expect(await calledWith('confirm')).toEqual([]);
    await page.keyboard.press('Enter');
    await step(page, 'printing');
    await poll(() => calledWith('confirm')).toEqual([['confirm', anna.registrationId]]);
    await page.evaluate((job) => window.scripted.printing({ recent: [job] }), jobOf('printed'));
    await page.getByRole('heading', { name: 'Take your badge' }).waitFor();
    await pass(goodEndSeconds + 1);
    await nothingLeft();
  });

  test('a guest who touches nothing gets the badge as well, all within fifteen seconds', async () => {
    await scanTo(page, decided('admitted'));
    await pass(confirmSeconds + 0.1);
    await step(page, 'printing');
    expect(await calledWith('confirm')).toHaveLength(1);
    await pass(3);
    await page.evaluate((job) => window.scripted.printing({ recent: [job] }), jobOf('printed'));
    await step(page, 'done');
    await pass(goodEndSeconds + 0.5);
    await nothingLeft();
    expect(confirmSeconds + 3 + goodEndSeconds).toBeLessThan(15);
  });

  test('does not wait for the one before: the next scan begins at once, and the badge before comes out', async () => {
    const berg = { ...anna, registrationId: 'reg-berg', name: 'Jonas Berg' };
    await scanTo(page, decided('admitted'));
    await scanTo(page, decided('admitted', {}, [], berg));
    await page.getByText('Hello, Jonas!').waitFor();
    expect(await everything()).not.toContain('Anna');
    expect(await calledWith('confirm')).toEqual([['confirm', anna.registrationId]]);
  });

  test('who holds out another code of the same ticket goes on as before: no badge yet, no new wait', async () => {
    await scanTo(page, decided('admitted'));
    const serial = await page.locator('.guest-said').getAttribute('data-serial');
    await pass(3);
    await page.getByText('in 2 s').waitFor();
    await scanTo(page, decided('already_checked_in'));
    await poll(async () => (await calledWith('admit')).length).toBe(2);
    await turn();
    expect(await page.locator('.guest-said').getAttribute('data-serial')).toBe(serial);
    expect(await page.getByText('in 2 s').count()).toBe(1);
    expect(await calledWith('confirm')).toEqual([]);
    await button('Something is wrong').click();
    await page.getByText(/^71-/).waitFor();
    expect(await calledWith('confirm')).toEqual([]);
  });

  test('says that something is wrong: nothing is printed, and staff are asked', async () => {
    await scanTo(page, decided('admitted'));
    await button('Something is wrong').click();
    await page.getByText(/^71-/).waitFor();
    expect(await calledWith('decline')).toEqual([['decline', anna.registrationId]]);
    expect(await calledWith('confirm')).toEqual([]);
    await pass(otherEndSeconds + 1);
    await nothingLeft();
  });

  test('is let in although the printer is broken, and so is the next', async () => {
    await page.evaluate(() => {
      window.scripted.printing({
        printer: 'error',
        printers: [
          {
            id: 'desk',
            name: 'Desk printer',
            kind: 'escpos-tcp',
            dpi: 203,
            widthDots: 576,
            state: 'error',
            reason: 'paper_out',
            message: 'The paper is used up.',
            paperLow: false,
            queued: 1,
          },
        ],
      });
    });
    await scanTo(page, decided('admitted'));
    await page.keyboard.press('Enter');
    await step(page, 'printing');
    await pass(4);
    await page.getByText('Your badge is waiting for you at the help desk.').waitFor();
    expect(await page.locator('[role="status"]').getAttribute('data-verdict')).toBe('admitted');
    expect(await words()).not.toMatch(/paper|printer/i);
    await scanTo(page, decided('admitted', {}, [], { ...anna, registrationId: 'reg-berg', name: 'Jonas Berg' }));
    await page.getByText('Hello, Jonas!').waitFor();
  });

  test('without a printer simply goes in', async () => {
    await page.evaluate(() => window.scripted.printing({ printer: 'none', printers: [] }));
    await scanTo(page, decided('admitted'));
    await page.getByRole('heading', { name: 'Come in' }).waitFor();
    await button('Next person').click();
    await nothingLeft();
  });
});

describe('questions', () => {
  test('are answered by keyboard alone, and the answers go to the station', async () => {
    const asked = decided('questions_required', { questions });
    await scanTo(page, asked);
    expect(await words()).toContain('Question 1 of 3');
    await page.keyboard.press('Enter');
    await page.getByText('Question 2 of 3').waitFor();
    await button('Vegan').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Question 3 of 3').waitFor();
    await page.evaluate((answer) => window.scripted.answer(answer), decided('admitted'));
    await page.keyboard.type('HH-AB 123');
    await page.keyboard.press('Enter');
    await step(page, 'badge');
    const scanId = asked.kind === 'decided' ? asked.outcome.scanId : '';
    const answers = { 'q-photo': true, 'q-food': 'Vegan', 'q-plate': 'HH-AB 123' };
    expect(await calledWith('answer')).toEqual([['answer', scanId, answers]]);
  });

  test('a guest who goes away is asked, and then forgotten', async () => {
    await scanTo(page, decided('questions_required', { questions: questions.slice(2) }));
    await page.keyboard.type('HH-AB 123');
    await pass(19);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await pass(2);
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Enter');
    await poll(() => page.getByRole('alertdialog').count()).toBe(0);
    expect(await page.locator('input').inputValue()).toBe('HH-AB 123');
    await pass(21);
    await page.getByRole('alertdialog').waitFor();
    await pass(11);
    await nothingLeft('HH-AB');
  });

  test('a station that does not take them sends to the staff', async () => {
    await page.evaluate(() => window.scripted.door({ answer: { kind: 'refused', reason: 'bad_answers' } }));
    await scanTo(page, decided('questions_required', { questions: questions.slice(0, 1) }));
    await button('No').click();
    await page.getByText(/^61-/).waitFor();
  });
});

describe('a refusal', () => {
  const refusals = verdictCodes.filter((code) => code !== 'admitted' && code !== 'questions_required');

  test('of every kind is friendly, bears a number, and says nothing of the person or the reason', async () => {
    for (const code of refusals) {
      const detail = { blockedReason: secret, attention: secret, gate: 'South', kiosk: 'Kiosk 7' };
      await scanTo(page, decided(code, detail));
      await poll(() => page.locator('[role="status"]').getAttribute('data-verdict')).toBe(code);
      expect(await page.locator('.staff-code strong').textContent()).toMatch(/^\d\d-[0-9A-F]{4}$/);
      const html = await everything();
      for (const part of [secret, 'Anna', 'Kowalska', 'Kiosk 7', 'South']) expect(html).not.toContain(part);
      expect(await words()).not.toMatch(/blocked|forged|revoked|refunded|cancelled|fraud/i);
    }
    await pass(otherEndSeconds + 1);
    await nothingLeft();
  });

  test('that no station made, because it broke, is one too', async () => {
    await page.evaluate(() => window.scripted.scan('GATE1:NOBODYKNOWS'));
    await poll(() => page.locator('[role="status"]').getAttribute('data-verdict')).toBe('not_recorded');
    expect(await words()).toContain('52');
  });
});

describe('staff', () => {
  const corner = () => button('For staff');

  test('hold the corner; a tap opens nothing', async () => {
    await corner().click();
    await pass(5);
    expect(await page.getByRole('dialog').count()).toBe(0);
    const box = await corner().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await pass(3);
    await page.mouse.up();
    await page.getByRole('dialog').waitFor();
  });

  test('come in by a PIN only, on the screen’s own keys; find settings, pre-flight and the numbers', async () => {
    await page.keyboard.press('Control+Alt+KeyS');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.textContent()).not.toContain('Sam Supervisor');
    for (const digit of '111111') await dialog.getByRole('button', { name: digit, exact: true }).click();
    await dialog.getByRole('button', { name: 'Enter' }).click();
    await dialog.getByText('Attempts left: 4').waitFor();
    for (const digit of '471100') await dialog.getByRole('button', { name: digit, exact: true }).click();
    await dialog.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('What the staff numbers mean').waitFor();
    await button('Pre-flight check').click();
    await page.locator('.preflight').waitFor();
  });

  test('give way to a guest who scans', async () => {
    await page.keyboard.press('Control+Alt+KeyS');
    await page.getByRole('dialog').waitFor();
    await scanTo(page, decided('admitted'));
    await poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});

test('a kiosk that cannot let anyone in sends guests on', async () => {
  await page.evaluate(() => window.scripted.station({ sync: { phase: 'locked', code: 'kiosk_revoked' } }));
  await page.getByText('This kiosk is out of order').waitFor();
  expect(await words()).not.toMatch(/revoked|pair/i);
});
