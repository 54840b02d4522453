/**
 * The data from which a part of an attendee's page is rendered, and the HTML forms of these pages. Each form sends one
 * errand: an action that the page allows, named by the hidden field `do`.
 */
import { type Html, html } from '#shared/base/html.ts';
import type { Refusal } from '#shared/base/result.ts';
import type { EventFacts } from '../registration-page/event-facts.ts';
import { addressAt, hidden, type Reading, trap } from '../registration-page/frame.ts';
import type { Said } from './field-refusals.ts';

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
  /** The reasons of all refusals in the answer, in the language of the page. */
  readonly said: readonly Said[];
  /** The name of what the last form did, for the page's notice. */
  readonly notice: string | null;
}

type Hidden = Readonly<Record<string, string>>;
type Sent = Partial<Pick<AttendeeScene<unknown, unknown>, 'said' | 'sent'>>;

const idOf = (fields: Hidden) => Object.values(fields).join('-');
const isSent = (sent: Fields | null | undefined, fields: Hidden): boolean =>
  Boolean(sent) && Object.entries(fields).every(([name, value]) => sent?.get(name) === value);

/** The state of one form: whether it was just refused, and then the values and errors that the page shows in it again. */
export interface FormState {
  /** It is the form that was refused. */
  readonly isRefused: boolean;
  /** @returns what was typed, empty where the field was not sent; null: this form was not refused */
  typed(name: string): string | null;
  /** Attributes of a field. @param help id of the help beside it */
  marks(name: string, help?: string | false): Html;
  /** The sentence below a field that was refused. */
  error(name: string): Html | false;
}

/** @param fields the hidden fields, which distinguish the form from the others of the page */
export function formState({ said = [], sent }: Sent, fields: Hidden): FormState {
  const isRefused = isSent(sent, fields);
  const at = (name: string) => (isRefused ? said.filter(({ field }) => field === name) : []);
  const id = (name: string) => `${idOf(fields)}-${name}-e`;
  return {
    isRefused,
    typed: (name) => (isRefused ? (sent?.get(name) ?? '') : null),
    marks(name, help = false) {
      const isWrong = at(name).length > 0;
      const described = [help, isWrong && id(name)].filter((one) => one !== false).join(' ');
      return html`${isWrong && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}`;
    },
    error(name) {
      const texts = at(name).map(({ text }) => text);
      return texts.length > 0 && html`<p class="error" id="${id(name)}">${[...new Set(texts)].join(' ')}</p>`;
    },
  };
}

/** @param fields the hidden fields; `do` names the errand */
export function form(
  {
    reading,
    sent,
    waits,
  }: Pick<AttendeeScene<unknown, unknown>, 'reading'> & Sent & { readonly waits?: ReadonlySet<string> },
  fields: Hidden,
  inside: Html,
): Html {
  // The script finds a waiting form by its id, also after a reload. `data-again` marks a refused form that is shown again.
  const id = idOf(fields);
  // The page reports missing values itself, in its language. A browser sends an incomplete time as empty, so it checks times.
  const isOwn = waits !== undefined && !inside.text.includes('type="datetime-local"');
  return html`<form method="post" action="${addressAt(reading, reading.path)}" id="${id}"${waits?.has(fields['do'] ?? '') && html` data-waits`}${isSent(sent, fields) && html` data-again`}${isOwn && html` novalidate`}>${hidden(fields)}${trap(reading)}${inside}</form>`;
}

/** The texts of a button whose errand cannot be undone or is visible to other people. */
export interface Confirmation {
  readonly label: string;
  /** The name of the other person whom the errand concerns, for screen readers. */
  readonly other?: string;
  /** The consequence in one or two sentences that are true. */
  readonly consequence: string;
}

/**
 * A form that asks for a confirmation, also without a script: its button opens the consequence and a second button, which
 * sends the errand. While it is open, the first button closes it again.
 */
export function confirmForm(
  scene: Parameters<typeof form>[0],
  fields: Hidden,
  { consequence, label, other }: Confirmation,
): Html {
  const named = html`${label}${other !== undefined && html`<span class="visually-hidden">: ${other}</span>`}`;
  const isOpen = formState(scene, fields).isRefused;
  const inside = html`<p class="soft">${consequence}</p><button class="btn danger">${named}</button>`;
  return html`<details class="ask"${isOpen && html` open`}><summary class="btn quiet"><span>${named}</span><span class="back">${scene.reading.words.back}</span></summary>${form(scene, fields, inside)}</details>`;
}
