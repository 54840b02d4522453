/** Every kiosk of an event with its latest state, and how a new one is added. */
import { Problem } from '../../../parts/problem.tsx';
import { EmptyState, Notice } from '../../../parts/states.tsx';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { type Kiosk, readKiosks, revokeKiosk, revokeQuestion } from './kiosk.ts';
import { KioskCard } from './kiosk-card.tsx';
import { PairKiosk } from './pair-kiosk.tsx';

export function Kiosks({ event }: { readonly event: EventSummary }) {
  const { data, error, refresh } = useLiveQuery({
    key: ['kiosks', event.id],
    read: () => readKiosks(event.id),
    of: ['kiosks', 'gates'],
  });
  const acting = useAct(refresh);

  function revoke({ id, name }: Kiosk): void {
    if (confirm(revokeQuestion(name))) void acting.act(`${name} revoked.`, () => revokeKiosk(id));
  }

  return (
    <>
      <h1>Kiosks</h1>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {data && data.gates.size > 0 && <PairKiosk eventId={event.id} gates={[...data.gates.values()]} acting={acting} />}
      <section className="card" aria-labelledby="supervisors">
        <h2 id="supervisors">Supervisors</h2>
        <p>
          They can override a kiosk’s refusal with their PIN.{' '}
          <a href={`#/supervisors/${event.id}`}>Supervisors and their PINs</a>
        </p>
      </section>
      {data?.kiosks.length === 0 && <EmptyState>No kiosks yet. Create a pairing code to add one.</EmptyState>}
      {data && data.kiosks.length > 0 && (
        <ul className="tiles">
          {data.kiosks.map((kiosk) => (
            <KioskCard
              key={kiosk.id}
              kiosk={kiosk}
              gateName={data.gates.get(kiosk.gate)?.name ?? 'a gate'}
              onRevoke={() => revoke(kiosk)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
