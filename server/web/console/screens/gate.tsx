/** The door, live: who is in, how fast, where; the latest check-ins; conflicts that want a look. */
import { useCallback } from 'react';
import { api } from '../api.ts';
import type { EventSummary } from '../event-summary.ts';
import { useLive } from '../use-live.ts';
import { Problem } from './problem.tsx';
import { byId, exactTimeAt, namesOf, timeAt } from './records.ts';

interface Stats {
  readonly checkedIn: number;
  readonly avgCheckinTime: number | null;
  readonly peakHour: string | null;
  readonly capacityRemaining: number | null;
  readonly byGate: readonly { readonly gate: string | null; readonly checkedIn: number }[];
  readonly byHour: readonly { readonly hour: string; readonly checkedIn: number }[];
  readonly conflicts: number;
}

interface Checkin {
  readonly id: string;
  readonly registration: string;
  readonly gate: string | null;
  readonly checkedInAt: string;
}

interface Conflict {
  readonly id: string;
  readonly registration: string;
  readonly gate: string | null;
  readonly firstGate: string | null;
  readonly kiosk: string | null;
  readonly firstKiosk: string | null;
  readonly scannedAt: string;
  readonly firstScannedAt: string;
  readonly acknowledgedAt: string | null;
}

const latestMax = 12;

/** A decision takes milliseconds; "0.0" would look like a figure nobody measured. */
function seconds(value: number): string {
  return value > 0 && value < 0.1 ? 'under 0.1' : value.toFixed(1);
}

async function readGate(eventId: string) {
  const of = `where[event][equals]=${eventId}`;
  const [stats, checkins, conflicts, declared] = await Promise.all([
    api<Stats>('GET', `/events/${eventId}/checkin/stats`),
    api<{ data: Checkin[] }>('GET', `/api/v1/checkins?${of}&sort=-checkedInAt&limit=${latestMax}`),
    api<{ data: Conflict[] }>(
      'GET',
      `/api/v1/checkin_conflicts?${of}&where[acknowledgedAt][exists]=false&sort=-scannedAt&limit=50`,
    ),
    api<{ data: { key: string; name: string }[] }>('GET', `/api/v1/gates?${of}&limit=200`),
  ]);
  const gates = new Map(declared.data.map(({ key, name }) => [key, name]));
  const people = await namesOf([...checkins.data, ...conflicts.data].map((r) => r.registration));
  const kiosks = await byId<{ id: string; name: string }>(
    'kiosks',
    conflicts.data.flatMap((c) => [c.kiosk, c.firstKiosk]),
  );
  // An event without gates takes any name; then the name is all there is.
  const gateName = (key: string | null) => (key === null ? null : (gates.get(key) ?? key));
  return { stats, checkins: checkins.data, conflicts: conflicts.data, people, kiosks, gateName };
}

export function Gate({ event }: { readonly event: EventSummary }) {
  const read = useCallback(() => readGate(event.id), [event.id]);
  const { data, error, refresh } = useLive(read);
  const most = Math.max(1, ...(data?.stats.byHour ?? []).map((h) => h.checkedIn));
  return (
    <>
      <h1>{event.name}</h1>
      <Problem error={error} />
      {!data && !error && <p role="status">Loading…</p>}
      {data && (
        <>
          <dl className="figures" aria-live="polite">
            <Figure label="Checked in" value={String(data.stats.checkedIn)} big />
            <Figure
              label="Spots left"
              value={data.stats.capacityRemaining === null ? 'no limit' : String(data.stats.capacityRemaining)}
            />
            <Figure
              label="Seconds per check-in"
              value={
                data.stats.avgCheckinTime === null || data.stats.checkedIn === 0
                  ? '–'
                  : seconds(data.stats.avgCheckinTime)
              }
            />
            <Figure label="Busiest hour" value={data.stats.peakHour ? timeAt(event, data.stats.peakHour) : '–'} />
            <Figure label="Conflicts" value={String(data.stats.conflicts)} alarm={data.stats.conflicts > 0} />
          </dl>
          {data.conflicts.length > 0 && (
            <section className="card alarm" aria-labelledby="conflicts">
              <h2 id="conflicts">Admitted twice</h2>
              <p>Two kiosks let the same ticket in while they were out of contact. The person is counted once.</p>
              <ul className="rows">
                {data.conflicts.map((c) => (
                  <li key={c.id}>
                    <div>
                      <strong>{data.people.get(c.registration)?.name ?? 'Unknown person'}</strong>
                      <span>
                        first {exactTimeAt(event, c.firstScannedAt)} at {data.gateName(c.firstGate) ?? 'a gate'}
                        {c.firstKiosk ? ` (${data.kiosks.get(c.firstKiosk)?.name ?? 'a kiosk'})` : ''}, again{' '}
                        {exactTimeAt(event, c.scannedAt)} at {data.gateName(c.gate) ?? 'a gate'}
                        {c.kiosk ? ` (${data.kiosks.get(c.kiosk)?.name ?? 'a kiosk'})` : ''}
                      </span>
                    </div>
                    <button
                      type="button"
                      onClick={async () => {
                        await api('PATCH', `/api/v1/checkin_conflicts/${c.id}`, {
                          acknowledgedAt: new Date().toISOString(),
                        });
                        refresh();
                      }}
                    >
                      Mark as reviewed
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <div className="columns">
            <section className="card" aria-labelledby="latest">
              <h2 id="latest">Latest check-ins</h2>
              {data.checkins.length === 0 && (
                <p className="empty">No check-ins yet. Scan a ticket at a kiosk and it appears here.</p>
              )}
              <ol className="rows" data-latest>
                {data.checkins.map((c) => (
                  <li key={c.id}>
                    <div>
                      <strong>{data.people.get(c.registration)?.name ?? '…'}</strong>
                      <span>{data.people.get(c.registration)?.company ?? ''}</span>
                    </div>
                    <span>
                      {data.gateName(c.gate) ?? 'no gate'} ·{' '}
                      <time dateTime={c.checkedInAt}>{timeAt(event, c.checkedInAt)}</time>
                    </span>
                  </li>
                ))}
              </ol>
            </section>
            <section className="card" aria-labelledby="by-hour">
              <h2 id="by-hour">By hour</h2>
              {data.stats.byHour.length === 0 && <p className="empty">The first check-in starts the chart.</p>}
              <table className="bars">
                <tbody>
                  {data.stats.byHour.slice(-12).map((h) => (
                    <tr key={h.hour}>
                      <th scope="row">{timeAt(event, h.hour)}</th>
                      <td>
                        <meter min={0} max={most} value={h.checkedIn} aria-hidden="true" />
                      </td>
                      <td>{h.checkedIn}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <h2>By gate</h2>
              {data.stats.byGate.length === 0 && <p className="empty">No one has entered through a gate yet.</p>}
              <ul className="rows">
                {data.stats.byGate.map((g) => (
                  <li key={g.gate ?? ''}>
                    <strong>{data.gateName(g.gate) ?? 'without a gate'}</strong>
                    <span>{g.checkedIn}</span>
                  </li>
                ))}
              </ul>
            </section>
          </div>
        </>
      )}
    </>
  );
}

function Figure({
  label,
  value,
  big,
  alarm,
}: {
  readonly label: string;
  readonly value: string;
  readonly big?: boolean;
  readonly alarm?: boolean;
}) {
  return (
    <div className={['figure', big && 'big', alarm && 'alarm'].filter(Boolean).join(' ')}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
