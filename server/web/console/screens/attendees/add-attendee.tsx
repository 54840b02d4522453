/** Registers someone by hand. */

import { useEffect, useState } from 'react';
import { Drawer } from '../../../parts/drawer.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { goTo } from '../../shell/address.ts';
import type { TypeNames } from './attendee-columns.tsx';
import { AttendeeFields, attendeeOf, emptyAttendee } from './attendee-fields.tsx';
import { register } from './registration.ts';

export interface AddAttendeeProps {
  readonly event: EventSummary;
  readonly types: TypeNames;
  readonly backTo: string;
}

export function AddAttendee({ event, types, backTo }: AddAttendeeProps) {
  const [first] = [...types.values()];
  const { value, isDirty, set } = useDraft({ ...emptyAttendee, ticketType: '' });
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    if (made !== null) goTo(`/attendees/${event.id}/${made}`);
  }, [made, event.id]);
  return (
    <Drawer title={t('add_attendee')} onClose={() => goTo(backTo)}>
      <EditForm
        title={t('details')}
        submit={t('add_attendee')}
        isDirty={isDirty && made === null}
        onSave={async () =>
          setMade(await register(event.id, value.ticketType || (first?.key ?? ''), attendeeOf(value)))
        }
      >
        <ChoiceRow
          label={t('ticket')}
          name="ticketType"
          value={value.ticketType || (first?.key ?? '')}
          options={[...types.values()].map(({ key, name }) => ({ value: key, label: name }))}
          onChange={(ticketType) => set({ ticketType })}
        />
        <AttendeeFields value={value} set={set} />
        <p className="soft">{t('the_ticket_is_sent_by_email')}</p>
      </EditForm>
    </Drawer>
  );
}
