/** Polls: prepared, opened, closed; their results, live. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { PartBar } from '../../../parts/charts/bars.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { LongTextRow, TextRow } from '../../../parts/form/fields.tsx';
import { linesOf } from '../../../parts/form/lines-of.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { EmptyState, Loading, Notice } from '../../../parts/states.tsx';
import { named, t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import type { SectionProps } from './section.ts';

interface Poll {
  readonly id: string;
  readonly question: string;
  readonly state: 'draft' | 'open' | 'closed';
  readonly votes: number;
  readonly options: readonly { readonly option: string; readonly votes: number; readonly percent: number }[];
  /** For a projector. */
  readonly page: string | null;
}

const tones: Readonly<Record<Poll['state'], Tone>> = { draft: 'plain', open: 'success', closed: 'warn' };

const readPolls = async (eventId: string) =>
  (await request<{ readonly polls: readonly Poll[] }>('GET', `/events/${eventId}/polls`)).polls;

export function Polls({ event, mayWrite }: SectionProps) {
  const [isNew, setNew] = useState(false);
  const { data, error, refresh } = useLiveQuery({
    key: ['polls', event.id],
    read: () => readPolls(event.id),
    of: ['polls'],
  });
  const acting = useAct(refresh);
  const turn = ({ id }: Poll, verb: 'open' | 'close', done: string) =>
    void acting.act(done, () => request('POST', `/events/${event.id}/polls/${id}/${verb}`, {}));
  return (
    <>
      <div className="head">
        <h2>{t('polls')}</h2>
        {mayWrite && !isNew && <Button onClick={() => setNew(true)}>{t('prepare_a_poll')}</Button>}
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {isNew && (
        <NewPoll
          event={event}
          onDone={() => {
            setNew(false);
            refresh();
          }}
        />
      )}
      {!data && !error && <Loading />}
      {data?.length === 0 && <EmptyState>{t('no_polls_yet')}</EmptyState>}
      {data?.map((poll) => (
        <article key={poll.id} className="audience-card" aria-labelledby={`poll-${poll.id}`}>
          <h3 id={`poll-${poll.id}`}>{poll.question}</h3>
          <p>
            <StatePill tone={tones[poll.state]}>{named(poll.state)}</StatePill>{' '}
            {t('votes_count', { count: poll.votes })}
          </p>
          <Results poll={poll} />
          <div className="acts">
            {mayWrite && poll.state !== 'open' && (
              <Button small of={poll.question} onClick={() => turn(poll, 'open', t('poll_is_open'))}>
                {poll.state === 'draft' ? t('open_poll') : t('open_poll_again')}
              </Button>
            )}
            {mayWrite && poll.state === 'open' && (
              <Button small of={poll.question} onClick={() => turn(poll, 'close', t('poll_is_closed'))}>
                {t('close_poll')}
              </Button>
            )}
            {poll.page && poll.state !== 'draft' && (
              <a href={poll.page} target="_blank" rel="noopener">
                {t('show_on_a_projector')}
              </a>
            )}
          </div>
        </article>
      ))}
    </>
  );
}

function Results({ poll: { options, votes } }: { readonly poll: Poll }) {
  return (
    <ul className="poll-options">
      {options.map(({ option, percent, votes: own }) => (
        <li key={option}>
          <span>
            <bdi>{option}</bdi> · {t('percent_and_votes', { percent, votes: own })}
          </span>
          <PartBar
            parts={[{ label: option, value: own }]}
            whole={Math.max(1, votes)}
            label={t('of_used', { used: own, maxUses: votes })}
          />
        </li>
      ))}
    </ul>
  );
}

function NewPoll({ event, onDone }: Pick<SectionProps, 'event'> & { readonly onDone: () => void }) {
  const [question, setQuestion] = useState('');
  const [options, setOptions] = useState('');
  async function save(): Promise<void> {
    await request('POST', `/events/${event.id}/polls`, { question: question.trim(), options: linesOf(options) });
    onDone();
  }
  return (
    <EditForm
      title={t('prepare_a_poll')}
      submit={t('save_poll')}
      isDirty={question !== '' || options !== ''}
      onSave={save}
      onCancel={onDone}
    >
      <TextRow label={t('question')} name="question" required maxLength={300} value={question} onChange={setQuestion} />
      <LongTextRow
        label={t('poll_options')}
        name="options"
        hint={t('one_per_line_at_least_2')}
        required
        value={options}
        onChange={setOptions}
      />
    </EditForm>
  );
}
