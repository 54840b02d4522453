import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRepeats, REPEAT_WINDOW_MS } from '#kiosk/scanner/repeats.ts';
import type { OnScan, ScanSource, ScanText } from '#kiosk/scanner/scan-text.ts';
import { createScanner } from '#kiosk/scanner/scanner.ts';
import { createTyped } from '#kiosk/scanner/typed.ts';

const scan = (text: string | string[], atMs: number, source: ScanText['source'] = 'wedge'): ScanText => ({
  source,
  candidates: [text].flat(),
  atMs,
});

describe('repeats', () => {
  test('a ticket held before the camera is one event until it was away for the window', () => {
    const repeats = createRepeats();
    const heard: number[] = [];
    for (let atMs = 0; atMs <= 10_000; atMs += 100) if (!repeats.isRepeat(scan('A', atMs, 'camera'))) heard.push(atMs);
    expect(heard).toEqual([0]);
    expect(repeats.isRepeat(scan('A', 10_000 + REPEAT_WINDOW_MS, 'camera'))).toBe(false);
  });

  test('pulling the trigger again and again is heard once per window', () => {
    const repeats = createRepeats();
    const heard = [0, 2_000, 4_000, 6_000].filter((atMs) => !repeats.isRepeat(scan('A', atMs)));
    expect(heard).toEqual([0, 4_000]);
  });

  test('the same ticket through another device, in another spelling list, is the same event', () => {
    const repeats = createRepeats();
    expect(repeats.isRepeat(scan('GATE1:X', 0, 'camera'))).toBe(false);
    expect(repeats.isRepeat(scan(['GATE1:X', 'GATE1ÖX'], 500))).toBe(true);
  });

  test('two tickets in turn are two events, not many', () => {
    const repeats = createRepeats();
    const heard = ['A', 'B', 'A', 'B', 'A'].filter((text, at) => !repeats.isRepeat(scan(text, at * 100, 'camera')));
    expect(heard).toEqual(['A', 'B']);
  });

  test('no text is ever heard twice within the window, and every first one is heard', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.nat(4_000), fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (list) => {
        const repeats = createRepeats();
        const heardMs = new Map<string, number>();
        let nowMs = 0;
        for (const [text, waitMs, camera] of list) {
          nowMs += waitMs;
          const repeated = repeats.isRepeat(scan(text, nowMs, camera ? 'camera' : 'wedge'));
          if (!heardMs.has(text)) expect(repeated).toBe(false);
          if (repeated) continue;
          const before = heardMs.get(text);
          if (before !== undefined) expect(nowMs - before).toBeGreaterThanOrEqual(REPEAT_WINDOW_MS);
          heardMs.set(text, nowMs);
        }
      }),
    );
  });

  test('remembers a bounded number of texts', () => {
    const repeats = createRepeats();
    for (let at = 0; at < 1_000; at++) expect(repeats.isRepeat(scan(`T${at}`, 0))).toBe(false);
    expect(repeats.isRepeat(scan('T999', 1))).toBe(true);
    expect(repeats.isRepeat(scan('T0', 1))).toBe(false);
  });
});

describe('scanner', () => {
  test('merges its sources, and what is typed again is answered again', async () => {
    let nowMs = 0;
    const first = createTyped(() => nowMs);
    const second = createTyped(() => nowMs);
    const scanner = createScanner([first, second]);
    const heard: string[] = [];
    await scanner.start((one) => heard.push(one.candidates[0] ?? ''));
    first.submit('  GATE1:A ');
    nowMs = 100;
    second.submit('GATE1:A');
    second.submit('GATE1:B');
    expect(heard).toEqual(['GATE1:A', 'GATE1:A', 'GATE1:B']);
    scanner.stop();
    expect(first.submit('GATE1:C')).toBe(false);
    expect(first.submit('   ')).toBe(false);
  });

  test('drops what another source reads again, and counts it again after a stop', async () => {
    const reads: OnScan[] = [];
    const source = (): ScanSource => ({ start: (onScan) => void reads.push(onScan), stop() {} });
    const scanner = createScanner([source(), source()]);
    const heard: string[] = [];
    await scanner.start((one) => heard.push(one.candidates[0] ?? ''));
    reads[0]?.(scan('GATE1:A', 0));
    reads[1]?.(scan('GATE1:A', 100, 'serial'));
    reads[1]?.(scan('GATE1:B', 100, 'serial'));
    expect(heard).toEqual(['GATE1:A', 'GATE1:B']);
    scanner.stop();
    await scanner.start((one) => heard.push(one.candidates[0] ?? ''));
    reads[3]?.(scan('GATE1:A', 100, 'serial'));
    expect(heard).toEqual(['GATE1:A', 'GATE1:B', 'GATE1:A']);
  });

  test('a source that cannot start leaves the others running, and is reported', async () => {
    const typed = createTyped(() => 0);
    const broken: ScanSource = {
      start(_onScan: OnScan) {
        throw new Error('no such port');
      },
      stop() {},
    };
    const scanner = createScanner([broken, typed]);
    const heard: string[] = [];
    await expect(scanner.start((one) => heard.push(one.candidates[0] ?? ''))).rejects.toThrow('could not be started');
    typed.submit('GATE1:A');
    expect(heard).toEqual(['GATE1:A']);
  });
});
