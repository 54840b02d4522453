/** The questions that buyers answer about each attendee. */

import { useState } from 'react';
import { questionKinds } from '#shared/modules/events/question.ts';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Notice } from '../../../parts/states.tsx';
import type { Column } from '../../../parts/table/column.ts';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { client } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import type { EventSectionProps } from './event-section.ts';
import { kindLabels, positionsAfterMove, type Question, readQuestions } from './question.ts';
import { QuestionForm } from './question-form.tsx';

export function Questions({ event, mayWrite }: EventSectionProps) {
  const [open, setOpen] = useState<string | null>(null);
  const { data, error, refresh } = useLiveQuery({
    key: ['registration_questions', event.id],
    read: () => readQuestions(event.id),
    of: ['registration_questions'],
  });
  const acting = useAct(refresh);
  const rows = data ?? [];

  async function remove({ id, text }: Question): Promise<void> {
    if (!confirm(t('delete_answers_that_were_given_stay', { text }))) return;
    await acting.act(t('question_deleted'), () => client.registration_questions.delete(id));
  }

  async function moveUp(n: number): Promise<void> {
    const update = positionsAfterMove(rows, n, n - 1);
    await acting.act(t('moved'), () => client.$collection('registration_questions').bulk({ update } as never));
  }

  const done = () => {
    setOpen(null);
    refresh();
  };
  const changed = rows.find(({ id }) => id === open) ?? null;
  return (
    <>
      <div className="head">
        <h2>{t('questions_at_registration')}</h2>
        {mayWrite && (
          <Button disabled={data === null || open === 'new'} onClick={() => setOpen('new')}>
            {t('add_a_question')}
          </Button>
        )}
      </div>
      <p className="intro">{t('asked_for_each_attendee_on_the')}</p>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {(open === 'new' || changed) && (
        <QuestionForm
          key={open}
          event={event}
          question={changed}
          keys={rows.map(({ key }) => key)}
          position={(rows.at(-1)?.position ?? -1) + 1}
          mayWrite={mayWrite}
          onDone={done}
        />
      )}
      <DataTable
        caption={t('questions')}
        rows={data}
        nameOf={({ text }) => text}
        columns={questionColumns()}
        {...(mayWrite && {
          actions: (question: Question) => {
            const n = rows.indexOf(question);
            return (
              <>
                <Button small of={question.text} disabled={n === 0} onClick={() => void moveUp(n)}>
                  {t('up')}
                </Button>
                <Button small of={question.text} onClick={() => setOpen(question.id)}>
                  {t('change')}
                </Button>
                <Button small look="danger" of={question.text} onClick={() => void remove(question)}>
                  {t('delete_2')}
                </Button>
              </>
            );
          },
        })}
        empty={t('no_questions_yet_ask_for_a', { length: questionKinds.length })}
      />
    </>
  );
}

function questionColumns(): readonly [Column<Question>, ...Column<Question>[]] {
  return [
    {
      label: t('question'),
      cell: ({ text, help }) => (
        <>
          {text}
          {help && <small>{help}</small>}
        </>
      ),
    },
    {
      label: t('answer_2'),
      cell: ({ kind, required }) => (required ? t('must_be_answered', { kind: kindLabels[kind] }) : kindLabels[kind]),
    },
    {
      label: t('state'),
      cell: ({ active }) => (
        <StatePill tone={active ? 'success' : 'plain'}>{active ? t('asked') : t('off_4')}</StatePill>
      ),
    },
  ];
}
