/** Name, email, company and role: the rows of every form about a person. */

import { TextRow } from '../../../parts/form/fields.tsx';
import { textOrNull } from '../../../parts/form/values.ts';
import { t } from '../../../parts/text/text.ts';
import type { Attendee } from './registration.ts';

export interface AttendeeDraft {
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly role: string;
}

export const emptyAttendee: AttendeeDraft = { name: '', email: '', company: '', role: '' };

export function attendeeOf({ name, email, company, role }: AttendeeDraft): Attendee {
  return { name: name.trim(), email: email.trim(), company: textOrNull(company), role: textOrNull(role) };
}

export interface AttendeeFieldsProps {
  readonly value: AttendeeDraft;
  readonly set: (patch: Partial<AttendeeDraft>) => void;
}

export function AttendeeFields({ value, set }: AttendeeFieldsProps) {
  return (
    <>
      <TextRow
        label={t('name')}
        name="name"
        required
        maxLength={200}
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <TextRow
        label={t('email')}
        name="email"
        type="email"
        required
        maxLength={254}
        value={value.email}
        onChange={(email) => set({ email })}
      />
      <TextRow
        label={t('company')}
        name="company"
        maxLength={200}
        value={value.company}
        onChange={(company) => set({ company })}
      />
      <TextRow label={t('role')} name="role" maxLength={200} value={value.role} onChange={(role) => set({ role })} />
    </>
  );
}
