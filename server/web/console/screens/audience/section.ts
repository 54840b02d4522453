/** The props of every section of the audience page. */
import type { EventSummary } from '../../data/event-summary.ts';

export interface SectionProps {
  readonly event: EventSummary;
  readonly mayWrite: boolean;
}
