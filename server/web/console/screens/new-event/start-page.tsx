/** What comes after an event was made: publish it, hand out its link, bring a kiosk to its gate. */

import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Notice } from '../../../parts/states.tsx';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { statusTones } from '../event/event-status.ts';
import { Publish } from '../event/publish.tsx';
import { PairKiosk } from '../kiosks/pair-kiosk.tsx';
import { ShareCard } from './share-card.tsx';

export function StartPage({ event }: { readonly event: EventSummary }) {
  const acting = useAct(() => {});
  const isDraft = event.status === 'draft';
  const gates = event.gates.map(({ gate, name }) => ({ id: gate, name }));
  return (
    <>
      <div className="head">
        <h1>{event.name}</h1>
        <StatePill tone={statusTones[event.status] ?? 'plain'}>{event.status}</StatePill>
      </div>
      <p className="intro">
        {isDraft
          ? 'Your event is a draft with one ticket type and one gate. No one can register yet.'
          : 'Your event is published: people can register now.'}{' '}
        <a href={`#/tickets/${event.id}`}>Tickets and prices</a>, <a href={`#/event/${event.id}`}>event settings</a>,{' '}
        <a href={`#/overview/${event.id}`}>overview</a>
      </p>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem} />
      {isDraft && (
        <section className="card" aria-labelledby="publish">
          <h2 id="publish">Publish</h2>
          <p>Opens the registration. You can still change everything afterwards.</p>
          <Publish event={event} />
        </section>
      )}
      <ShareCard event={event} />
      {gates.length > 0 && <PairKiosk eventId={event.id} gates={gates} acting={acting} />}
    </>
  );
}
