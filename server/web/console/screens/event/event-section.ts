/** The props of every page of an event’s settings. */
import type { EventSummary } from '../../data/event-summary.ts';
import type { EventRecord } from './event-record.ts';

export interface EventSectionProps {
  readonly event: EventSummary;
  readonly record: EventRecord;
  readonly mayWrite: boolean;
}
