/** Tickets that were admitted twice, until someone has reviewed them. */

import { Button } from '../../../parts/button.tsx';
import { exactTimeAt, type Zoned } from '../../../parts/event-time.ts';
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
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
  const nameOf = ({ registration }: Conflict) => data.people.get(registration)?.name ?? t('unknown_person');
  return (
    <section className="card alarm" aria-labelledby="conflicts">
      <h2 id="conflicts">{t('admitted_twice_3')}</h2>
      <p>{t('two_kiosks_let_the_same_ticket')}</p>
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
              {t('mark_as_reviewed_2')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Marks a conflict or a report as reviewed, which takes it off the lists of what is to be reviewed. */
export async function review(collection: 'checkin_conflicts' | 'admission_reports', id: string): Promise<void> {
  await request('PATCH', `/api/v1/${collection}/${id}`, { acknowledgedAt: new Date().toISOString() });
}

function conflictText(event: Zoned, { gateName, kiosks }: GateData, conflict: Conflict): string {
  const { firstGate, firstKiosk, firstScannedAt, gate, kiosk, scannedAt } = conflict;
  const place = (at: string | null, by: string | null) =>
    `${gateName(at) ?? t('a_gate')}${by ? ` (${kiosks.get(by)?.name ?? t('a_kiosk')})` : ''}`;
  const first = t('first_at', { exactTimeAt: exactTimeAt(event, firstScannedAt), place: place(firstGate, firstKiosk) });
  return t('again_at', { first, exactTimeAt: exactTimeAt(event, scannedAt), place: place(gate, kiosk) });
}
