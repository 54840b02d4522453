/** Questions to sessions, to be approved, answered or dismissed. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { LongTextRow } from '../../../parts/form/fields.tsx';
import { Select } from '../../../parts/form/select.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { named, t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { readSchedule } from '../schedule/schedule-data.ts';
import type { SectionProps } from './section.ts';

const pageSize = 25;
const states = ['pending', 'approved', 'answered', 'dismissed'] as const;
type State = (typeof states)[number];
const tones: Readonly<Record<State, Tone>> = {
  pending: 'warn',
  approved: 'success',
  answered: 'plain',
  dismissed: 'plain',
};

interface Question {
  readonly id: string;
  readonly session: string;
  readonly text: string;
  readonly anonymous: boolean;
  readonly state: State;
  readonly upvotes: number;
  readonly answer: string | null;
}

const isState = (name: string): name is State => states.some((state) => state === name);

export function SessionQuestions({ event, mayWrite }: SectionProps) {
  const [state, setState] = useState<State | ''>('pending');
  const [answering, setAnswering] = useState<Question | null>(null);
  const pages = usePageQuery<Question>('session_questions', {
    where: { event: { equals: event.id }, ...(state !== '' && { state: { equals: state } }) },
    sort: '-upvotes',
    limit: pageSize,
  });
  const schedule = useLiveQuery({
    key: ['schedule', event.id],
    read: () => readSchedule(event.id),
    of: ['sessions'],
  });
  const titles = new Map(schedule.data?.sessions.map(({ id, title }) => [id, title]));
  const acting = useAct(pages.live.refresh);
  const moderate = (question: Question, verb: 'approve' | 'dismiss', done: string) =>
    void acting.act(done, () => request('POST', `/events/${event.id}/questions/${question.id}/${verb}`, {}));
  return (
    <>
      <div className="head">
        <h2>{t('questions')}</h2>
        <Select
          label={t('state')}
          value={state}
          options={[{ value: '', label: t('all') }, ...states.map((value) => ({ value, label: named(value) }))]}
          onChange={(value) => setState(isState(value) ? value : '')}
        />
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? pages.live.error} />
      {answering && (
        <Answer
          {...{ event, question: answering }}
          onDone={() => {
            setAnswering(null);
            pages.live.refresh();
          }}
        />
      )}
      <DataTable
        caption={t('questions')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ text }) => text}
        columns={[
          {
            label: t('question'),
            cell: ({ answer, session, text }) => (
              <>
                <bdi>{text}</bdi>
                <small>{titles.get(session)}</small>
                {answer && <small>{t('answer', { text: answer })}</small>}
              </>
            ),
          },
          { label: t('upvotes'), by: 'upvotes', isNumber: true, cell: ({ upvotes }) => upvotes },
          { label: t('state'), cell: (one) => <StatePill tone={tones[one.state]}>{named(one.state)}</StatePill> },
        ]}
        actions={(question) =>
          mayWrite && (
            <>
              {question.state === 'pending' && (
                <Button
                  small
                  look="primary"
                  of={question.text}
                  onClick={() => moderate(question, 'approve', t('question_approved'))}
                >
                  {t('approve')}
                </Button>
              )}
              {question.state === 'approved' && answering?.id !== question.id && (
                <Button small of={question.text} onClick={() => setAnswering(question)}>
                  {t('answer_the_question')}
                </Button>
              )}
              {(question.state === 'pending' || question.state === 'approved') && (
                <Button
                  small
                  look="quiet"
                  of={question.text}
                  onClick={() => moderate(question, 'dismiss', t('question_dismissed'))}
                >
                  {t('dismiss')}
                </Button>
              )}
            </>
          )
        }
        empty={state === 'pending' ? t('no_question_waits_for_you') : t('no_questions_yet')}
      />
    </>
  );
}

interface AnswerProps extends Pick<SectionProps, 'event'> {
  readonly question: Question;
  readonly onDone: () => void;
}

function Answer({ event, onDone, question }: AnswerProps) {
  const [answer, setAnswer] = useState('');
  async function save(): Promise<void> {
    const said = answer.trim();
    await request('POST', `/events/${event.id}/questions/${question.id}/answer`, said === '' ? {} : { answer: said });
    onDone();
  }
  return (
    <EditForm
      title={question.text}
      submit={t('mark_as_answered')}
      isDirty={answer !== ''}
      onSave={save}
      onCancel={onDone}
    >
      <LongTextRow
        label={t('answer_as_a_text')}
        name="answer"
        hint={t('leave_it_empty_if_it_was_answered_on_stage')}
        maxLength={2_000}
        value={answer}
        onChange={setAnswer}
      />
    </EditForm>
  );
}
