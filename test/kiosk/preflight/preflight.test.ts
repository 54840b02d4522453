/** The pre-flight's rules with faults put into its ports: what each is found as, and that nothing holds it up. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admissionChecks, type Check, type CheckId, checkIds, found } from '#kiosk/preflight/check.ts';
import { openPreflight } from '#kiosk/preflight/open-preflight.ts';
import type { KeyBurst, PreflightPorts, ServerPing } from '#kiosk/preflight/ports.ts';
import { runChecks, runLimitMs } from '#kiosk/preflight/run-checks.ts';
import { judgeBurst, scannerTestCode } from '#kiosk/preflight/scanner-test.ts';
import type { TestPrintAnswer } from '#kiosk/printing/printing.ts';
import { cameraState } from '#kiosk/scanner/camera/camera-state.ts';
import { must } from '#shared/base/assert.ts';
import { isoTime } from '#shared/base/time.ts';
import { syncVersion } from '#shared/sync/version.ts';
import { healthyKiosk, hourMs, minuteMs, nowMs, type SoundRecords, soundPrinting } from './healthy-kiosk.ts';
import { manualTimers } from './manual-timers.ts';

const scan = { source: 'camera', candidates: [scannerTestCode] };
const onBadge = { name: 'Test badge', role: 'To try the printer', ticketType: 'TEST' };
const never = <T>(): Promise<T> => new Promise(() => {});

/** A whole run with a fault, as `finding` by check. */
async function runWith(
  change: Partial<PreflightPorts>,
  spoil: (records: SoundRecords) => void = () => {},
): Promise<Record<CheckId, string>> {
  const { ports, timers, records } = healthyKiosk(change);
  spoil(records);
  const preflight = openPreflight(ports);
  const running = preflight.run();
  preflight.offerScan(scan);
  await timers.pass(runLimitMs);
  await running;
  const { checks } = preflight.state();
  return Object.fromEntries(checks.map(({ id, result }) => [id, result?.finding ?? 'none'])) as Record<CheckId, string>;
}

describe('a kiosk with which all is well', () => {
  test('has at least twelve checks, all of them good but the badge that was not asked for yet', async () => {
    const findings = await runWith({});
    expect(checkIds.length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(findings)).toHaveLength(checkIds.length);
    expect(findings).toMatchObject({ scanner: 'camera', test_print: 'not_tried', rooms: 'none' });
    const rest = Object.entries(findings).filter(([id]) => !['scanner', 'test_print', 'rooms'].includes(id));
    expect(rest.filter(([, finding]) => finding !== 'ok')).toEqual([]);
  });

  test('says so by the level of the whole, once a badge was printed', async () => {
    const { ports, timers } = healthyKiosk();
    const preflight = openPreflight(ports);
    await preflight.printTest(onBadge);
    const running = preflight.run();
    preflight.offerScan(scan);
    await timers.pass(runLimitMs);
    await running;
    expect(preflight.state()).toMatchObject({ level: 'ok', running: false, finishedAtMs: nowMs });
    expect(timers.waiting()).toBe(0);
  });
});

test('an exhibitor’s device is asked for nothing that only those need who let people in, and is ready without it', async () => {
  const findings = await runWith({}, (records) => {
    Object.assign(must(records.kiosks[0], 'its record'), { role: 'exhibitor', gate: null });
  });
  expect(Object.keys(findings).toSorted()).toEqual(checkIds.filter((id) => !admissionChecks.has(id)).toSorted());
  expect(Object.entries(findings).filter(([id, finding]) => id !== 'scanner' && finding !== 'ok')).toEqual([]);
});

test('a kiosk whose list of kiosks is read a moment later does not say that it is the only one', async () => {
  const { ports, timers } = healthyKiosk({
    otherKiosks: () => ({
      condition: 'open',
      members: timers.nowMs() < 1_500 ? 1 : 3,
      inReach: timers.nowMs() < 3_000 ? 1 : 3,
    }),
  });
  const preflight = openPreflight(ports);
  const running = preflight.run();
  preflight.offerScan(scan);
  await timers.pass(runLimitMs);
  await running;
  const row = preflight.state().checks.find(({ id }) => id === 'other_kiosks');
  expect(row?.result).toMatchObject({ finding: 'ok' });
});

test.each([
  ['switched_off', { condition: 'switched_off', members: 3 }],
  ['unused', { condition: 'not_here', members: 3 }],
  ['single', { condition: 'no_address', members: 1 }],
] as const)('what is as it was wanted is no fault of the other kiosks: %s', async (finding, others) => {
  expect(await runWith(othersAre({ inReach: 1, ...others }))).toMatchObject({ other_kiosks: finding });
  expect(found('other_kiosks', finding).level).toBe('ok');
});

