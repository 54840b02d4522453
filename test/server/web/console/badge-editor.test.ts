/** The badge editor in a real browser on a real server: by mouse, by keyboard, saved, and dot for dot what kiosks print. */

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultLayout } from '#shared/badge/default-layout.ts';
import type { BadgeLayout } from '#shared/badge/layout.ts';
import { readLayout } from '#shared/badge/read-layout.ts';
import { sampleAt, samplePeople } from '#shared/badge/sample-people.ts';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { openPageSite, type PageSite } from '#test/kiosk/screens/open-page.ts';
import '#test/kiosk/printing/lab.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const slow = { timeout: visibleMs };

let site: ConsoleSite;
let lab: PageSite;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  site = await openConsoleSite(12);
  lab = await openPageSite(new URL('../../../kiosk/printing/page/', import.meta.url));
  ({ context, page } = await site.open('badge', { viewport: { width: 1280, height: 800 } }));
  await page.locator('.samples canvas').first().waitFor(slow);
}, 900_000);

afterAll(async () => {
  await context?.close();
  await lab?.close();
  await site?.close();
});

const element = (id: string) => page.locator(`[data-element="${id}"]`);
const field = (label: string) => page.getByLabel(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const status = () => page.locator('.badge-editor').getByRole('status');

const eventPath = () => `/api/v1/events/${site.demo.eventId}`;
const put = (badgeLayout: unknown) =>
  site.house.send('PATCH', eventPath(), { key: site.demo.apiKey, json: { badgeLayout } });

/** Loads the page again with this layout stored. */
async function startWith(layout: BadgeLayout | null): Promise<void> {
  const answer = await put(layout);
  expect([answer.status, answer.codes]).toEqual([200, []]);
  await page.reload();
  await page.locator('.samples canvas').first().waitFor(slow);
}

describe('an element', () => {
  test('moves by arrow keys: half a millimetre, with Shift five, and not beyond the label', async () => {
    await element('name').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => field('From the left (mm)').inputValue(), slow).toBe('4');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => field('From the top (mm)').inputValue(), slow).toBe('13');
    for (let i = 0; i < 5; i++) await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => field('From the left (mm)').inputValue(), slow).toBe('0');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => field('Height (mm)').first().inputValue(), slow).toBe('20');
    await expect.poll(() => status().textContent(), slow).toContain('79 by 20 mm');
  });

  test('is moved and resized by the mouse, each as one step to undo', async () => {
    await startWith(null);
    const box = must(await element('company').boundingBox(), 'the company');
    const millimetre = box.width / 54;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - millimetre, box.y + box.height / 2 + millimetre, { steps: 4 });
    await page.mouse.move(box.x + box.width / 2 - 2 * millimetre, box.y + box.height / 2 + 2 * millimetre, {
      steps: 4,
    });
    await page.mouse.up();
    await expect.poll(() => field('From the left (mm)').inputValue(), slow).toBe('1.5');
    await expect.poll(() => field('From the top (mm)').inputValue(), slow).toBe('31.5');

    const corner = must(await page.locator('.handle.se').boundingBox(), 'the corner');
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
    await page.mouse.down();
    await page.mouse.move(corner.x + corner.width / 2 - 10 * millimetre, corner.y + corner.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => field('Width (mm)').first().inputValue(), slow).toBe('44');

    await page.keyboard.press('Control+z');
    await expect.poll(() => field('Width (mm)').first().inputValue(), slow).toBe('54');
    await page.keyboard.press('Control+z');
    await expect.poll(() => field('From the left (mm)').inputValue(), slow).toBe('3.5');
    expect(await button('Undo').isDisabled()).toBe(true);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => field('From the left (mm)').inputValue(), slow).toBe('1.5');
  });

  test('is added, set by fields, duplicated and deleted', async () => {
    await startWith(null);
    await page.getByRole('button', { name: 'Add: QR code' }).click();
    await field('Width (mm)').first().fill('12');
    await page.locator('[data-warning="qr_small"]').waitFor(slow);
    await page.getByRole('button', { name: 'Duplicate QR code' }).last().click();
    await expect.poll(() => page.locator('.elements li').count(), slow).toBe(8);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.elements li').count(), slow).toBe(7);
    await element('qr-1').focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => page.locator('.elements li').count(), slow).toBe(6);
    await expect.poll(() => page.locator('[data-warning="qr_small"]').count(), slow).toBe(0);
  });
});

