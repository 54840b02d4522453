/** Tickets that two kiosks admitted, until someone has reviewed them. */
import { Button } from '../../../parts/button.tsx';
import { exactTimeAt, type Zoned } from '../../../parts/event-time.ts';
import { Problem } from '../../../parts/problem.tsx';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import type { Conflict, GateData } from './gate-data.ts';

export interface ConflictsProps {
  readonly event: Zoned;
  readonly data: GateData;
  readonly onReviewed: () => void;
}

export function Conflicts({ event, data, onReviewed }: ConflictsProps) {
  const acting = useAct(onReviewed);
  if (data.conflicts.length === 0) return null;
  const nameOf = ({ registration }: Conflict) => data.people.get(registration)?.name ?? 'Unknown person';
  return (
    <section className="card alarm" aria-labelledby="conflicts">
      <h2 id="conflicts">Admitted twice</h2>
      <p>Two kiosks let the same ticket in while they were out of contact. The person is counted once.</p>
      <Problem error={acting.problem} />
      <ul className="rows">
        {data.conflicts.map((conflict) => (
          <li key={conflict.id}>
            <div>
              <strong>{nameOf(conflict)}</strong>
              <span>{conflictText(event, data, conflict)}</span>
            </div>
            <Button
              of={nameOf(conflict)}
              onClick={() => void acting.act('', () => review('checkin_conflicts', conflict.id))}
            >
              Mark as reviewed
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Takes it off the lists of what needs attention. */
export async function review(collection: 'checkin_conflicts' | 'admission_reports', id: string): Promise<void> {
  await request('PATCH', `/api/v1/${collection}/${id}`, { acknowledgedAt: new Date().toISOString() });
}

function conflictText(event: Zoned, { gateName, kiosks }: GateData, conflict: Conflict): string {
  const { firstGate, firstKiosk, firstScannedAt, gate, kiosk, scannedAt } = conflict;
  const place = (at: string | null, by: string | null) =>
    `${gateName(at) ?? 'a gate'}${by ? ` (${kiosks.get(by)?.name ?? 'a kiosk'})` : ''}`;
  const first = `first ${exactTimeAt(event, firstScannedAt)} at ${place(firstGate, firstKiosk)}`;
  return `${first}, again ${exactTimeAt(event, scannedAt)} at ${place(gate, kiosk)}`;
}