const ping = (change: Partial<Extract<ServerPing, { kind: 'answer' }>>) => ({
  ping: async (): Promise<ServerPing> => ({
    kind: 'answer',
    status: 200,
    roundTripMs: 12,
    softwareVersion: '1.2.3',
    syncVersion: 2,
    syncVersionFloor: 1,
    ...change,
  }),
});
const sound = healthyKiosk().ports;
const printerIs = (change: Partial<(typeof soundPrinting.printers)[number]>) => {
  const printers = soundPrinting.printers.map((printer) => ({ ...printer, ...change }));
  return { printing: { ...sound.printing, state: () => ({ ...soundPrinting, printers }) } };
};
const replicaIs = (change: Partial<PreflightPorts['replica']>) => ({ replica: { ...sound.replica, ...change } });
const cameraIs = (change: Partial<PreflightPorts['camera']>) => ({ camera: { ...sound.camera, ...change } });
const othersAre = (change: Partial<ReturnType<PreflightPorts['otherKiosks']>>) => ({
  otherKiosks: () => ({ condition: 'open' as const, members: 3, inReach: 3, ...change }),
});
const linkIs = (change: Partial<PreflightPorts['link']>) => ({ link: { ...sound.link, ...change } });
const storageIs = (persistent: boolean, freeBytes: number) =>
  replicaIs({ storage: async () => ({ persistent, usedBytes: 5e9, quotaBytes: 5e9 + freeBytes }) });
const journalIs = (pending: number, parked: number) =>
  replicaIs({
    journal: {
      ...sound.replica.journal,
      pending: () => pending,
      parked: () =>
        Array.from({ length: parked }, (_, n) => ({ scanId: `s${n}`, counter: n, code: 'not_yours', message: 'm' })),
    },
  });

test('a kiosk that has just started is as old as what the server says next, not as its last run', async () => {
  let looks = 0;
  const link = linkIs({
    phase: () => (looks++ < 3 ? { phase: 'connecting' } : { phase: 'live', since: isoTime(nowMs) }),
    dataAsOf: () => isoTime(looks < 3 ? nowMs - 5 * minuteMs : nowMs),
  });
  expect(await runWith(link)).toMatchObject({ data_age: 'ok' });
});

