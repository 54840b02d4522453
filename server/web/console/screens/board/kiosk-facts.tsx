/** Shows the last report of a kiosk about itself as a list of facts; those that need a look stand out. */

import type { BoardKiosk } from '#shared/sync/board.ts';
import { named, t } from '../../../parts/text/text.ts';
import { printerText } from '../kiosks/kiosk.ts';
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
  const heard =
    lastSeenAt === null ? t('never_seen') : t('last_seen_ago', { ageText: ageText(ageMs(lastSeenAt, nowMs)) });
  return [
    { label: t('connection'), value: `${named(presence ?? 'offline')}, ${heard}`, odd: presence !== 'online' },
    {
      label: t('data'),
      value: dataMs === null ? t('not_reported') : t('old', { ageText: ageText(dataMs) }),
      odd: dataMs !== null && dataMs > dataOldMs,
    },
    {
      label: t('unsent_scans'),
      value:
        pending === null
          ? t('not_reported')
          : queueMs === null
            ? `${pending}`
            : t('oldest', { pending, ageText: ageText(queueMs) }),
      odd: queueMs !== null && queueMs > queueOldMs,
    },
    { label: t('refused_scans'), value: parked === null ? t('not_reported') : `${parked}`, odd: (parked ?? 0) > 0 },
    { label: t('printer'), ...printerOf(kiosk) },
    { label: t('clock'), ...clockOf(kiosk) },
    {
      label: t('software'),
      value: `${softwareVersion ?? t('not_reported')}${role === 'gate' ? '' : `, ${named(role)}`}`,
      odd: false,
    },
  ];
}

const paperTexts: Readonly<Record<string, string>> = { ok: '', low: t('paper_is_low'), out: t('no_paper') };

function printerOf({ printer, paper, printerMessage }: BoardKiosk): Omit<Fact, 'label'> {
  const odd = printer === 'error' || paper === 'low' || paper === 'out';
  const state = printer === null ? t('not_reported') : printerText(printer);
  const paperText = paper === null ? '' : (paperTexts[paper] ?? paper);
  return { value: [state, paperText, printerMessage ?? ''].filter(Boolean).join(' – '), odd };
}

function clockOf({ clockOffsetMs, clockTrusted }: BoardKiosk): Omit<Fact, 'label'> {
  if (clockTrusted === false) return { value: t('clock_not_trusted'), odd: true };
  if (clockOffsetMs === null) return { value: t('not_reported'), odd: false };
  const odd = Math.abs(clockOffsetMs) > clockOffMs;
  const seconds = (Math.abs(clockOffsetMs) / 1000).toFixed(1);
  return {
    value: odd ? t('s_corrected', { seconds, part: clockOffsetMs > 0 ? t('slow') : t('fast') }) : t('clock_right'),
    odd,
  };
}
