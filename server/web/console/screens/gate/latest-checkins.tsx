/** Who came in last. */
import { timeAt, type Zoned } from '../../../parts/event-time.ts';
import type { GateData } from './gate-data.ts';

export function LatestCheckins({ event, data }: { readonly event: Zoned; readonly data: GateData }) {
  const { checkins, gateName, people } = data;
  return (
    <section className="card" aria-labelledby="latest">
      <h2 id="latest">Latest check-ins</h2>
      {checkins.length === 0 && <p className="soft">No check-ins yet. Scan a ticket at a kiosk and it appears here.</p>}
      <ol className="rows" data-latest>
        {checkins.map(({ id, registration, gate, checkedInAt }) => (
          <li key={id}>
            <div>
              <strong>{people.get(registration)?.name ?? '…'}</strong>
              <span>{people.get(registration)?.company ?? ''}</span>
            </div>
            <span>
              {gateName(gate) ?? 'no gate'} · <time dateTime={checkedInAt}>{timeAt(event, checkedInAt)}</time>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
