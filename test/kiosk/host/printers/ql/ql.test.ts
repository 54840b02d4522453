import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bitmap, rowBytes } from '#kiosk/bridge/bitmap.ts';
import { qlStatusOid } from '#kiosk/host/printers/ql/ql-dialect.ts';
import { headDots, qlMedia } from '#kiosk/host/printers/ql/ql-media.ts';
import { encodeQlBadge } from '#kiosk/host/printers/ql/ql-raster.ts';
import { createQlStatusReader, readQlStatus } from '#kiosk/host/printers/ql/ql-status.ts';
import { decodeAnswer, encodeGet, snmpGet } from '#kiosk/host/printers/ql/snmp.ts';
import type { Effect } from '#kiosk/host/printers/virtual/firmware.ts';
import { createQlFirmware } from '#kiosk/host/printers/virtual/ql-firmware.ts';
import { qrBitmap, readQr, sameInk } from '#test/fixtures/escpos-picture.ts';
import { startSnmpAgent } from '#test/fixtures/snmp-agent.ts';

const roll62 = qlMedia.find(({ widthMm, lengthMm }) => widthMm === 62 && lengthMm === 0)!;

function printOn(media: (typeof qlMedia)[number], bytes: Uint8Array) {
  const firmware = createQlFirmware({ media, speaks: true });
  firmware.receive(Buffer.from(bytes), null);
  const effects: Effect[] = [];
  for (let effect = firmware.step(); effect !== null; effect = firmware.step()) effects.push(effect);
  const pages = effects.flatMap(({ page }) => (page === null || page === undefined ? [] : [page]));
  const said = createQlStatusReader()(Buffer.concat(effects.map(({ say }) => say ?? Buffer.alloc(0))));
  return { pages, said, complaints: firmware.complaints };
}

const jobs = fc.constantFrom(...qlMedia).chain((media) =>
  fc
    .record({
      widthDots: fc.integer({ min: 1, max: media.printableDots }),
      heightDots: fc.integer({ min: 1, max: media.lengthDots === 0 ? 200 : Math.min(200, media.lengthDots) }),
    })
    .chain(({ widthDots, heightDots }) => {
      const size = rowBytes(widthDots) * heightDots;
      const bits = fc.uint8Array({ minLength: size, maxLength: size });
      return bits.map((dots): { media: typeof media; bitmap: Bitmap } => ({
        media,
        bitmap: { widthDots, heightDots, bits: dots },
      }));
    }),
);

test('a badge comes back dot for dot from every roll, one page a copy, each reported as completed', () => {
  fc.assert(
    fc.property(jobs, fc.integer({ min: 1, max: 3 }), ({ media, bitmap }, copies) => {
      const { pages, said, complaints } = printOn(media, encodeQlBadge(bitmap, media, copies));
      expect(complaints).toEqual([]);
      expect(pages).toHaveLength(copies);
      for (const page of pages) expect(sameInk(page, bitmap)).toBe(true);
      expect(said.filter(({ kind }) => kind === 'completed')).toHaveLength(copies);
    }),
    { numRuns: 40 },
  );
});

test('the bytes are those of the command reference', () => {
  const bitmap: Bitmap = { widthDots: 9, heightDots: 1, bits: Uint8Array.of(0x80, 0x80) };
  const bytes = Buffer.from(encodeQlBadge(bitmap, roll62, 1));
  expect(bytes.indexOf('1b697a8e0a3e009600000000', 0, 'hex')).toBeGreaterThan(400); // ESC i z: 62 mm, 150 lines
  const line = bytes.indexOf('67005a', 0, 'hex');
  const raster = bytes.subarray(line + 3, line + 3 + headDots / 8);
  // 12 dots are unused left and right: dot 0 of the badge is the head's 708th from the right, dot 8 its 700th.
  const set = [...raster].flatMap((byte, i) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (0x80 >> bit)).map((bit) => i * 8 + bit),
  );
  expect(set).toEqual([699, 707]);
  expect(bytes.at(-1)).toBe(0x1a);
});

test('the QR code of the printed label decodes', async () => {
  const text = 'GATE1:ABC-0123456789-ROLL';
  const { pages } = printOn(roll62, encodeQlBadge(qrBitmap(text), roll62, 1));
  expect(await readQr(pages[0]!)).toEqual([text]);
});

