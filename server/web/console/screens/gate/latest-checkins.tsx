/** The latest check-ins, as a list with names and times. */

import { timeAt, type Zoned } from '../../../parts/event-time.ts';
import { t } from '../../../parts/text/text.ts';
import type { GateData } from './gate-data.ts';

export function LatestCheckins({ event, data }: { readonly event: Zoned; readonly data: GateData }) {
  const { checkins, gateName, people } = data;
  return (
    <section className="card" aria-labelledby="latest">
      <h2 id="latest">{t('latest_check_ins')}</h2>
      {checkins.length === 0 && <p className="soft">{t('no_check_ins_yet_scan_a')}</p>}
      <ol className="rows" data-latest>
        {checkins.map(({ id, registration, gate, checkedInAt }) => (
          <li key={id}>
            <div>
              <strong>{people.get(registration)?.name ?? '…'}</strong>
              <span>{people.get(registration)?.company ?? ''}</span>
            </div>
            <span>
              {gateName(gate) ?? t('no_gate')} · <time dateTime={checkedInAt}>{timeAt(event, checkedInAt)}</time>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
