/** What a part of an attendee's page is made from, and the form that sends one errand. */
import { type Html, html } from '#shared/base/html.ts';
import type { Refusal } from '#shared/base/result.ts';
import type { EventFacts } from '../registration-page/event-facts.ts';
import { addressAt, hidden, type Reading, trap } from '../registration-page/frame.ts';

export type Fields = ReadonlyMap<string, string>;

export interface AttendeeScene<D, W> {
  readonly data: D;
  readonly facts: EventFacts;
  readonly reading: Reading;
  readonly words: W;
  /** Path of the ticket page, which the other pages are below. */
  readonly ticket: string;
  /** Errands that can wait on the device until there is a network. */
  readonly waits: ReadonlySet<string>;
  /** The form that was refused just now: what the person typed is shown again. */
  readonly sent: Fields | null;
  readonly refused: Refusal | null;
  /** What the form before did, as the page named it. */
  readonly notice: string | null;
}

/** @param fields hidden ones; `do` names the errand */
export function form(
  { reading, waits }: Pick<AttendeeScene<unknown, unknown>, 'reading'> & { readonly waits?: ReadonlySet<string> },
  fields: Readonly<Record<string, string>>,
  inside: Html,
): Html {
  // The script finds the form that waits by its id, also after a reload.
  const id = Object.values(fields).join('-');
  return html`<form method="post" action="${addressAt(reading, reading.path)}" id="${id}"${waits?.has(fields['do'] ?? '') && html` data-waits`}>${hidden(fields)}${trap(reading)}${inside}</form>`;
}
