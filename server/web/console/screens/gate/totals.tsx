/** Check-ins by hour, of the last 12 hours that had any, and by gate. */

import { timeAt, type Zoned } from '../../../parts/event-time.ts';
import { t } from '../../../parts/text/text.ts';
import type { GateData } from './gate-data.ts';

const hoursMax = 12;

export function Totals({ event, data: { stats, gateName } }: { readonly event: Zoned; readonly data: GateData }) {
  const { byGate, byHour } = stats;
  const most = Math.max(1, ...byHour.map(({ checkedIn }) => checkedIn));
  return (
    <section className="card" aria-labelledby="by-hour">
      <h2 id="by-hour">{t('by_hour')}</h2>
      {byHour.length === 0 && <p className="soft">{t('the_first_check_in_starts_the')}</p>}
      <table className="bars">
        <tbody>
          {byHour.slice(-hoursMax).map(({ hour, checkedIn }) => (
            <tr key={hour}>
              <th scope="row">{timeAt(event, hour)}</th>
              <td>
                <meter min={0} max={most} value={checkedIn} aria-hidden="true" />
              </td>
              <td>{checkedIn}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{t('by_gate')}</h2>
      {byGate.length === 0 && <p className="soft">{t('no_one_has_entered_through_a')}</p>}
      <ul className="rows">
        {byGate.map(({ gate, checkedIn }) => (
          <li key={gate ?? ''}>
            <strong>{gateName(gate) ?? t('without_a_gate')}</strong>
            <span>{checkedIn}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
