/** One attempt as it comes to the station: which ticket, which way, with which answers or override. Types, and a helper. */

import type { ScanDraft } from '#kiosk/store/replica.ts';
import type { ExternalCodeFacts } from '#shared/admission/facts.ts';
import type { Answers } from '#shared/admission/questions.ts';
import type { Approve } from '#shared/admission/supervisor-approval.ts';
import type { Direction } from '#shared/admission/verdict.ts';
import type { WalkIn } from '#shared/admission/walk-in.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import type { TicketSeen } from './station-facts.ts';

/** A ticket in front of the station; `code` null: staff looked it up, or the code is another system's (`external`). */
export interface Seen extends TicketSeen {
  readonly kind: 'ticket';
  readonly code: TicketCode | null;
  readonly external?: ExternalCodeFacts;
}

/** No code, so neither a signature nor an age to judge. */
export function lookedUp(ticketNumber: string): Seen {
  return { kind: 'ticket', code: null, ticketNumber, signature: 'missing' };
}

export type Subject =
  | Seen
  /** Made at this gate; its ids stay the same when the attempt is repeated. */
  | { readonly kind: 'walk_in'; readonly walkIn: WalkIn };

export interface Attempt {
  readonly source: ScanDraft['source'];
  /** Null: what was scanned names no ticket. */
  readonly subject: Subject | null;
  /** The scanned code is that of a name badge. */
  readonly badge?: boolean;
  readonly direction: Direction;
  readonly answers: Answers | null;
  readonly override: { readonly reason: string; readonly by: string; readonly approve: Approve } | null;
}
