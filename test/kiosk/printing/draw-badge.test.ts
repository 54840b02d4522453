import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Bitmap, isBlack } from '#kiosk/bridge/bitmap.ts';
import type { BadgeContent } from '#shared/badge/badge-content.ts';
import { defaultLayout } from '#shared/badge/default-layout.ts';
import { type BadgeElement, type BadgeLayout, type Box, boxInDots, dots } from '#shared/badge/layout.ts';
import { must } from '#shared/base/assert.ts';
import { fromBase64url } from '#shared/base/bytes.ts';
import { hostileNames } from '#test/shared/badge/layouts.ts';
import { openPageSite, type PageSite } from '../screens/open-page.ts';
import './lab.ts';

const badgeCode = 'BDG-7Q2M-9KX4-TT';
const base: BadgeContent = {
  name: 'Ada Li',
  company: 'Nordwind Robotics',
  role: 'Head of Operations',
  ticketType: 'speaker',
  ticketTypeName: 'Speaker',
  eventName: 'Baltic Makers Conference 2026',
  badgeCode,
  answers: {},
};
const names: readonly [label: string, change: Partial<BadgeContent>][] = [
  ['short', {}],
  ['one letter', { name: 'O' }],
  ['60 characters', { name: 'Maximiliane Alexandra Freifrau von und zu Hohenstein-Waldegg' }],
  ['one word of 60', { name: 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiss' }],
  [
    '200 characters',
    { name: 'Anna-Maria '.repeat(19).trim(), company: 'Gesellschaft '.repeat(15), role: 'Leitung '.repeat(20) },
  ],
  ['hyphen and diacritics', { name: 'Łukasiewicz-Wiśniewska' }],
  ['Chinese', { name: '李雷', company: '北京机器人有限公司' }],
  ['Arabic', { name: 'محمد عبد الله', company: 'شركة النور' }],
  ['emoji', { name: 'Zoë 👩🏽‍🚀 Sky', ticketTypeName: 'VIP 🎟️' }],
  ['only a name', { company: null, role: null, ticketTypeName: null }],
];

let site: PageSite;
let page: Page;

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer } });
  site = await openPageSite(new URL('./page/', import.meta.url));
  page = await site.open();
}, 120_000);
afterAll(() => site.close());

async function draw(
  badge: BadgeContent,
  paper: { dpi: number; widthDots: number },
  stored: unknown = null,
): Promise<Bitmap> {
  const { bits, ...size } = await page.evaluate(([content, on, layout]) => window.lab.render(content, on, layout), [
    badge,
    paper,
    stored,
  ] as const);
  const bytes = fromBase64url(bits);
  if (bytes === null) throw new Error('the bits arrived broken');
  return { ...size, bits: bytes };
}

/** The paper as a person or a camera sees it. */
function toPng(bitmap: Bitmap): PNG {
  const png = new PNG({ width: bitmap.widthDots, height: bitmap.heightDots });
  for (let y = 0; y < png.height; y++) {
    for (let x = 0; x < png.width; x++) {
      const grey = isBlack(bitmap, x, y) ? 0 : 255;
      png.data.set([grey, grey, grey, 255], (y * png.width + x) * 4);
    }
  }
  return png;
}

async function readQr(bitmap: Bitmap): Promise<string | undefined> {
  const { data, width, height } = toPng(bitmap);
  const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' } as ImageData;
  const [found] = await readBarcodes(image, { formats: ['QRCode'] });
  return found?.text;
}

const wide = { dpi: 203, widthDots: 832 };
function inside(x: number, y: number, box: Box, dpi: number): boolean {
  const in_ = boxInDots(box, dpi);
  return x >= in_.x && x < in_.x + in_.width && y >= in_.y && y < in_.y + in_.height;
}

function inkCount(bitmap: Bitmap, where: (x: number, y: number) => boolean): number {
  let count = 0;
  for (let y = 0; y < bitmap.heightDots; y++) {
    for (let x = 0; x < bitmap.widthDots; x++) if (isBlack(bitmap, x, y) && where(x, y)) count += 1;
  }
  return count;
}

const qrBox = defaultLayout.elements.find(({ kind }) => kind === 'qr');
const nameBox = defaultLayout.elements.find(({ id }) => id === 'name');

