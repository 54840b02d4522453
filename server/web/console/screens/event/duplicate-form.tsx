/** The form that copies an event to another time. */

import { fromZonedInput, zonedInput } from '#shared/base/zoned-input.ts';
import { fieldError } from '../../../parts/as-error.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { TextRow, TimeRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { t } from '../../../parts/text/text.ts';
import { useMadeEvent } from '../new-event/use-made-event.ts';
import { duplicateEvent } from './duplicate.ts';
import type { EventRecord } from './event-record.ts';

/** 52 weeks: the copy starts on the same day of the week. */
const yearMs = 364 * 86_400_000;

export function DuplicateForm({ record, mayWrite }: { readonly record: EventRecord; readonly mayWrite: boolean }) {
  const { timezone } = record;
  const { value, isDirty, set } = useDraft({
    name: t('copy_of', { name: record.name }),
    startsAt: zonedInput(Date.parse(record.startsAt) + yearMs, timezone),
  });
  const [made, setMade] = useMadeEvent();

  async function save(): Promise<void> {
    const startsAt = fromZonedInput(value.startsAt, timezone);
    if (startsAt === null) throw fieldError('startsAt', 'required', t('enter_when_the_copy_starts'));
    const id = await duplicateEvent(record.id, { name: value.name.trim(), startsAt });
    setMade(id);
  }

  return (
    <EditForm
      title={t('duplicate_2')}
      submit={t('duplicate_event')}
      isDirty={isDirty && made === null}
      disabled={!mayWrite}
      onSave={save}
    >
      <p className="soft">{t('copies_settings_ticket_types_gates_questions')}</p>
      <TextRow
        label={t('name_of_the_copy')}
        name="name"
        required
        maxLength={200}
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <TimeRow
        label={t('starts')}
        name="startsAt"
        required
        timezone={timezone}
        value={value.startsAt}
        onChange={(startsAt) => set({ startsAt })}
      />
    </EditForm>
  );
}
