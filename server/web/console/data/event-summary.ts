/** The fields of an event that the console's header uses. */

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
  readonly version: number;
  readonly capacity: number | null;
  /** Part of the address of the event's public page. */
  readonly slug?: string | null;
  readonly publicPage?: boolean | null;
  readonly tickets: readonly { readonly id: string; readonly price: number; readonly currency: string }[];
  readonly gates: readonly { readonly id: string; readonly gate: string; readonly name: string }[];
}