describe.each(names)('a badge with a name: %s', (_label, change) => {
  const badge = { ...base, ...change };

  test.each([203, 300])('its QR reads as the badge code at %i dpi', async (dpi) => {
    expect(await readQr(await draw(badge, { dpi, widthDots: 1_300 }))).toBe(badgeCode);
  });

  test('puts no ink outside the boxes and none into the quiet zone', async () => {
    const bitmap = await draw(badge, wide);
    const boxes = defaultLayout.elements;
    expect(inkCount(bitmap, (x, y) => !boxes.some((box) => inside(x, y, box, 203)))).toBe(0);
    if (qrBox === undefined) throw new Error('the layout has a QR');
    const withoutQr = await draw({ ...badge, badgeCode: null }, wide);
    expect(inkCount(withoutQr, (x, y) => inside(x, y, qrBox, 203))).toBe(0);
    // 25 modules for this code and four of quiet on each side, in whole dots.
    const moduleDots = Math.floor(dots(qrBox.widthMm, 203) / 33);
    const quiet: Box = {
      xMm: qrBox.xMm + (4 * moduleDots * 25.4) / 203,
      yMm: qrBox.yMm + (4 * moduleDots * 25.4) / 203,
      widthMm: qrBox.widthMm - (8 * moduleDots * 25.4) / 203,
      heightMm: qrBox.heightMm - (8 * moduleDots * 25.4) / 203,
    };
    expect(inkCount(bitmap, (x, y) => inside(x, y, qrBox, 203) && !inside(x, y, quiet, 203))).toBe(0);
  });

  test('shows the name', async () => {
    if (nameBox === undefined) throw new Error('the layout has a name');
    const bitmap = await draw(badge, wide);
    expect(inkCount(bitmap, (x, y) => inside(x, y, nameBox, 203))).toBeGreaterThan(400);
  });
});

test('writes short names larger than long ones, on the same label', async () => {
  if (nameBox === undefined) throw new Error('the layout has a name');
  const heightOfInk = async (name: string): Promise<number> => {
    const bitmap = await draw({ ...base, name }, wide);
    const rows = new Set<number>();
    inkCount(bitmap, (x, y) => inside(x, y, nameBox, 203) && rows.add(y) !== undefined);
    return rows.size;
  };
  expect(await heightOfInk('Ada')).toBeGreaterThan(2 * (await heightOfInk('Wolfeschlegelsteinhausenbergerdorff')));
});

test('turns the badge on a printer whose paper is narrower than it, and shrinks it on a still narrower one', async () => {
  const turned = await draw(base, { dpi: 203, widthDots: 576 });
  expect([turned.widthDots, turned.heightDots]).toEqual([dots(54, 203), dots(86, 203)]);
  expect(await readQr(turned)).toBe(badgeCode);
  const small = await draw(base, { dpi: 203, widthDots: 384 });
  expect(small.widthDots).toBeLessThanOrEqual(384);
  expect(await readQr(small)).toBe(badgeCode);
});

test('draws no QR for a person without a badge code', async () => {
  const bitmap = await draw({ ...base, badgeCode: null }, wide);
  expect(await readQr(bitmap)).toBeUndefined();
});

describe('a layout of the event’s own', () => {
  /** Every turn, every side, narrow boxes, a frame, and something for one ticket type only. */
  const designed: BadgeLayout = {
    version: 1,
    widthMm: 62,
    heightMm: 100,
    dpi: 203,
    elements: [
      ...([0, 90, 180, 270] as const).map(
        (turn): BadgeElement => ({
          ...{ kind: 'field', id: `name-${turn}`, field: 'name', ticketTypes: [], turn },
          ...{ xMm: 2 + turn / 6.5, yMm: 2, widthMm: 12, heightMm: 40, maxLines: 3, largestMm: 9, smallestMm: 2.2 },
          ...{ weight: 700, align: 'center', vertical: 'top', inverse: turn === 180 },
        }),
      ),
      { kind: 'qr', id: 'qr', ticketTypes: [], xMm: 2, yMm: 50, widthMm: 30, heightMm: 30 },
      { kind: 'box', id: 'frame', ticketTypes: [], lineMm: 0.5, xMm: 34, yMm: 50, widthMm: 26, heightMm: 30 },
      { kind: 'box', id: 'vip', ticketTypes: ['vip'], lineMm: 0, xMm: 0, yMm: 90, widthMm: 62, heightMm: 10 },
    ],
  };

  test.each([['short', 'Ada Li'], ...hostileNames] as const)(
    'keeps a name within its boxes: %s',
    async (_what, name) => {
      const bitmap = await draw({ ...base, name }, wide, designed);
      expect([bitmap.widthDots, bitmap.heightDots]).toEqual([dots(62, 203), dots(100, 203)]);
      const shown = designed.elements.filter(({ id }) => id !== 'vip');
      expect(inkCount(bitmap, (x, y) => !shown.some((box) => inside(x, y, box, 203)))).toBe(0);
      expect(await readQr(bitmap)).toBe(badgeCode);
    },
  );

  test('is drawn for the ticket types it names', async () => {
    const vip = must(
      designed.elements.find(({ id }) => id === 'vip'),
      'the bar',
    );
    const inkOf = async (ticketType: string) =>
      inkCount(await draw({ ...base, ticketType }, wide, designed), (x, y) => inside(x, y, vip, 203));
    expect(await inkOf('speaker')).toBe(0);
    expect(await inkOf('vip')).toBe(dots(62, 203) * (dots(100, 203) - dots(90, 203)));
  });

  test('that cannot be read prints the built-in badge', async () => {
    expect(await draw(base, wide, { version: 1, elements: 'all of them' })).toEqual(await draw(base, wide));
  });
});
