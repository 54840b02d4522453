import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReplyReader, readOfflineCause, readStatus } from '#kiosk/host/printers/escpos/escpos-status.ts';

type Sent = { readonly bytes: readonly number[]; readonly means: 'realtime' | 'acknowledged' | null };

const realtime = fc
  .constantFrom(0x12, 0x1a, 0x16, 0x32, 0x72, 0x7e)
  .map((byte): Sent => ({ bytes: [byte], means: 'realtime' }));
const acknowledged = fc
  .constantFrom(0x00, 0x03, 0x0c, 0x0f)
  .map((byte): Sent => ({ bytes: [byte], means: 'acknowledged' }));
// ASB: first byte 0xx1xx00, the next three 0xx0xxxx (GS a in the command reference).
const automatic = fc
  .tuple(
    fc.constantFrom(0x10, 0x14, 0x18, 0x30),
    fc.constantFrom(0, 0x20),
    fc.constantFrom(0, 0x0c),
    fc.constantFrom(0, 0x0f),
  )
  .map((bytes): Sent => ({ bytes, means: null }));
const flow = fc.constantFrom(0x11, 0x13).map((byte): Sent => ({ bytes: [byte], means: null }));
const cleared = fc.constant<Sent>({ bytes: [0x37, 0x25, 0x00], means: null });

test('answers are distinguished from everything else a printer says, however the packets fall', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(realtime, acknowledged, automatic, flow, cleared), { maxLength: 30 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
      (sent, cuts) => {
        const bytes = sent.flatMap((s) => s.bytes);
        const read = createReplyReader();
        const kinds: string[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = cuts.next().value ?? 1;
          for (const reply of read(Uint8Array.from(bytes.slice(at, at + size)))) kinds.push(reply.kind);
          at += size;
        }
        expect(kinds).toEqual(sent.flatMap((s) => s.means ?? []));
      },
    ),
  );
});

test('the cause is named before the mere fact of being offline', () => {
  expect(readStatus(0x12, 0x12, 0x12)).toEqual({ trouble: null, paperLow: false });
  expect(readStatus(0x1a, 0x16, 0x12).trouble?.reason).toBe('cover_open');
  expect(readStatus(0x1a, 0x32, 0x7e)).toMatchObject({ trouble: { reason: 'paper_out' }, paperLow: true });
  expect(readStatus(0x12, 0x12, 0x72).trouble?.reason).toBe('paper_out');
  expect(readStatus(0x1a, 0x52, 0x12).trouble?.reason).toBe('printer_error');
  expect(readStatus(0x1a, 0x12, 0x12).trouble?.reason).toBe('offline');
  expect(readStatus(0x12, 0x12, 0x1e)).toEqual({ trouble: null, paperLow: true });
  expect(readOfflineCause(0x12)).toBeNull();
});
