/** Polls: prepared, changed, opened, closed, removed; their results, live. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { PartBar } from '../../../parts/charts/bars.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { LongTextRow, TextRow } from '../../../parts/form/fields.tsx';
import { linesOf } from '../../../parts/form/lines-of.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { EmptyState, Loading, Notice } from '../../../parts/states.tsx';
import { named, t } from '../../../parts/text/text.ts';
import { type Acting, useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import type { SectionProps } from './section.ts';

interface Poll {
  readonly id: string;
  readonly question: string;
  readonly state: 'draft' | 'open' | 'closed';
  readonly votes: number;
  readonly options: readonly { readonly option: string; readonly votes: number; readonly percent: number }[];
  /** Address of the page for a projector; null: there is none. */
  readonly page: string | null;
}

const tones: Readonly<Record<Poll['state'], Tone>> = { draft: 'plain', open: 'success', closed: 'warn' };

const pollsPath = (eventId: string): string => `/events/${eventId}/polls`;

const readPolls = async (eventId: string) =>
  (await request<{ readonly polls: readonly Poll[] }>('GET', pollsPath(eventId))).polls;

export function Polls({ event, mayWrite }: SectionProps) {
  /** `new`, or the id of the poll whose form is open; null: no form is open. */
  const [open, setOpen] = useState<string | null>(null);
  const { data, error, refresh } = useLiveQuery({
    key: ['polls', event.id],
    read: () => readPolls(event.id),
    of: ['polls'],
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
        <h2>{t('polls')}</h2>
        {mayWrite && open !== 'new' && <Button onClick={() => setOpen('new')}>{t('prepare_a_poll')}</Button>}
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {open === 'new' && <PollForm event={event} poll={null} onDone={done} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && open === null && <EmptyState>{t('no_polls_yet')}</EmptyState>}
      {data?.map((poll) =>
        open === poll.id ? (
          <PollForm key={poll.id} {...{ event, poll }} onDone={done} />
        ) : (
          <PollCard key={poll.id} {...{ event, mayWrite, poll, acting }} onChange={() => setOpen(poll.id)} />
        ),
      )}
    </>
  );
}

interface PollCardProps extends SectionProps {
  readonly poll: Poll;
  readonly acting: Acting;
  readonly onChange: () => void;
}

function PollCard({ event, mayWrite, poll, acting, onChange }: PollCardProps) {
  return (
    <article className="audience-card" aria-labelledby={`poll-${poll.id}`}>
      <h3 id={`poll-${poll.id}`}>{poll.question}</h3>
      <p>
        <StatePill tone={tones[poll.state]}>{named(poll.state)}</StatePill> {t('votes_count', { count: poll.votes })}
      </p>
      <Results poll={poll} />
      <div className="acts">
        {mayWrite && <Steps {...{ event, poll, acting, onChange }} />}
        {poll.page && poll.state !== 'draft' && (
          <a href={poll.page} target="_blank" rel="noopener">
            {t('show_on_a_projector')}
          </a>
        )}
      </div>
    </article>
  );
}

/** A draft can be changed, and a poll that has no votes and is not open removed: what was voted on stays as it was. */
function Steps({ event, poll, acting, onChange }: Omit<PollCardProps, 'mayWrite'>) {
  const { question, state, votes } = poll;
  const path = `${pollsPath(event.id)}/${poll.id}`;
  const turn = (verb: 'open' | 'close', done: string) =>
    void acting.act(done, () => request('POST', `${path}/${verb}`, {}));
  function remove(): void {
    if (confirm(t('remove_poll_ask', { question })))
      void acting.act(t('poll_is_removed'), () => request('DELETE', path));
  }
  return (
    <>
      {state === 'open' ? (
        <Button small of={question} onClick={() => turn('close', t('poll_is_closed'))}>
          {t('close_poll')}
        </Button>
      ) : (
        <Button small of={question} onClick={() => turn('open', t('poll_is_open'))}>
          {state === 'draft' ? t('open_poll') : t('open_poll_again')}
        </Button>
      )}
      {state === 'draft' && (
        <Button small of={question} onClick={onChange}>
          {t('change')}
        </Button>
      )}
      {state !== 'open' && votes === 0 && (
        <Button small look="danger" of={question} onClick={remove}>
          {t('remove')}
        </Button>
      )}
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

interface PollFormProps extends Pick<SectionProps, 'event'> {
  /** Null: a new one. */
  readonly poll: Poll | null;
  /** @param said what was done; null: nothing */
  readonly onDone: (said: string | null) => void;
}

function PollForm({ event, poll, onDone }: PollFormProps) {
  const { isDirty, set, value } = useDraft({
    question: poll?.question ?? '',
    options: (poll?.options ?? []).map(({ option }) => option).join('\n'),
  });
  async function save(): Promise<void> {
    const body = { question: value.question.trim(), options: linesOf(value.options) };
    if (poll) await request('PATCH', `${pollsPath(event.id)}/${poll.id}`, body);
    else await request('POST', pollsPath(event.id), body);
    onDone(t('poll_is_saved'));
  }
  return (
    <EditForm
      title={poll ? t('change_poll') : t('prepare_a_poll')}
      submit={t('save_poll')}
      isDirty={isDirty}
      onSave={save}
      onCancel={() => onDone(null)}
    >
      <TextRow
        label={t('question')}
        name="question"
        required
        maxLength={300}
        value={value.question}
        onChange={(question) => set({ question })}
      />
      <LongTextRow
        label={t('poll_options')}
        name="options"
        hint={t('one_per_line_at_least_2')}
        required
        value={value.options}
        onChange={(options) => set({ options })}
      />
    </EditForm>
  );
}
