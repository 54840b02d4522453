/** The draft of the walk-in form: the page keeps it, so that a scan in the middle loses none of it. Pure. */
import type { WalkInChoice } from '#kiosk/station/staff-act-results.ts';
import type { WalkInEntry, WalkInProblem } from '#shared/admission/walk-in.ts';

export interface WalkInDraft {
  readonly ticketTypeId: string | null;
  readonly name: string;
  readonly company: string;
  readonly email: string;
  readonly role: string;
  readonly payment: 'cash' | 'card' | null;
  readonly reference: string;
}

export const emptyWalkIn: WalkInDraft = {
  ticketTypeId: null,
  name: '',
  company: '',
  email: '',
  role: '',
  payment: null,
  reference: '',
};

export function isEmptyWalkIn(draft: WalkInDraft): boolean {
  return Object.values(draft).every((value) => value === null || value === '');
}

export type WalkInField = 'ticketType' | 'name' | 'email' | 'payment' | 'reference';

export const fieldOf: Readonly<Record<WalkInProblem, WalkInField>> = {
  ticket_type_not_for_walk_ins: 'ticketType',
  name_missing: 'name',
  email_invalid: 'email',
  payment_missing: 'payment',
  payment_reference_missing: 'reference',
};

/** The only type there is needs no choosing. */
export function chosenType(draft: WalkInDraft, choices: readonly WalkInChoice[]): WalkInChoice | null {
  const [only, second] = choices;
  if (only !== undefined && second === undefined) return only;
  return choices.find(({ ticketTypeId }) => ticketTypeId === draft.ticketTypeId) ?? null;
}

export function entryOf(draft: WalkInDraft, type: WalkInChoice | null): WalkInEntry {
  const free = type === null || type.amount === 0;
  return {
    ticketType: type?.ticketTypeId ?? '',
    name: draft.name.trim(),
    company: textOrNull(draft.company),
    email: textOrNull(draft.email),
    role: textOrNull(draft.role),
    payment: free ? 'none' : (draft.payment ?? 'none'),
    paymentReference: free ? null : textOrNull(draft.reference),
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
