/** What the head of the console knows of an event. */

export interface EventSummary {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly venue: string | null;
  /** IANA name. */
  readonly timezone: string;
}
