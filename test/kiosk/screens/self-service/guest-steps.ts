/** Every screen a guest can see, as a table: how to get there. For the tests and for taking pictures. */
import type { Page } from 'playwright-core';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { QuestionAsked, VerdictCode } from '#shared/admission/verdict.ts';
import { anna, decided } from '../outcomes.ts';
import '../scripted.ts';

export const questions: readonly QuestionAsked[] = [
  {
    id: 'q-photo',
    text: 'May we take and publish pictures of you at the event?',
    kind: 'boolean',
    options: [],
    required: true,
  },
  {
    id: 'q-food',
    text: 'What would you like for lunch?',
    kind: 'choice',
    options: ['Everything', 'Vegetarian', 'Vegan', 'Nothing, thank you'],
    required: false,
  },
  { id: 'q-plate', text: 'Your car’s number plate, for the car park', kind: 'text', options: [], required: true },
];

export interface GuestStep {
  readonly name: string;
  show(page: Page): Promise<void>;
}

let scans = 0;

export async function scanTo(page: Page, result: AdmitResult): Promise<void> {
  scans += 1;
  await page.evaluate(
    ({ answer, n }) => {
      window.scripted.answer(answer);
      window.scripted.scan(`GATE1:SCRIPTED${n}`);
    },
    { answer: result, n: scans },
  );
  await page.locator('[role="status"][data-verdict]').waitFor();
}

export async function selfService(page: Page): Promise<void> {
  await page.evaluate(() => window.scripted.station({ role: 'self-service' }));
  await page.locator('.guest').waitFor();
}

export const step = (page: Page, at: string): Promise<void> => page.locator(`.guest[data-step="${at}"]`).waitFor();

export const jobOf = (state: 'queued' | 'sent' | 'printed' | 'failed' | 'unknown') => ({
  id: 'job-1',
  registration: anna.registrationId,
  name: anna.name,
  state,
  printerName: 'Desk printer',
  failure: null,
  queuedAt: '2026-05-12T09:30:20.000Z',
});

async function toQuestion(page: Page, n: number): Promise<void> {
  await scanTo(page, decided('questions_required', { questions }));
  if (n > 0) await page.getByRole('button', { name: /^(Yes|Ja|نعم)$/ }).click();
  if (n > 1) await page.getByRole('button', { name: 'Vegan' }).click();
}

async function toEnding(page: Page, state: Parameters<typeof jobOf>[0]): Promise<void> {
  await scanTo(page, decided('admitted'));
  await page.evaluate((job) => window.scripted.printing({ recent: [job] }), jobOf(state));
  await page.locator('.badge-step .button.strong').click();
  await step(page, 'done');
}

const refused = (code: VerdictCode, detail = {}): GuestStep => ({
  name: `staff-${code}`,
  show: (page) => scanTo(page, decided(code, detail)),
});

export const guestSteps: readonly GuestStep[] = [
  { name: 'attract', show: async () => {} },
  {
    name: 'attract-camera',
    show: async (page) => {
      await page.evaluate(() => window.scripted.camera('running'));
      await page.locator('.attract-mirror video').waitFor();
    },
  },
  { name: 'question-yes-no', show: (page) => toQuestion(page, 0) },
  { name: 'question-choice', show: (page) => toQuestion(page, 1) },
  { name: 'question-text', show: (page) => toQuestion(page, 2) },
  {
    name: 'badge',
    show: async (page) => {
      await scanTo(page, decided('admitted'));
      await page.locator('.badge-picture').waitFor();
    },
  },
  {
    name: 'printing',
    show: async (page) => {
      await scanTo(page, decided('admitted'));
      await page.locator('.badge-step .button.strong').click();
      await step(page, 'printing');
    },
  },
  { name: 'done-badge', show: (page) => toEnding(page, 'printed') },
  { name: 'done-later', show: (page) => toEnding(page, 'failed') },
  refused('blocked', { blockedReason: 'Invoice 2026-118 is open; ask for Mrs. Berg.' }),
  refused('code_expired'),
  refused('wrong_gate', { gates: ['Press entrance', 'Hall 2'] }),
  {
    name: 'closed',
    show: (page) => page.evaluate(() => window.scripted.station({ ready: false, sync: { phase: 'connecting' } })),
  },
  {
    name: 'staff-pin',
    show: async (page) => {
      await page.keyboard.press('Control+Alt+KeyS');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'staff-menu',
    show: async (page) => {
      await page.keyboard.press('Control+Alt+KeyS');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('471100');
      await page.locator('.staff-pin button[type="submit"]').click();
      await page.locator('.staff-ways').waitFor();
    },
  },
];
