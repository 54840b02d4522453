/** Check-ins by hour and by gate. */
import { timeAt, type Zoned } from '../../../parts/event-time.ts';
import type { GateData } from './gate-data.ts';

const hoursMax = 12;

export function Totals({ event, data: { stats, gateName } }: { readonly event: Zoned; readonly data: GateData }) {
  const { byGate, byHour } = stats;
  const most = Math.max(1, ...byHour.map(({ checkedIn }) => checkedIn));
  return (
    <section className="card" aria-labelledby="by-hour">
      <h2 id="by-hour">By hour</h2>
      {byHour.length === 0 && <p className="soft">The first check-in starts the chart.</p>}
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
      <h2>By gate</h2>
      {byGate.length === 0 && <p className="soft">No one has entered through a gate yet.</p>}
      <ul className="rows">
        {byGate.map(({ gate, checkedIn }) => (
          <li key={gate ?? ''}>
            <strong>{gateName(gate) ?? 'without a gate'}</strong>
            <span>{checkedIn}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
