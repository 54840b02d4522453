/** The form of a registration question, new or changed. */

import { questionKinds } from '#shared/modules/events/question.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, LongTextRow, ManyRow, TextRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { keyFor } from '../../../parts/form/key-for.ts';
import { linesOf } from '../../../parts/form/lines-of.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { textOrNull } from '../../../parts/form/values.ts';
import { t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { createRecord } from '../../data/use-record.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import { readTickets } from '../tickets/ticket-type.ts';
import { hasOptions, kindLabels, type Question, type QuestionKind } from './question.ts';

const empty = {
  text: '',
  help: '',
  kind: 'text' as QuestionKind,
  options: '',
  required: false,
  ticketTypes: [] as readonly string[],
  active: true,
};
type Draft = typeof empty;

const draftOf = (question: Question): Draft => ({
  text: question.text,
  help: question.help ?? '',
  kind: question.kind,
  options: (question.options ?? []).join('\n'),
  required: question.required,
  ticketTypes: question.ticketTypes ?? [],
  active: question.active,
});

const valuesOf = (draft: Draft): Partial<Question> => ({
  text: draft.text.trim(),
  help: textOrNull(draft.help),
  kind: draft.kind,
  options: hasOptions(draft.kind) ? linesOf(draft.options) : [],
  required: draft.required,
  ticketTypes: draft.ticketTypes,
  active: draft.active,
});

export interface QuestionFormProps {
  readonly event: EventSummary;
  /** Null: a new one. */
  readonly question: Question | null;
  /** Keys of the questions that exist. */
  readonly keys: readonly string[];
  /** Position of a new question, after all others. */
  readonly position: number;
  readonly mayWrite: boolean;
  readonly onDone: () => void;
}

export function QuestionForm(props: QuestionFormProps) {
  const { event, question, mayWrite, onDone } = props;
  if (question === null) return <NewQuestion {...props} />;
  return (
    <RecordEdit
      title={t('change_question')}
      collection="registration_questions"
      record={question}
      labels={{
        text: t('question'),
        help: t('help'),
        kind: t('answer_2'),
        options: t('choices'),
        required: t('required'),
      }}
      onSaved={onDone}
      onCancel={onDone}
      {...{ mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => <Fields event={event} value={value} set={set} />}
    </RecordEdit>
  );
}

function NewQuestion({ event, keys, position, mayWrite, onDone }: QuestionFormProps) {
  const { value, isDirty, set } = useDraft(empty);
  return (
    <EditForm
      title={t('new_question')}
      submit={t('add_question')}
      disabled={!mayWrite}
      isDirty={isDirty}
      onCancel={onDone}
      onSave={async () => {
        const values = { ...valuesOf(value), event: event.id, key: keyFor(value.text, keys), position };
        await createRecord<Question>('registration_questions', values);
        onDone();
      }}
    >
      <Fields event={event} value={value} set={set} />
    </EditForm>
  );
}

interface FieldsProps {
  readonly event: EventSummary;
  readonly value: Draft;
  readonly set: (patch: Partial<Draft>) => void;
}

function Fields({ event, value, set }: FieldsProps) {
  const { data } = useLiveQuery({
    key: ['tickets', event.id],
    read: () => readTickets(event.id),
    of: ['ticket_types'],
  });
  const types = (data?.types ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <TextRow
        label={t('question')}
        name="text"
        required
        maxLength={300}
        value={value.text}
        onChange={(text) => set({ text })}
      />
      <TextRow label={t('help_optional')} name="help" value={value.help} onChange={(help) => set({ help })} />
      <ChoiceRow
        label={t('answer_2')}
        name="kind"
        value={value.kind}
        options={questionKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
        onChange={(kind) => set({ kind: kind as QuestionKind })}
      />
      {hasOptions(value.kind) && (
        <LongTextRow
          label={t('choices')}
          name="options"
          rows={5}
          hint={t('one_per_line')}
          value={value.options}
          onChange={(options) => set({ options })}
        />
      )}
      {types.length > 1 && (
        <ManyRow
          label={t('asked_for')}
          name="ticketTypes"
          hint={t('choose_none_for_all_tickets')}
          options={types}
          value={value.ticketTypes}
          onChange={(ticketTypes) => set({ ticketTypes })}
        />
      )}
      <CheckRow
        label={t('an_answer_is_required')}
        name="required"
        checked={value.required}
        onChange={(required) => set({ required })}
      />
      <CheckRow label={t('asked_now')} name="active" checked={value.active} onChange={(active) => set({ active })} />
    </>
  );
}