test('a warning names the text that would be cut, and the person of the badge', async () => {
  await startWith(null);
  await element('name').focus();
  await field('Height (mm)').first().fill('5');
  await page.locator('[data-warning="text_cut"]').first().waitFor(slow);
  expect(await page.locator('[data-warning="text_cut"]').first().textContent()).toContain('Very long');
});

test('a smaller label is not saved until everything lies on it', async () => {
  await startWith(null);
  await page.getByLabel('Size').selectOption('62x29');
  await page.getByRole('alert').filter({ hasText: 'within the label' }).waitFor(slow);
  expect(await button('Save').isDisabled()).toBe(true);
  await button('Move everything inside').click();
  await expect.poll(() => button('Save').isDisabled(), slow).toBe(false);
});

describe('saving', () => {
  test('keeps the layout in the event; leaving earlier asks first', async () => {
    await startWith(null);
    await page.getByRole('button', { name: 'Add: Text' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Wi-Fi: doors / open');
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole('link', { name: 'Attendees' }).click();
    await expect.poll(() => asked, slow).toHaveLength(1);
    expect(new URL(page.url()).hash).toContain('#/badge/');
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Wi-Fi: doors / open');

    await button('Save').click();
    await expect.poll(() => status().textContent(), slow).toContain('Saved.');
    const { body } = await site.house.send('GET', eventPath(), { key: site.demo.apiKey });
    const kept = readLayout(body['badgeLayout']);
    expect(kept.ok && kept.value.elements.at(-1)).toMatchObject({ kind: 'text', text: 'Wi-Fi: doors / open' });
    await page.getByRole('link', { name: 'Attendees' }).click();
    await page.getByRole('heading', { name: 'Attendees', level: 1 }).waitFor(slow);
    await site.go(page, 'badge');
    await page.locator('.elements').getByText('“Wi-Fi: doors / open”').waitFor(slow);
  });

  describe('after another person has saved', () => {
    const theirs = { ...defaultLayout, widthMm: 84 };
    const stored = async () => {
      const { body } = await site.house.send('GET', eventPath(), { key: site.demo.apiKey });
      const read = readLayout(body['badgeLayout']);
      return read.ok ? read.value : null;
    };
    const meanwhile = () => page.getByRole('alert').filter({ hasText: 'someone else saved this badge' });

    async function collide(): Promise<void> {
      await startWith(null);
      await page.getByRole('button', { name: 'Add: Text' }).click();
      await page.getByLabel('Text', { exact: true }).fill('Mine');
      expect((await put(theirs)).status).toBe(200);
      await button('Save').click();
      await meanwhile().waitFor(slow);
      expect(await stored()).toMatchObject({ widthMm: 84 });
      expect(await button('Save').isDisabled()).toBe(true);
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Mine');
      expect(await axeViolations(page)).toEqual([]);
    }

    test('their version can be viewed, and the own one restored and saved', async () => {
      await collide();
      await button('Show theirs').click();
      await meanwhile().waitFor({ state: 'detached', ...slow });
      await page.getByRole('heading', { name: /^Label, 84 ×/ }).waitFor(slow);
      await expect.poll(() => status().textContent(), slow).toContain('Undo restores yours');
      expect(await button('Save').isDisabled()).toBe(true);
      await button('Undo').click();
      await page.locator('.elements').getByText('“Mine”').waitFor(slow);
      await button('Save').click();
      await expect.poll(() => status().textContent(), slow).toContain('Saved.');
      expect((await stored())?.elements.at(-1)).toMatchObject({ text: 'Mine' });
    });

    test('the own version replaces it when the person chooses so', async () => {
      await collide();
      await button('Overwrite with mine').click();
      await expect.poll(() => status().textContent(), slow).toContain('Saved.');
      await meanwhile().waitFor({ state: 'detached', ...slow });
      expect((await stored())?.elements.at(-1)).toMatchObject({ text: 'Mine' });
    });

    test('other changes of the event are no conflict', async () => {
      await startWith(null);
      await page.getByRole('button', { name: 'Add: Text' }).click();
      const renamed = { key: site.demo.apiKey, json: { venue: 'Hall of another name' } };
      expect((await site.house.send('PATCH', eventPath(), renamed)).status).toBe(200);
      await button('Save').click();
      await expect.poll(() => status().textContent(), slow).toContain('Saved.');
      const { body } = await site.house.send('GET', eventPath(), { key: site.demo.apiKey });
      expect(body).toMatchObject({ venue: 'Hall of another name' });
      expect((await stored())?.elements.length).toBe(defaultLayout.elements.length + 1);
    });
  });

  test('an invalid layout is refused with its path', async () => {
    const answer = await put({ ...defaultLayout, elements: [{ ...defaultLayout.elements[0], xMm: 80 }] });
    expect(answer.status).toBe(422);
    expect(answer.codes).toEqual(['badge_layout_invalid']);
    expect(answer.text).toContain('badgeLayout.elements[0].xMm');
  });
});

describe('the preview', () => {
  const turned: BadgeLayout = {
    ...defaultLayout,
    dpi: 203,
    elements: defaultLayout.elements.map((one) =>
      one.id === 'event'
        ? { ...one, turn: 90 as const, xMm: 78, yMm: 2, widthMm: 6, heightMm: 26, align: 'center' as const }
        : one.id === 'name'
          ? { ...one, widthMm: 72, weight: 600 as const, vertical: 'top' as const }
          : one,
    ),
  };

  test.each([
    ['the built-in badge', null],
    ['one with turned text', turned],
  ] as const)('is dot for dot what a kiosk prints: %s', async (_what, layout) => {
    await startWith(layout);
    const used = layout ?? defaultLayout;
    const ticketType = await page
      .getByLabel('With ticket type')
      .evaluate((select: HTMLSelectElement) => ({ key: select.value, name: select.selectedOptions[0]?.text ?? '' }));
    const kiosk = await lab.open();
    for (const person of samplePeople) {
      const content = sampleAt(person.content, { name: 'Open Doors Conference', ticketType, questions: [] });
      const printed = await kiosk.evaluate(([badge, paper, stored_]) => window.lab.render(badge, paper, stored_), [
        content,
        { dpi: used.dpi, widthDots: 2_400 },
        layout,
      ] as const);
      const shown = await page
        .locator(`.samples canvas[data-badge="${content.name}"]`)
        .evaluate((canvas: HTMLCanvasElement) => {
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
          if (pixels === undefined) throw new Error('no canvas');
          const rowBytes = (canvas.width + 7) >> 3;
          const bits = new Uint8Array(rowBytes * canvas.height);
          for (let at = 0; at < pixels.length; at += 4) {
            const [x, y] = [(at / 4) % canvas.width, Math.floor(at / 4 / canvas.width)];
            if (pixels[at] === 0) bits[y * rowBytes + (x >> 3)]! |= 128 >> (x & 7);
          }
          let text = '';
          for (const byte of bits) text += String.fromCharCode(byte);
          return { widthDots: canvas.width, heightDots: canvas.height, bits: btoa(text) };
        });
      const bits = printed.bits.replaceAll('-', '+').replaceAll('_', '/');
      expect({ ...shown, bits: shown.bits.replace(/=+$/, '') }).toEqual({ ...printed, bits });
      expect(new Set(printed.bits).size).toBeGreaterThan(20);
    }
    await kiosk.close();
  });
});

test.each(['light', 'dark'] as const)('has no axe violation with an element selected, %s', async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  await startWith(null);
  await element('name').click();
  await page.locator('[data-element-form]').waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
});
