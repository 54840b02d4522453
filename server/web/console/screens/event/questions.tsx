/** What buyers are asked about each attendee when they register. */
import { useState } from 'react';
import { questionKinds } from '#shared/modules/events/question.ts';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { useAct } from '../../../parts/use-act.ts';
import { client } from '../../data/client.ts';
import { usePageQuery } from '../../data/page-query.ts';
import type { EventSectionProps } from './event-settings.tsx';
import { kindLabels, type Question } from './question.ts';
import { QuestionForm } from './question-form.tsx';

const pageSize = 100;

export function Questions({ event, mayWrite }: EventSectionProps) {
  const [open, setOpen] = useState<string | null>(null);
  const pages = usePageQuery<Question>('registration_questions', {
    where: { event: { equals: event.id } },
    sort: ['position', 'key'],
    limit: pageSize,
  });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const rows = pages.rows ?? [];

  async function remove({ id, text }: Question): Promise<void> {
    if (!confirm(`Delete “${text}”? Answers that were given stay with the attendees.`)) return;
    await acting.act('Question deleted.', () => client.registration_questions.delete(id));
  }

  /** Exchanges two neighbours. */
  async function move(n: number, by: -1 | 1): Promise<void> {
    const [one, other] = [rows[n], rows[n + by]];
    if (!one || !other) return;
    const update = [
      { id: one.id, position: n + by },
      { id: other.id, position: n },
    ];
    await acting.act('Moved.', () => client.$collection('registration_questions').bulk({ update } as never));
  }

  const done = () => {
    setOpen(null);
    refresh();
  };
  const changed = rows.find(({ id }) => id === open) ?? null;
  return (
    <>
      <div className="head">
        <h2>Questions at registration</h2>
        {mayWrite && (
          <Button disabled={open === 'new'} onClick={() => setOpen('new')}>
            Add a question
          </Button>
        )}
      </div>
      <p className="intro">Asked for each attendee on the registration page, beside name and email.</p>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {(open === 'new' || changed) && (
        <QuestionForm
          key={open}
          event={event}
          question={changed}
          keys={rows.map(({ key }) => key)}
          position={rows.length}
          mayWrite={mayWrite}
          onDone={done}
        />
      )}
      <DataTable
        caption="Questions"
        rows={pages.rows}
        nameOf={({ text }) => text}
        columns={[
          {
            label: 'Question',
            cell: ({ text, help }) => (
              <>
                {text}
                {help && <small>{help}</small>}
              </>
            ),
          },
          {
            label: 'Answer',
            cell: ({ kind, required }) => `${kindLabels[kind]}${required ? ', required' : ''}`,
          },
          {
            label: 'State',
            cell: ({ active }) => <StatePill tone={active ? 'success' : 'plain'}>{active ? 'asked' : 'off'}</StatePill>,
          },
        ]}
        {...(mayWrite && {
          actions: (question: Question) => {
            const n = rows.indexOf(question);
            return (
              <>
                <Button small of={question.text} disabled={n === 0} onClick={() => void move(n, -1)}>
                  Up
                </Button>
                <Button small of={question.text} onClick={() => setOpen(question.id)}>
                  Change
                </Button>
                <Button small look="danger" of={question.text} onClick={() => void remove(question)}>
                  Delete
                </Button>
              </>
            );
          },
        })}
        empty={`No questions yet. Ask for a diet, a T-shirt size or a phone number: ${questionKinds.length} kinds of answers.`}
      />
    </>
  );
}
