/** The props of every page of an event. */
import type { EventSummary } from '../data/event-summary.ts';

export interface EventPageProps {
  readonly event: EventSummary;
  /** Last part of the address: the id of the record beside its list, `new`, or a section of the page; null: none. */
  readonly id: string | null;
}
