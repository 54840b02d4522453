/** What makes another event of this one, and what ends it. */
import { CancelEvent } from './cancel-event.tsx';
import { DuplicateForm } from './duplicate-form.tsx';
import type { EventSectionProps } from './event-settings.tsx';

export function Danger({ record, mayWrite }: EventSectionProps) {
  return (
    <>
      <DuplicateForm {...{ record, mayWrite }} />
      <CancelEvent {...{ record, mayWrite }} />
    </>
  );
}
