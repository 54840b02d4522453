/** The numbers of an event that are read first. */

import { timeAt, type Zoned } from '../../../parts/event-time.ts';
import { t } from '../../../parts/text/text.ts';
import type { GateData, Stats } from './gate-data.ts';

/** A decision takes milliseconds; "0.0" would read as not measured. */
function secondsText({ avgCheckinTime, checkedIn }: Stats): string {
  if (avgCheckinTime === null || checkedIn === 0) return '–';
  return avgCheckinTime > 0 && avgCheckinTime < 0.1 ? t('under_0_1') : avgCheckinTime.toFixed(1);
}

export function Figures({ event, data }: { readonly event: Zoned; readonly data: GateData }) {
  const { openConflicts, stats } = data;
  const { capacityRemaining, checkedIn, peakHour } = stats;
  return (
    <dl className="figures" aria-live="polite">
      <Figure label={t('checked_in')} value={String(checkedIn)} look="big" />
      <Figure label={t('spots_left')} value={capacityRemaining === null ? t('no_limit') : String(capacityRemaining)} />
      <Figure label={t('seconds_per_check_in')} value={secondsText(stats)} />
      <Figure label={t('busiest_hour')} value={peakHour ? timeAt(event, peakHour) : '–'} />
      <Figure label={t('conflicts')} value={String(openConflicts)} {...(openConflicts > 0 && { look: 'alarm' })} />
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly look?: 'big' | 'alarm';
}

function Figure({ label, value, look }: FigureProps) {
  return (
    <div className={['figure', look].filter(Boolean).join(' ')}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