test('a job for another roll is noticed', () => {
  const roll29 = qlMedia.find(({ widthMm }) => widthMm === 29)!;
  const bitmap: Bitmap = { widthDots: 8, heightDots: 1, bits: Uint8Array.of(0xff) };
  expect(printOn(roll62, encodeQlBadge(bitmap, roll29, 1)).complaints).toContain('made for another roll');
});

/** Blocks as a QL-820NWB was seen to send them. */
const block = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const withRedRoll = block(
  '80 20 42 34 41 30 04 00 00 00 3E 0A 00 00 23 00 00 00 00 00 00 00 00 00 00 81 00 00 00 00 00 00',
);
const withoutRoll = block(
  '80 20 42 34 41 30 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00',
);
const coverOpen = block(
  '80 20 42 34 41 30 04 00 00 10 00 00 00 00 00 00 00 00 02 00 00 00 00 00 00 01 00 00 00 00 00 00',
);

test('status blocks mean what they say', () => {
  expect(readQlStatus(withRedRoll)).toMatchObject({
    kind: 'reply',
    widthMm: 62,
    media: 'continuous',
    twoColours: true,
  });
  expect(readQlStatus(withRedRoll)?.trouble?.message).toContain('black-and-red');
  expect(readQlStatus(withoutRoll)?.trouble?.reason).toBe('paper_out');
  expect(readQlStatus(coverOpen)).toMatchObject({ kind: 'error', trouble: { reason: 'cover_open' } });
  const black = Buffer.from(withRedRoll);
  black[25] = 0x01;
  expect(readQlStatus(black)?.trouble).toBeNull();
  black[9] = 0x01;
  expect(readQlStatus(black)?.trouble?.message).toContain('roll');
  black[9] = 0;
  black[18] = 2;
  expect(readQlStatus(black)?.trouble?.reason).toBe('printer_error');
  expect(readQlStatus(black.subarray(1))).toBeNull();
});

test('blocks are found however the packets fall, after any noise', () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.constantFrom(0x80, 0x20, 0x00, 0x42), { maxLength: 6 })
        .filter((noise) => !Buffer.from(noise).includes('802042', 0, 'hex')),
      fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
      (noise, cuts) => {
        fc.pre(noise.at(-1) !== 0x80 && noise.at(-1) !== 0x20);
        const bytes = Buffer.concat([Buffer.from(noise), withRedRoll, coverOpen]);
        const read = createQlStatusReader();
        const found: string[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = cuts.next().value ?? 1;
          found.push(...read(bytes.subarray(at, at + size)).map(({ kind }) => kind));
          at += size;
        }
        expect(found).toEqual(['reply', 'error']);
      },
    ),
  );
});

test('SNMP: an answer as a real printer sent it is read; anything else is not', () => {
  const packet = Buffer.concat([
    block(
      '30 4C 02 01 00 04 06 70 75 62 6C 69 63 A2 3F 02 01 01 02 01 00 02 01 00 30 34 30 32 06 0E 2B 06 01 04 01 93 03 03 03 09 01 06 01 00 04 20',
    ),
    withRedRoll,
  ]);
  expect(decodeAnswer(packet, 1)?.equals(withRedRoll)).toBe(true);
  expect(decodeAnswer(packet, 2)).toBeNull();
  expect(encodeGet(qlStatusOid, 'public', 1).includes(block('06 0E 2B 06 01 04 01 93 03 03 03 09 01 06 01 00'))).toBe(
    true,
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 90 }), fc.nat(77), fc.nat(255), (noise, at, byte) => {
      decodeAnswer(Buffer.from(noise), 1);
      const bent = Buffer.from(packet);
      bent[at] = byte;
      decodeAnswer(bent, 1);
      decodeAnswer(packet.subarray(0, at), 1);
    }),
  );
});

test('SNMP: asks again when the first question got lost, and gives up in time', async () => {
  let questions = 0;
  const agent = await startSnmpAgent(() => (++questions < 2 ? null : withRedRoll));
  const target = { host: '127.0.0.1', port: agent.port };
  expect((await snmpGet(target, qlStatusOid, 400))?.equals(withRedRoll)).toBe(true);
  await agent.stop();
  expect(await snmpGet(target, qlStatusOid, 100)).toBeNull();
});
