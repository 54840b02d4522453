/** Every kiosk of an event with its latest state, and how a new one is added. */

import { Problem } from '../../../parts/problem.tsx';
import { EmptyState, Notice } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { type Kiosk, readKiosks, revokeKiosk, revokeQuestion } from './kiosk.ts';
import { KioskCard } from './kiosk-card.tsx';
import { PairBox } from './pair-box.tsx';
import { PairKiosk } from './pair-kiosk.tsx';

export function Kiosks({ event }: { readonly event: EventSummary }) {
  const { data, error, refresh } = useLiveQuery({
    key: ['kiosks', event.id],
    read: () => readKiosks(event.id),
    of: ['kiosks', 'gates'],
  });
  const acting = useAct(refresh);

  function revoke({ id, name }: Kiosk): void {
    if (confirm(revokeQuestion(name))) void acting.act(t('revoked', { name }), () => revokeKiosk(id));
  }

  return (
    <>
      <h1>{t('kiosks')}</h1>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {data && data.gates.size > 0 && <PairKiosk eventId={event.id} gates={[...data.gates.values()]} acting={acting} />}
      <section className="card" aria-labelledby="supervisors">
        <h2 id="supervisors">{t('supervisors')}</h2>
        <p>
          {tx('they_can_override_a_kiosks_refusal', {
            a: <a href={`#/supervisors/${event.id}`}>{t('supervisors_and_their_pins')}</a>,
          })}
        </p>
      </section>
      <section className="card" aria-labelledby="exhibitors">
        <h2 id="exhibitors">{t('exhibitors')}</h2>
        <p>
          {tx('they_scan_name_badges_and_work', {
            a: <a href={`#/exhibitors/${event.id}`}>{t('exhibitors_their_people_and_devices')}</a>,
          })}
        </p>
      </section>
      <PairBox eventId={event.id} acting={acting} />
      {data?.kiosks.length === 0 && <EmptyState>{t('no_kiosks_yet_create_a_pairing')}</EmptyState>}
      {data && data.kiosks.length > 0 && (
        <ul className="tiles">
          {data.kiosks.map((kiosk) => (
            <KioskCard
              key={kiosk.id}
              kiosk={kiosk}
              gateName={data.gates.get(kiosk.gate)?.name ?? null}
              boxName={data.kiosks.find(({ id }) => id === kiosk.viaBox)?.name ?? null}
              onRevoke={() => revoke(kiosk)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
