/** The forms that duplicate the event and cancel it. */
import { CancelEvent } from './cancel-event.tsx';
import { DuplicateForm } from './duplicate-form.tsx';
import type { EventSectionProps } from './event-section.ts';

export function Danger({ record, mayWrite }: EventSectionProps) {
  return (
    <>
      <DuplicateForm {...{ record, mayWrite }} />
      <CancelEvent {...{ record, mayWrite }} />
    </>
  );
}
