/** The fields of an event, as `GET /events` lists it, that the frame and the pages of an event use. */

export interface EventSummary {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  /** ISO 8601, as `endsAt`. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly venue: string | null;
  /** IANA name. */
  readonly timezone: string;
  readonly version: number;
  /** Seats of all ticket types together; null: unlimited. */
  readonly capacity: number | null;
  /** Part of the address of the event's public page. */
  readonly slug?: string | null;
  readonly publicPage?: boolean | null;
  /** Ticket types: `id` is the key, `price` is in currency units. */
  readonly tickets: readonly { readonly id: string; readonly price: number; readonly currency: string }[];
  /** Gates: `id` is the key, `gate` the id of the record. */
  readonly gates: readonly { readonly id: string; readonly gate: string; readonly name: string }[];
}