describe('a fault is found', () => {
  const cases: readonly (readonly [check: CheckId, finding: string, change: Partial<PreflightPorts>])[] = [
    ['first_load', 'missing', replicaIs({ ready: () => false })],
    ['data_age', 'stale', linkIs({ dataAsOf: () => isoTime(nowMs - 5 * minuteMs) })],
    ['data_age', 'old', linkIs({ dataAsOf: () => isoTime(nowMs - 2 * hourMs) })],
    ['data_age', 'never', linkIs({ dataAsOf: () => null })],
    ['server', 'unreachable', { ping: async () => ({ kind: 'unreachable', reason: 'no_connection' }) }],
    ['server', 'cut', linkIs({ networkCut: () => true })],
    ['server', 'slow', ping({ roundTripMs: 4_000 })],
    ['server', 'unwell', ping({ status: 503 })],
    ['server', 'timeout', { ping: never }],
    ['server', 'fault', { ping: () => Promise.reject(new Error('broken')) }],
    ['other_kiosks', 'alone', othersAre({ inReach: 1 })],
    ['other_kiosks', 'no_address', othersAre({ condition: 'no_address', inReach: 1 })],
    ['other_kiosks', 'no_key', othersAre({ condition: 'no_key', members: 1, inReach: 1 })],
    ['other_kiosks', 'failed', othersAre({ condition: 'failed', inReach: 1 })],
    ['clock', 'untrusted', { clock: { ...sound.clock, trusted: () => false, reason: () => 'clock_jumped' } }],
    ['clock', 'corrected', { clock: { ...sound.clock, offsetMs: () => -2 * hourMs } }],
    ['version', 'differs', ping({ softwareVersion: '1.3.0' })],
    ['version', 'too_old', ping({ syncVersion: syncVersion + 2, syncVersionFloor: syncVersion + 1 })],
    ['version', 'unknown', ping({ syncVersion: null })],
    ['lease', 'short', linkIs({ leaseExpiresAt: async () => isoTime(nowMs + hourMs) })],
    ['lease', 'expired', linkIs({ leaseExpiresAt: async () => isoTime(nowMs - 1) })],
    ['lease', 'revoked', linkIs({ phase: () => ({ phase: 'locked', code: 'kiosk_revoked' }) })],
    [
      'rooms',
      'empty',
      {
        rooms: () => [
          { name: 'Hall', left: 40 },
          { name: 'Main', left: 0 },
        ],
      },
    ],
    ['rooms', 'short', { rooms: () => [{ name: 'Hall', left: 2 }] }],
    ['unsent', 'waiting', journalIs(3, 0)],
    ['parked', 'some', journalIs(0, 1)],
    ['offline_start', 'unsupported', { offlineStart: () => 'unsupported' }],
    ['offline_start', 'preparing', { offlineStart: () => 'preparing' }],
    ['offline_start', 'update', { offlineStart: () => 'update_waiting' }],
    ['storage', 'not_persistent', storageIs(false, 50e9)],
    ['storage', 'low', storageIs(true, 0.5e9)],
    ['storage', 'full', storageIs(true, 1e6)],
    ['disk', 'broken', { writeAndRead: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }],
    ['disk', 'corrupt', { writeAndRead: async (bytes) => bytes.map((byte, i) => (i === 77 ? byte ^ 1 : byte)) }],
    ['disk', 'timeout', { writeAndRead: never }],
    [
      'journal',
      'broken',
      replicaIs({ settings: { ...sound.replica.settings, write: () => Promise.reject(new Error('sealed')) } }),
    ],
    ['journal', 'broken', replicaIs({ settings: { ...sound.replica.settings, read: async () => 'another' } })],
    ['printer', 'trouble', printerIs({ state: 'error', reason: 'unreachable' })],
    ['printer', 'none', { printing: { ...sound.printing, state: () => ({ ...soundPrinting, printers: [] }) } }],
    ['printer', 'host_lost', { hostReachable: () => false }],
    ['paper', 'out', printerIs({ state: 'error', reason: 'paper_out' })],
    ['paper', 'low', printerIs({ paperLow: true })],
    ['paper', 'unknown', printerIs({ state: 'error', reason: 'unreachable' })],
    ['paper', 'not_needed', printerIs({ kind: 'pdf' })],
    ['paper', 'look', printerIs({ kind: 'system' })],
    ['camera', 'denied', cameraIs({ state: () => cameraState('denied') })],
    ['camera', 'missing', cameraIs({ state: () => cameraState('no-camera') })],
    ['camera', 'trouble', cameraIs({ state: () => cameraState('starting') })],
    ['camera', 'dark', cameraIs({ brightness: () => ({ mean: 2, spread: 1 }) })],
    ['camera', 'off', cameraIs({ wanted: () => false })],
    ['sound', 'blocked', { sound: async () => 'blocked' }],
    ['sound', 'off', { soundWanted: () => false }],
    ['power', 'may_sleep', { power: async () => ({ staysAwake: false, batteryLevel: null }) }],
    ['power', 'on_battery', { power: async () => ({ staysAwake: true, batteryLevel: 0.4 }) }],
    ['languages', 'incomplete', { incompleteLanguages: () => ['fr'] }],
  ];
  test.each(cases)('%s: %s', async (check, finding, change) => {
    const findings = await runWith(change);
    expect(findings[check]).toBe(finding);
  });

  const records: readonly (readonly [check: CheckId, finding: string, spoil: (records: SoundRecords) => void])[] = [
    ['event', 'missing', ({ events }) => events.splice(0)],
    ['event', 'cancelled', ({ events }) => Object.assign(events[0] ?? {}, { status: 'cancelled' })],
    ['event', 'over', ({ events }) => Object.assign(events[0] ?? {}, { endsAt: isoTime(nowMs - hourMs) })],
    ['event', 'another_day', ({ events }) => Object.assign(events[0] ?? {}, { doorsOpenAt: '2026-05-20T08:00:00Z' })],
    ['gate', 'missing', ({ gates }) => gates.splice(0)],
    ['gate', 'missing', ({ gates }) => Object.assign(gates[0] ?? {}, { ticketTypes: ['gone'] })],
    ['gate', 'closed', ({ gates }) => Object.assign(gates[0] ?? {}, { closesAt: isoTime(nowMs - hourMs) })],
    ['gate', 'opens_later', ({ gates }) => Object.assign(gates[0] ?? {}, { opensAt: isoTime(nowMs + hourMs) })],
    ['gate', 'exit_only', ({ gates }) => Object.assign(gates[0] ?? {}, { direction: 'exit' })],
    ['supervisors', 'outdated', ({ supervisors }) => Object.assign(supervisors[0] ?? {}, { approvalKey: null })],
    ['supervisors', 'none', ({ supervisors }) => Object.assign(supervisors[0] ?? {}, { active: false })],
  ];
  test.each(records)('in the records, %s: %s', async (check, finding, spoil) => {
    const findings = await runWith({}, spoil);
    expect(findings[check]).toBe(finding);
  });
});

