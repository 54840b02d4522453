/** Mails to attendees: their kinds, the placeholders of their texts, and the setting of an event with texts of its own. */
import type { Field } from '../../schema/field.ts';

/** Placeholders that every mail can use. Those in `addressPlaceholders` can be the target of a link. */
const always = ['name', 'event', 'begins', 'ends', 'venue'] as const;
const ticket = ['ticket_type', 'ticket_number', 'ticket_page'] as const;
const session = ['session', 'session_begins', 'session_ends', 'room', 'ticket_page'] as const;
const order = ['order_number', 'order_page', 'total'] as const;

const exhibitor = ['exhibitor', 'booth', 'leads_page'] as const;
const meeting = ['meeting_with', 'meeting_begins', 'meeting_ends', 'meeting_place'] as const;

/** Kind of mail → the placeholders its own words may use. */
export const letterPlaceholders = {
  ticket_confirmed: [...always, ...ticket, 'order_number', 'order_page'],
  registration_cancelled: [...always, 'ticket_type', 'refund'],
  ticket_transferred: [...always, 'ticket_type'],
  order_received: [...always, ...order, 'pay_until'],
  order_paid: [...always, ...order],
  refund_sent: [...always, 'refund', 'order_number', 'order_page'],
  refund_failed: [...always, 'refund', 'order_number', 'order_page'],
  event_cancelled: [...always, 'ticket_type', 'refund'],
  waitlist_offer: [...always, 'ticket_type', 'offer_page', 'offer_until'],
  session_promoted: [...always, ...session],
  session_changed: [...always, ...session],
  session_displaced: [...always, ...session],
  session_cancelled: [...always, ...session],
  prize_won: [...always, 'prize', 'claim_until', 'claim_page'],
  meeting_proposed: [...always, ...meeting, 'answer_until', 'ticket_page'],
  meeting_moved: [...always, ...meeting, 'answer_until', 'ticket_page'],
  meeting_confirmed: [...always, ...meeting, 'ticket_page'],
  meeting_cancelled: [...always, ...meeting, 'ticket_page'],
  meeting_declined: [...always, ...meeting, 'ticket_page'],
  meeting_withdrawn: [...always, ...meeting, 'ticket_page'],
  meeting_kept: [...always, ...meeting, 'ticket_page'],
  exhibitor_invited: [...always, ...exhibitor],
  message: [...always, ...ticket, 'order_number', 'order_page'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type LetterTemplate = keyof typeof letterPlaceholders;
export const letterTemplates = Object.keys(letterPlaceholders) as [LetterTemplate, ...LetterTemplate[]];
export type Placeholder = (typeof letterPlaceholders)[LetterTemplate][number];

/** Placeholders that stand for the address of a page of this server. */
export const addressPlaceholders: ReadonlySet<string> = new Set([
  'ticket_page',
  'order_page',
  'offer_page',
  'claim_page',
  'leads_page',
]);

/** The kinds that an event may give its own words: all but `message`, which consists of the organizer's words already. */
export const wordedTemplates = letterTemplates.filter((name) => name !== 'message');

/** In characters. */
export const subjectMax = 200;
/** In characters. */
export const bodyMax = 10_000;

/** Returns the name of a kind's field in the setting, in camel case: `orderPaid` for `order_paid`. */
export function settingOf(template: LetterTemplate): string {
  return template.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

const wordsOf = (template: LetterTemplate) =>
  ({
    name: settingOf(template),
    type: 'group',
    note: `Placeholders: ${letterPlaceholders[template].map((name) => `{${name}}`).join(', ')}.`,
    fields: [
      { name: 'subject', type: 'text', minLength: 1, maxLength: subjectMax },
      {
        name: 'body',
        type: 'text',
        minLength: 1,
        maxLength: bodyMax,
        note: 'Replaces the sentences, in every language; the table of facts and the link stay. Light markup.',
      },
    ],
  }) as const satisfies Field;

export const lettersFields: readonly Field[] = [
  ...wordedTemplates.map(wordsOf),
  { name: 'replyTo', type: 'email', maxLength: 254, note: 'Where answers to these emails go.' },
];
