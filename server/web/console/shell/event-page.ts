/** The props of every page of an event. */
import type { EventSummary } from '../data/event-summary.ts';

export interface EventPageProps {
  readonly event: EventSummary;
  /** Id of the record that is open beside its list. */
  readonly id: string | null;
}
