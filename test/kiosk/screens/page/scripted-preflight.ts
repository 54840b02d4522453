/** A pre-flight whose results the test sets; what a person asks of it is noted. */
import { type CheckId, checkIds, findings } from '#kiosk/preflight/check.ts';
import type { Preflight, PreflightState } from '#kiosk/preflight/preflight.ts';
import type { PreflightScript } from '../scripted.ts';

export interface ScriptedPreflight extends Preflight {
  script(change: PreflightScript): void;
}

const facts = {
  people: 3_120,
  ageMs: 4_000,
  roundTripMs: 18,
  offsetMs: -7_260_000,
  own: '0.1.0',
  server: '0.2.0',
  leftMs: 250_000_000,
  event: 'Baltic Makers Conference 2026',
  doorsMs: Date.parse('2026-05-12T09:00:00.000Z'),
  opensMs: Date.parse('2026-05-12T10:00:00.000Z'),
  closesMs: Date.parse('2026-05-12T08:00:00.000Z'),
  gate: 'North entrance',
  room: 'Main hall',
  left: 12,
  scans: 3,
  freeBytes: 48e9,
  tookMs: 31,
  printer: 'Desk printer',
  message: 'The paper is used up. Put in a new roll.',
  scanned: 'GÄTE1ö',
  percent: 41,
  error: 'QuotaExceededError',
  status: 503,
  languages: 'Français',
};

export function scriptedPreflight(calls: unknown[][]): ScriptedPreflight {
  const listeners = new Set<() => void>();
  let script: PreflightScript = {};
  let state = draw();

  function draw(): PreflightState {
    const running = script.running ?? false;
    const checks = checkIds.map((id) => {
      const finding = script.findings?.[id] ?? 'ok';
      const levels: Readonly<Record<string, 'ok' | 'warn' | 'fail'>> = findings[id];
      const level = levels[finding] ?? 'fail';
      const waits = running && script.done !== undefined && !script.done.includes(id);
      return { id, running: waits, result: waits ? null : { level, finding, facts } };
    });
    const levels = checks.map(({ result }) => result?.level ?? 'ok');
    const level = levels.includes('fail') ? 'fail' : levels.includes('warn') ? 'warn' : 'ok';
    const finishedAtMs = running ? null : Date.parse('2026-05-12T09:30:00.000Z');
    return { checks, running, level: running ? null : level, finishedAtMs, awaitsScan: script.awaitsScan ?? false };
  }

  const note = (name: string) => (): void => {
    calls.push([name]);
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run: async () => note('preflight.run')(),
    retry: async (id: CheckId) => {
      calls.push(['preflight.retry', id]);
    },
    skipScan: note('preflight.skipScan'),
    printTest: async (words) => {
      calls.push(['preflight.printTest', words.name]);
    },
    offerScan: () => false,
    script(change) {
      script = change;
      state = draw();
      for (const listener of listeners) listener();
    },
  };
}
