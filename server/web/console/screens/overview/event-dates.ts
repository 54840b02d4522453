/** Date and place of an event in one line. */

import { formatIn, zoneName } from '#shared/base/zoned-time.ts';
import { localeOf, t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';

export function whenAndWhere({ startsAt, endsAt, timezone, venue }: EventSummary): string {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  const format = formatIn({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, timezone, localeOf());
  const days = format.formatRange(start, end);
  const time = formatIn({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timezone, localeOf()).format(start);
  const zone = t('from_all_times_in', { time, zoneName: zoneName(start, timezone, localeOf()) });
  return [days, zone, venue].filter(Boolean).join(' · ');
}
