/** One prize draw: what was announced, who enters, what comes next, and who has won. */
import { type ReactNode, useState } from 'react';
import { hoursText } from '#shared/text/hours-text.ts';
import { fieldError } from '../../../parts/as-error.ts';
import { Button } from '../../../parts/button.tsx';
import { momentAt } from '../../../parts/event-time.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { TextRow } from '../../../parts/form/fields.tsx';
import { countText } from '../../../parts/money-text.ts';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { localeOf, named, t, tx } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import type { Winner } from './draw.ts';
import {
  type Draw,
  drawsPath,
  drawTones,
  entrantsText,
  isChangeable,
  nextText,
  raritiesText,
  shortageText,
  type WinnerNames,
} from './draw.ts';
import type { SectionProps } from './section.ts';

const winnerTones: Readonly<Record<Winner['state'], Tone>> = {
  pending: 'warn',
  claimed: 'success',
  forfeited: 'plain',
};

interface DrawCardProps extends SectionProps {
  readonly draw: Draw;
  readonly names: WinnerNames;
  readonly acting: Acting;
  readonly refresh: () => void;
  readonly onChange: () => void;
}

export function DrawCard(props: DrawCardProps) {
  const { draw, mayWrite } = props;
  const { id, name, page, state } = draw;
  return (
    <article className="audience-card" aria-labelledby={`draw-${id}`}>
      <h3 id={`draw-${id}`}>{name}</h3>
      <p>
        <StatePill tone={drawTones[state]}>{named(state)}</StatePill>
      </p>
      <p className="next">{nextText(draw)}</p>
      <Facts draw={draw} eventId={props.event.id} />
      {draw.winners.length > 0 && <Winners {...props} />}
      {mayWrite && state === 'frozen' && draw.publicSource === 'announced' && <DrawWithValue {...props} />}
      <div className="acts">
        {mayWrite && <Steps {...props} />}
        {page && (
          <a href={page} target="_blank" rel="noopener">
            {draw.state === 'drawn' || draw.state === 'closed' ? t('check_the_draw') : t('page_of_the_draw')}
          </a>
        )}
      </div>
    </article>
  );
}

function publicValueText({ publicSource, publicValue }: Draw): ReactNode {
  if (publicValue !== null) return <code>{publicValue}</code>;
  return publicSource === 'checkins' ? t('at_the_freeze') : t('not_known_yet');
}

function Facts({ draw, eventId }: { readonly draw: Draw; readonly eventId: string }) {
  const { badgeRarities, claimHours, commit, prizes, publicNote, publicSource } = draw;
  return (
    <dl>
      <Fact label={t('prizes')}>{countText(prizes)}</Fact>
      <Fact label={t('entrants_2')}>
        {entrantsText(draw)}
        {draw.wouldEnter === 0 && (
          <>
            {' '}
            {tx('choose_which_badges_enter_under', {
              a: <a href={`#/event/${eventId}/points`}>{t('points_and_badges')}</a>,
            })}
          </>
        )}
      </Fact>
      <Fact label={t('badges_that_enter')}>{raritiesText(badgeRarities)}</Fact>
      <Fact label={t('time_to_claim')}>{hoursText(claimHours, localeOf())}</Fact>
      {publicSource !== 'none' && <Fact label={t('public_value')}>{publicValueText(draw)}</Fact>}
      {publicNote !== null && (
        <Fact label={t('public_value_comes_from')}>
          <bdi>{publicNote}</bdi>
        </Fact>
      )}
      <Fact label={t('commitment_2')}>
        <code>{commit}</code>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const confirmDraw = (draw: Draw): boolean => confirm([shortageText(draw), t('draw_now_ask')].filter(Boolean).join(' '));

/** The next step, and while the entrants are not fixed: change and withdraw. */
function Steps({ acting, draw, event, onChange }: DrawCardProps) {
  const { name, state } = draw;
  const step = (verb: string, done: string) =>
    void acting.act(done, () => request('POST', `${drawsPath(event.id)}/${draw.id}/${verb}`, {}));
  function freeze(): void {
    // Without entrants there is nothing to ask about: the server says what can be done.
    const isAsked = draw.wouldEnter !== 0;
    const question = [shortageText(draw), t('freeze_entrants_ask', { entrants: entrantsText(draw) })];
    if (!isAsked || confirm(question.filter(Boolean).join(' '))) step('freeze', t('entrants_are_frozen'));
  }
  return (
    <>
      {state === 'scheduled' && (
        <Button small of={name} onClick={() => step('open', t('draw_is_open'))}>
          {t('open_draw')}
        </Button>
      )}
      {state === 'open' && (
        <Button small of={name} onClick={freeze}>
          {t('freeze_entrants')}
        </Button>
      )}
      {state === 'frozen' && draw.publicSource !== 'announced' && (
        <Button small look="primary" of={name} onClick={() => confirmDraw(draw) && step('draw', t('drawn'))}>
          {t('draw_now')}
        </Button>
      )}
      {isChangeable(draw) && (
        <>
          <Button small of={name} onClick={onChange}>
            {t('change')}
          </Button>
          <Button
            small
            look="danger"
            of={name}
            onClick={() => confirm(t('withdraw_draw_ask', { name })) && step('withdraw', t('draw_is_withdrawn'))}
          >
            {t('withdraw_draw')}
          </Button>
        </>
      )}
    </>
  );
}

/** The value is asked for before the confirmation: without it there is nothing to confirm. */
function DrawWithValue({ acting, draw, event, refresh }: DrawCardProps) {
  const [value, setValue] = useState('');
  async function save(): Promise<void> {
    const publicValue = value.trim();
    if (publicValue === '') throw fieldError('publicValue', 'required', t('announced_value_is_missing'));
    if (!confirmDraw(draw)) return;
    await request('POST', `${drawsPath(event.id)}/${draw.id}/draw`, { publicValue });
    acting.say(t('drawn'));
    refresh();
  }
  return (
    <EditForm title={t('draw_now')} submit={t('draw_now')} of={draw.name} isDirty={value !== ''} onSave={save}>
      <TextRow
        label={t('announced_value')}
        name="publicValue"
        maxLength={500}
        hint={t('enter_the_announced_value')}
        value={value}
        onChange={setValue}
      />
    </EditForm>
  );
}

function Winners({ acting, draw, event, mayWrite, names }: DrawCardProps) {
  const claim = ({ registrationId }: Winner) =>
    void acting.act(t('prize_claimed'), () =>
      request('POST', `${drawsPath(event.id)}/${draw.id}/claim`, { registrationId }),
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