describe('a run ends', () => {
  const behaviours = ['answers', 'hangs', 'throws', 'throws at once', 'answers late'] as const;

  test('within its limit, with a result for every check, in any case', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ how: fc.constantFrom(...behaviours), timeoutMs: fc.integer({ min: 1, max: 100_000 }) }), {
          maxLength: checkIds.length,
        }),
        async (some) => {
          const timers = manualTimers();
          const reported: string[] = [];
          const checks = some.map(({ how, timeoutMs }, n): Check => {
            const id = checkIds[n] ?? 'server';
            return {
              id,
              timeoutMs,
              run: () => {
                if (how === 'throws at once') throw new Error('at once');
                if (how === 'throws') return Promise.reject(new Error('later'));
                if (how === 'hangs') return never();
                if (how === 'answers') return Promise.resolve(found('server', 'ok'));
                return new Promise((resolve) => timers.after(timeoutMs + 1, () => resolve(found('server', 'ok'))));
              },
            };
          });
          let endedMs = Number.POSITIVE_INFINITY;
          void runChecks(checks, timers, (id) => reported.push(id)).done.then(() => {
            endedMs = timers.nowMs();
          });
          await timers.pass(runLimitMs);
          expect(endedMs).toBeLessThanOrEqual(runLimitMs);
          expect(reported.toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
        },
      ),
    );
  });

  test('with a warning where no code was held to the scanner, and at once where it is skipped', async () => {
    const { ports, timers } = healthyKiosk();
    const preflight = openPreflight(ports);
    const running = preflight.run();
    expect(preflight.state().awaitsScan).toBe(true);
    await timers.pass(runLimitMs);
    await running;
    const scanner = () => preflight.state().checks.find(({ id }) => id === 'scanner');
    expect(scanner()?.result).toMatchObject({ level: 'warn', finding: 'skipped' });
    const again = preflight.retry('scanner');
    expect(scanner()?.running).toBe(true);
    preflight.skipScan();
    await again;
    expect(scanner()).toMatchObject({ running: false, result: { finding: 'skipped' } });
    expect(timers.waiting()).toBe(0);
  });
});

describe('printing for a test', () => {
  test('says why no badge came out, until one does', async () => {
    let answer: TestPrintAnswer = { ok: false, failure: 'paper_out' };
    const { ports } = healthyKiosk({ printing: { ...sound.printing, testPrint: async () => answer } });
    const preflight = openPreflight(ports);
    const print = () => preflight.state().checks.find(({ id }) => id === 'test_print')?.result;
    await preflight.printTest(onBadge);
    expect(print()).toMatchObject({ level: 'fail', finding: 'failed', facts: { failure: 'paper_out' } });
    answer = { ok: true, printerName: 'Desk printer' };
    await preflight.printTest(onBadge);
    expect(print()).toMatchObject({ level: 'ok', finding: 'ok' });
  });
});

describe('the scanner’s settings, from how it spells the test code', () => {
  const garbled = (from: string, to: string, text = scannerTestCode): string =>
    [...text].map((sign) => to[from.indexOf(sign)] ?? sign).join('');
  const cases: readonly (readonly [what: string, burst: KeyBurst, wanted: object | null])[] = [
    [
      'US on a US machine',
      { byCode: scannerTestCode, byKey: scannerTestCode, end: 'enter' },
      { finding: 'ok', facts: { layout: 'us_on_us', end: 'enter' } },
    ],
    [
      'US on a German machine',
      { byCode: scannerTestCode, byKey: garbled('YZ:/', 'ZYÖ-'), end: 'tab' },
      { finding: 'ok', facts: { layout: 'us', machine: 'QWERTZ', end: 'tab' } },
    ],
    [
      'as the French machine',
      { byCode: garbled('AQZWM', 'QAWZ;'), byKey: scannerTestCode, end: 'enter' },
      { finding: 'ok', facts: { layout: 'machine', machine: 'AZERTY' } },
    ],
    ['without an end', { byCode: scannerTestCode, byKey: scannerTestCode, end: null }, { finding: 'no_end' }],
    [
      'a layout that is neither',
      { byCode: garbled('YZ:/', 'ZYÖ-'), byKey: garbled('YZ:-', 'ZYé)'), end: 'enter' },
      { finding: 'layout', level: 'fail' },
    ],
    ['a person typing', { byCode: 'ada lovelace', byKey: 'ada lovelace', end: 'enter' }, null],
    ['a ticket', { byCode: `GATE1:${'7'.repeat(60)}`, byKey: `GATE1:${'7'.repeat(60)}`, end: 'enter' }, null],
  ];
  test.each(cases)('%s', (_what, burst, wanted) => {
    const result = judgeBurst(burst);
    if (wanted === null) expect(result).toBeNull();
    else expect(result).toMatchObject(wanted);
  });
});
