/** The page after an event was made: publish it, share its link, bring a kiosk to its gate. */

import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Notice } from '../../../parts/states.tsx';
import { namedEventStatus, t } from '../../../parts/text/text.ts';
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
        <StatePill tone={statusTones[event.status] ?? 'plain'}>{namedEventStatus(event.status)}</StatePill>
      </div>
      <p className="intro">
        {isDraft ? t('your_event_is_a_draft_with') : t('your_event_is_published_people_can')}{' '}
        <a href={`#/tickets/${event.id}`}>{t('tickets_and_prices')}</a>,{' '}
        <a href={`#/event/${event.id}`}>{t('event_settings')}</a>,{' '}
        <a href={`#/overview/${event.id}`}>{t('overview_2')}</a>
      </p>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem} />
      {isDraft && (
        <section className="card" aria-labelledby="publish">
          <h2 id="publish">{t('publish')}</h2>
          <p>{t('opens_the_registration_you_can_still')}</p>
          <Publish event={event} />
        </section>
      )}
      <ShareCard event={event} />
      {gates.length > 0 && <PairKiosk eventId={event.id} gates={gates} acting={acting} />}
    </>
  );
}
