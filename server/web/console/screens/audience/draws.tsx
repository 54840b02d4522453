/** Prize draws: announced, opened, frozen, drawn; who has won and has claimed. */
import { useState } from 'react';
import { fieldError } from '../../../parts/as-error.ts';
import { Button } from '../../../parts/button.tsx';
import { momentAt } from '../../../parts/event-time.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { EmptyState, Loading, Notice } from '../../../parts/states.tsx';
import { named, t, tx } from '../../../parts/text/text.ts';
import { type Acting, useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { namesOf } from '../../data/read-related.ts';
import { NewDraw } from './new-draw.tsx';
import type { SectionProps } from './section.ts';

interface Winner {
  readonly place: number;
  readonly registrationId: string;
  readonly state: 'pending' | 'claimed' | 'forfeited';
  readonly claimUntil: string | null;
}

interface Draw {
  readonly id: string;
  readonly name: string;
  readonly state: 'scheduled' | 'open' | 'frozen' | 'drawn' | 'closed';
  readonly prizes: number;
  readonly commit: string;
  readonly publicSource: 'none' | 'checkins' | 'announced';
  readonly entrants: readonly unknown[];
  readonly winners: readonly Winner[];
  readonly page: string | null;
}

const tones: Readonly<Record<Draw['state'], Tone>> = {
  scheduled: 'plain',
  open: 'success',
  frozen: 'warn',
  drawn: 'success',
  closed: 'plain',
};
const winnerTones: Readonly<Record<Winner['state'], Tone>> = {
  pending: 'warn',
  claimed: 'success',
  forfeited: 'plain',
};

async function readDraws(eventId: string) {
  const { draws } = await request<{ readonly draws: readonly Draw[] }>('GET', `/events/${eventId}/gamification/draws`);
  const ids = draws.flatMap(({ winners }) => winners.map(({ registrationId }) => registrationId));
  return { draws, names: await namesOf(ids) };
}

type Names = Awaited<ReturnType<typeof readDraws>>['names'];

export function Draws({ event, mayWrite }: SectionProps) {
  const [isNew, setNew] = useState(false);
  const { data, error, refresh } = useLiveQuery({
    key: ['draws', event.id],
    read: () => readDraws(event.id),
    of: ['prize_draws', 'prize_entries'],
  });
  const acting = useAct(refresh);
  return (
    <>
      <div className="head">
        <h2>{t('prize_draws')}</h2>
        {mayWrite && !isNew && <Button onClick={() => setNew(true)}>{t('announce_a_draw')}</Button>}
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {isNew && (
        <NewDraw
          event={event}
          onDone={() => {
            setNew(false);
            refresh();
          }}
        />
      )}
      {!data && !error && <Loading />}
      {data?.draws.length === 0 && <EmptyState>{t('no_draws_yet')}</EmptyState>}
      {data?.draws.map((draw) => (
        <OneDraw key={draw.id} {...{ event, mayWrite, draw, acting }} names={data.names} />
      ))}
    </>
  );
}

interface OneDrawProps extends SectionProps {
  readonly draw: Draw;
  readonly names: Names;
  readonly acting: Acting;
}

function OneDraw({ acting, draw, event, mayWrite, names }: OneDrawProps) {
  const { commit, entrants, id, name, page, prizes, state } = draw;
  return (
    <article className="audience-card" aria-labelledby={`draw-${id}`}>
      <h3 id={`draw-${id}`}>{name}</h3>
      <p>
        <StatePill tone={tones[state]}>{named(state)}</StatePill>{' '}
        {t('prizes_and_entrants', { prizes, entrants: entrants.length })}
      </p>
      <p>
        <small>{tx('commitment', { commit: <code>{commit}</code> })}</small>
      </p>
      {draw.winners.length > 0 && <Winners {...{ acting, draw, event, mayWrite, names }} />}
      <div className="acts">
        {mayWrite && <Steps {...{ acting, draw, event }} />}
        {page && (
          <a href={page} target="_blank" rel="noopener">
            {t('check_the_draw')}
          </a>
        )}
      </div>
    </article>
  );
}

function Steps({ acting, draw, event }: Pick<OneDrawProps, 'acting' | 'draw' | 'event'>) {
  const [value, setValue] = useState('');
  const path = `/events/${event.id}/gamification/draws/${draw.id}`;
  const step = (verb: 'open' | 'freeze', done: string) =>
    void acting.act(done, () => request('POST', `${path}/${verb}`, {}));
  const isAnnounced = draw.publicSource === 'announced';
  const drawNow = () =>
    void acting.act(t('drawn'), async () => {
      if (isAnnounced && value.trim() === '')
        throw fieldError('publicValue', 'required', t('enter_the_announced_value_first'));
      await request('POST', `${path}/draw`, isAnnounced ? { publicValue: value.trim() } : {});
    });
  return (
    <>
      {draw.state === 'scheduled' && (
        <Button small of={draw.name} onClick={() => step('open', t('draw_is_open'))}>
          {t('open_draw')}
        </Button>
      )}
      {(draw.state === 'scheduled' || draw.state === 'open') && (
        <Button
          small
          of={draw.name}
          onClick={() => confirm(t('freeze_entrants_ask')) && step('freeze', t('entrants_are_frozen'))}
        >
          {t('freeze_entrants')}
        </Button>
      )}
      {draw.state === 'frozen' && isAnnounced && (
        <label>
          {t('announced_value')} <input value={value} maxLength={500} onChange={(e) => setValue(e.target.value)} />
        </label>
      )}
      {draw.state === 'frozen' && (
        <Button small look="primary" of={draw.name} onClick={() => confirm(t('draw_now_ask')) && drawNow()}>
          {t('draw_now')}
        </Button>
      )}
    </>
  );
}

function Winners({ acting, draw, event, mayWrite, names }: OneDrawProps) {
  const claim = ({ registrationId }: Winner) =>
    void acting.act(t('prize_claimed'), () =>
      request('POST', `/events/${event.id}/gamification/draws/${draw.id}/claim`, { registrationId }),
    );
  return (
    <ol>
      {draw.winners.map((winner) => {
        const name = names.get(winner.registrationId)?.name ?? '–';
        return (
          <li key={winner.registrationId}>
            <a href={`#/attendees/${event.id}/${winner.registrationId}`}>
              <bdi>{name}</bdi>
            </a>{' '}
            <StatePill tone={winnerTones[winner.state]}>{named(winner.state)}</StatePill>
            {winner.state === 'pending' && winner.claimUntil && (
              <>
                {' '}
                <small>{tx('to_claim_by', { time: momentAt(event, winner.claimUntil) })}</small>
              </>
            )}
            {mayWrite && winner.state === 'pending' && (
              <>
                {' '}
                <Button small of={name} onClick={() => claim(winner)}>
                  {t('mark_as_claimed')}
                </Button>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
