/**
 * The page of a window is replaced only when the window is idle: never while an operation is under way, and in the end
 * also where an input was abandoned.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { abandonedAfterMs, type IdleFacts, isIdle, quietEnoughMs } from '#kiosk/start/offline/idle-page.ts';
import { watchIdlePage } from '#kiosk/start/offline/watch-idle-page.ts';

const facts = fc.record<IdleFacts>({
  underWay: fc.nat(3),
  dialogOpen: fc.boolean(),
  printing: fc.boolean(),
  unfinished: fc.boolean(),
  quietMs: fc.nat(2 * abandonedAfterMs),
});

test('a window at rest has nothing under way, no dialog, no badge at the printer, and was quiet', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { underWay, dialogOpen, printing, unfinished, quietMs } = given;
      const atWork = underWay > 0 || dialogOpen || printing;
      const quiet = quietMs >= (unfinished ? abandonedAfterMs : quietEnoughMs);
      expect(isIdle(given)).toBe(!atWork && quiet);
    }),
  );
});

/** As much of a document as the watch looks at. */
function page(): Document {
  const target = new EventTarget();
  return Object.assign(target, { querySelector: () => null, activeElement: null }) as unknown as Document;
}

test('every method that answers with a promise keeps the window at work until it has settled, a refused one too', async () => {
  let nowMs = 0;
  const rest = watchIdlePage(page(), () => nowMs);
  const settled = Promise.withResolvers<string>();
  const failed = Promise.withResolvers<string>();
  const station = rest.counted({
    name: 'gate',
    admit: () => settled.promise,
    undo: () => failed.promise,
    state: () => 1,
  });
  nowMs = quietEnoughMs;
  expect(rest.isIdle()).toBe(true);
  expect([station.name, station.state()]).toEqual(['gate', 1]);
  const admitted = station.admit();
  const undone = station.undo().catch(() => 'refused');
  expect(rest.isIdle()).toBe(false);
  settled.resolve('green');
  expect(await admitted).toBe('green');
  expect(rest.isIdle()).toBe(false);
  failed.reject(new Error('no'));
  expect(await undone).toBe('refused');
  nowMs += quietEnoughMs - 1;
  expect(rest.isIdle()).toBe(false);
  nowMs += 1;
  expect(rest.isIdle()).toBe(true);
});

test('a key and a touch are heard before anything else, and begin the quiet time again', () => {
  let nowMs = quietEnoughMs;
  const shown = page();
  const rest = watchIdlePage(shown, () => nowMs);
  for (const kind of ['keydown', 'pointerdown', 'input']) {
    nowMs += quietEnoughMs;
    expect(rest.isIdle()).toBe(true);
    shown.dispatchEvent(new Event(kind));
    expect(rest.isIdle()).toBe(false);
  }
});
