/** What a kiosk last reported of itself, as a list of facts; those that need a look stand out. */
import type { BoardKiosk } from '#shared/sync/board.ts';
import { ageMs, ageText, clockOffMs, dataOldMs, queueOldMs } from './ages.ts';

interface Fact {
  readonly label: string;
  readonly value: string;
  /** It needs a look. */
  readonly odd: boolean;
}

export function KioskFacts({ kiosk, nowMs }: { readonly kiosk: BoardKiosk; readonly nowMs: number }) {
  return (
    <dl className="facts">
      {factsOf(kiosk, nowMs).map(({ label, value, odd }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={odd ? 'odd' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(kiosk: BoardKiosk, nowMs: number): readonly Fact[] {
  const { presence, lastSeenAt, dataAsOf, pending, oldestUnsentAt, parked, softwareVersion, role } = kiosk;
  const dataMs = dataAsOf === null ? null : ageMs(dataAsOf, nowMs);
  const queueMs = oldestUnsentAt === null ? null : ageMs(oldestUnsentAt, nowMs);
  const heard = lastSeenAt === null ? 'never seen' : `last seen ${ageText(ageMs(lastSeenAt, nowMs))} ago`;
  return [
    { label: 'Connection', value: `${presence ?? 'offline'}, ${heard}`, odd: presence !== 'online' },
    {
      label: 'Data',
      value: dataMs === null ? 'not reported' : `${ageText(dataMs)} old`,
      odd: dataMs !== null && dataMs > dataOldMs,
    },
    {
      label: 'Unsent scans',
      value:
        pending === null ? 'not reported' : queueMs === null ? `${pending}` : `${pending}, oldest ${ageText(queueMs)}`,
      odd: queueMs !== null && queueMs > queueOldMs,
    },
    { label: 'Refused scans', value: parked === null ? 'not reported' : `${parked}`, odd: (parked ?? 0) > 0 },
    { label: 'Printer', ...printerOf(kiosk) },
    { label: 'Clock', ...clockOf(kiosk) },
    {
      label: 'Software',
      value: `${softwareVersion ?? 'not reported'}${role === 'gate' ? '' : `, ${role}`}`,
      odd: false,
    },
  ];
}

const printerTexts: Readonly<Record<string, string>> = {
  ready: 'ready',
  busy: 'printing',
  error: 'stopped',
  none: 'none',
};
const paperTexts: Readonly<Record<string, string>> = { ok: '', low: 'paper is low', out: 'no paper' };

function printerOf({ printer, paper, printerMessage }: BoardKiosk): Omit<Fact, 'label'> {
  const odd = printer === 'error' || paper === 'low' || paper === 'out';
  const state = printer === null ? 'not reported' : (printerTexts[printer] ?? printer);
  const paperText = paper === null ? '' : (paperTexts[paper] ?? paper);
  return { value: [state, paperText, printerMessage ?? ''].filter(Boolean).join(' – '), odd };
}

function clockOf({ clockOffsetMs, clockTrusted }: BoardKiosk): Omit<Fact, 'label'> {
  if (clockTrusted === false) return { value: 'not trusted', odd: true };
  if (clockOffsetMs === null) return { value: 'not reported', odd: false };
  const odd = Math.abs(clockOffsetMs) > clockOffMs;
  const seconds = (Math.abs(clockOffsetMs) / 1000).toFixed(1);
  return { value: odd ? `${seconds} s ${clockOffsetMs > 0 ? 'slow' : 'fast'}, corrected` : 'right', odd };
}
