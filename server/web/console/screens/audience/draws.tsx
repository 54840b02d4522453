/** Prize draws: announced, opened, their entrants fixed, drawn; changed and withdrawn until the entrants are fixed. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { EmptyState, Loading, Notice } from '../../../parts/states.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { readDraws } from './draw.ts';
import { DrawCard } from './draw-card.tsx';
import { DrawForm } from './draw-form.tsx';
import type { SectionProps } from './section.ts';

const atMostEveryMs = 2_000;

export function Draws({ event, mayWrite }: SectionProps) {
  /** `new`, or the id of the draw that is changed. */
  const [open, setOpen] = useState<string | null>(null);
  const { data, error, refresh } = useLiveQuery({
    key: ['draws', event.id],
    read: () => readDraws(event.id),
    // Entries depend on badges, on the leaderboard and on the settings of the event.
    of: ['prize_draws', 'prize_entries', 'badge_awards', 'leaderboard_entries', 'events'],
    atMostEveryMs,
  });
  const acting = useAct(refresh);
  function done(said: string | null): void {
    setOpen(null);
    if (said === null) return;
    acting.say(said);
    refresh();
  }
  return (
    <>
      <div className="head">
        <h2>{t('prize_draws')}</h2>
        {mayWrite && open !== 'new' && <Button onClick={() => setOpen('new')}>{t('announce_a_draw')}</Button>}
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {open === 'new' && <DrawForm event={event} draw={null} onDone={done} />}
      {!data && !error && <Loading />}
      {data?.draws.length === 0 && open === null && <EmptyState>{t('no_draws_yet')}</EmptyState>}
      {data?.draws.map((draw) =>
        open === draw.id ? (
          <DrawForm key={draw.id} {...{ event, draw }} onDone={done} />
        ) : (
          <DrawCard
            key={draw.id}
            {...{ event, mayWrite, draw, acting, refresh }}
            names={data.names}
            onChange={() => setOpen(draw.id)}
          />
        ),
      )}
    </>
  );
}
