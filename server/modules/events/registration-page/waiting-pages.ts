/** The waiting list: joining it from the registration page, and `/w/{secret}`, where the seat that it offers is taken. */
import { type Html, html } from '#shared/base/html.ts';
import { chooseLanguage } from '#shared/base/languages.ts';
import type { Refusal } from '#shared/base/result.ts';
import { type EventRecord, events, ticketTypes } from '#shared/modules/events/event.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { type WaitlistEntryRecord, waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import type {
  PageAnswer,
  PageContext,
  PageForm,
  PageRequest,
  PublicPage,
} from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { waitlistSettingOf } from '../event/kept-seats.ts';
import { questionsOf } from '../orders/attendees.ts';
import { termsAnswer } from '../orders/order-answer.ts';
import { organizerOf } from '../organization/organizer.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { positionOf } from '../waiting-list/entries.ts';
import { offerPrice } from '../waiting-list/offer-price.ts';
import { type EventFacts, eventFacts } from './event-facts.ts';
import {
  absent,
  addressAt,
  answerPage,
  type Framed,
  hidden,
  type Reading,
  readingOf,
  seeOther,
  trap,
} from './frame.ts';
import { pagePath } from './open-sale.ts';
import { fill } from './page-words.ts';
import { errorAttributes, fieldError, type Problem, problemList, problemOf, reasonOf } from './problems.ts';
import { question } from './question-fields.ts';
import { email, type Fields, readAnswers, textMax } from './read-people.ts';
import { type Money, type Question, type Sale, sumText } from './sale.ts';
import { refundNote, termsOf } from './step-review.ts';

const noFields: ReadonlyMap<string, string> = new Map();

function input(
  { words }: Reading,
  name: 'name' | 'email',
  fields: ReadonlyMap<string, string>,
  problems: readonly Problem[],
) {
  const id = `p0.${name}`;
  return html`<div class="field"><label for="${id}">${words[name]}</label><input id="${id}" name="${id}" type="${name === 'email' ? 'email' : 'text'}" maxlength="${textMax[name]}" autocomplete="${name}" required value="${fields.get(id) ?? ''}"${errorAttributes(problems, id)}>${fieldError(problems, id)}</div>`;
}

/** @returns null where no one can wait for the ticket type. @param key of the ticket type */
export function waitingForm(
  sale: Sale,
  key: string,
  fields = noFields,
  problems: readonly Problem[] = [],
): Framed | null {
  const { event, facts, offer, preview, reading } = sale;
  const { words } = reading;
  // The list offers one seat: what is sold several at a time has none.
  const ticket = offer.tickets.find(
    ({ id, minPerOrder, state }) => id === key && state === 'sold_out' && minPerOrder === 1,
  );
  if (!ticket || !waitlistSettingOf(event).enabled) return null;
  const title = fill(words.waiting.title, { ticket: ticket.name });
  const main = html`${problemList(reading, problems)}<h2>${title}</h2><p class="soft">${words.waiting.text}</p>
<form method="post" action="${addressAt(reading, facts.path)}" id="waiting" novalidate data-once${reading.embedded && html` target="_top"`}>${hidden({ step: 'waiting', ticket: key })}${trap(reading)}<div class="person"><div class="f2">${input(reading, 'name', fields, problems)}${input(reading, 'email', fields, problems)}</div></div>
<div class="nav2"><a class="btn quiet" href="${addressAt(reading, facts.path)}">${words.back}</a><button class="btn primary">${words.waiting.join}</button></div></form>`;
  const here = new URLSearchParams({ ...reading.keep, step: 'waiting', ticket: key });
  return { title: `${event.name} · ${title}`, event: facts, narrow: true, main, here, preview };
}

/** @returns the path of the person's own page; or the form again, with what is wrong; null: there is no such form any more */
export async function joinWaiting(
  sale: Sale,
  { fields }: PageForm,
  { run }: PageContext,
): Promise<string | Framed | null> {
  const { event, reading } = sale;
  const { words } = reading;
  const key = fields.get('ticket') ?? '';
  const name = (fields.get('p0.name') ?? '').trim();
  const mail = (fields.get('p0.email') ?? '').trim();
  const problems: Problem[] = [];
  if (name === '') problems.push({ field: 'p0.name', text: words.nameMissing });
  if (!email.test(mail))
    problems.push({ field: 'p0.email', text: mail === '' ? words.emailMissing : words.emailWrong });
  if (problems.length > 0) return waitingForm(sale, key, fields, problems);
  const { language } = reading;
  const attendee = { name, email: mail };
  const done = await run(
    'events.join_waitlist',
    { eventId: event.id, ticketType: key, attendee, language },
    { language },
  );
  if (done.ok) return new URL((done.value as { readonly page: string }).page).pathname;
  const refused = done.errors.map(({ path, ...one }) =>
    problemOf(sale, { ...one, path: `items[0].${path ?? ''}` }, [key]),
  );
  return waitingForm(sale, key, fields, refused);
}

interface Scene {
  readonly entry: WaitlistEntryRecord;
  readonly event: EventRecord;
  readonly reading: Reading;
  readonly ticketName: string;
  readonly eventPath: string;
  readonly facts: EventFacts;
  readonly questions: readonly Question[];
  /** Price of the offered seat on acceptance; null: nothing is offered, or it is not for sale. */
  readonly price: Money | null;
  /** Position on the list, from 1; null: the person does not wait any more. */
  readonly position: number | null;
}

async function questionsFor(reader: Reader, event: string, ticketType: string): Promise<readonly Question[]> {
  const asked = await questionsOf(reader, event);
  return asked
    .filter(({ ticketTypes: types }) => !types || types.length === 0 || types.includes(ticketType))
    .map(({ help, key, kind, options, required, text }) => {
      return { key, text, help, kind, options: options ?? [], required, ticketTypes: [] };
    });
}

async function openEntry(
  ports: EventsPorts,
  asked: PageRequest,
  reader: Reader,
  { clock, tenant }: PageContext,
): Promise<Scene | null> {
  if (reader.shapeOf('waitlist_entries') === null) return null;
  const entry = await reader.findOne(waitlistEntries, { pageSecret: asked.params['secret'] ?? '' });
  const event = entry && (await reader.get(events, entry.event));
  if (!entry || !event) return null;
  const type = await reader.get(ticketTypes, entry.ticketType);
  const named = await ports.slugOf(tenant);
  const eventPath = pagePath(named.tenant, named.sandbox, event.slug ?? event.id);
  const organizer = await organizerOf(reader, event, named);
  return {
    questions: await questionsFor(reader, event.id, entry.ticketType),
    price: await offerPrice(reader, event, entry, clock()),
    position: entry.state === 'waiting' ? await positionOf(reader, entry) : null,
    ...{ entry, event, eventPath, ticketName: type?.name ?? '' },
    facts: eventFacts(event, eventPath, named.sandbox, organizer),
    reading: readingOf(asked, chooseLanguage(asked.query.get('lang') ?? entry.language, asked.acceptLanguage)),
  };
}

interface Refused {
  readonly fields: Fields;
  readonly problems: readonly Problem[];
}

/** Renders the form that accepts the seat, with the event's questions and terms, as in an order. */
function acceptForm({ event, price, questions, reading }: Scene, { fields, problems }: Refused): Html {
  const form = { reading, fields, problems };
  const costs = price !== null && price.amount > 0;
  const label = costs ? fill(reading.words.placeOrder, { sum: sumText(price, reading) }) : reading.words.waiting.accept;
  const asked =
    questions.length > 0 && html`<div class="person">${questions.map((one) => question(form, 0, one))}</div>`;
  return html`<form method="post" action="${addressAt(reading, reading.path)}" id="accept-offer" novalidate data-once>${trap(reading)}${asked}${costs && refundNote(termsAnswer(event), reading)}${termsOf({ event, reading }, problems)}<p class="acts"><button class="btn primary">${label}</button></p></form>`;
}

/** Folded away: it cannot be undone. */
function leaveForm({ entry, reading }: Scene): Html | false {
  if (entry.state !== 'waiting' && entry.state !== 'offered') return false;
  const { leave, leaving } = reading.words.waiting;
  return html`<details class="code"><summary>${leave}</summary><form method="post" action="${addressAt(reading, reading.path)}" id="leave" data-once>${hidden({ do: 'leave' })}${trap(reading)}<p class="soft">${leaving[entry.state]}</p><p class="acts"><button class="btn danger">${leave}</button></p></form></details>`;
}

const nothingRefused: Refused = { fields: noFields, problems: [] };

function entryPage(scene: Scene, refused = nothingRefused): PageAnswer {
  const { entry, event, eventPath, facts, position, reading, ticketName } = scene;
  const { tag, words } = reading;
  // Without an offer there is none that has expired.
  const isClosed = entry.state === 'expired' && entry.offeredAt === null;
  const { text, title } = words.waiting.states[isClosed ? 'closed' : entry.state];
  const time = entry.offerExpiresAt === null ? '' : facts.moment(entry.offerExpiresAt, tag);
  const tone = entry.state === 'offered' || entry.state === 'accepted' ? 'good' : 'warn';
  const main = html`<h2>${fill(words.waiting.title, { ticket: ticketName })}</h2>
${problemList(reading, refused.problems)}
<div class="note ${tone}" role="status" data-state="${entry.state}"><h3>${title}</h3><p>${fill(text, { time })}</p>${position !== null && html`<p>${fill(words.waiting.position, { position: new Intl.NumberFormat(tag).format(position) })}</p>`}</div>
${entry.state === 'offered' && acceptForm(scene, refused)}
${leaveForm(scene)}
<p><a href="${addressAt(reading, eventPath)}">${words.toEvent}</a></p>`;
  return answerPage(reading, { title: event.name, event: facts, narrow: true, here: new URLSearchParams(), main });
}

function refusedBy(refusal: Refusal, { words }: Reading): Problem {
  if (refusal.code === 'terms_not_accepted') return { field: 'accept', text: words.acceptMissing };
  return { field: null, text: fill(words.waiting.acceptRefused, { reason: reasonOf(words, refusal) }) };
}

/** Leads to the page of a registration's order, or on to its payment; null: it has no order. */
async function orderOf(
  reader: Reader,
  registration: string,
  reading: Reading,
  onward = '/pay',
): Promise<PageAnswer | null> {
  const found = await reader.get(registrations, registration);
  const order = found?.order ? await reader.get(ticketOrders, found.order) : null;
  if (!order) return null;
  const path = `${reading.path.replace(/\/w\/[^/]+$/, '/o/')}${order.pageSecret}`;
  return seeOther(addressAt(reading, `${path}${order.method === 'online' ? onward : ''}`));
}

export function waitingPages(ports: EventsPorts): readonly PublicPage[] {
  return [
    {
      path: '/w/:secret',
      runs: ['events.accept_offer', 'events.leave_waitlist'],
      tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
      async answer(asked, reader, context) {
        const scene = await openEntry(ports, asked, reader, context);
        if (!scene) return absent;
        const { entry, reading } = scene;
        // The page of the order knows whether it is paid, and leads to the payment.
        const accepted = entry.registration === null ? null : await orderOf(reader, entry.registration, reading, '');
        return accepted ?? entryPage(scene);
      },
      async takeForm(form, reader, context) {
        const scene = await openEntry(ports, form, reader, context);
        if (!scene) return absent;
        const { entry, event, questions, reading } = scene;
        const { fields } = form;
        if (fields.get('do') === 'leave') {
          // Where this is refused, the entry is no longer on the list: the page shows its state.
          const whose = { eventId: event.id, entryId: entry.id, secret: entry.pageSecret };
          await context.run('events.leave_waitlist', whose);
          return seeOther(addressAt(reading, reading.path));
        }
        const problems: Problem[] = [];
        const answers = readAnswers(fields, 0, questions, reading.words, problems);
        if (entry.registration === null && problems.length > 0) return entryPage(scene, { fields, problems });
        const acceptTerms = fields.get('accept') === 'on';
        const accepted = { eventId: event.id, entryId: entry.id, secret: entry.pageSecret, answers, acceptTerms };
        // A second click finds the order of the first.
        const done = entry.registration === null ? await context.run('events.accept_offer', accepted) : null;
        if (done && !done.ok) return entryPage(scene, { fields, problems: [refusedBy(done.errors[0], reading)] });
        const id = entry.registration ?? (done?.ok ? (done.value as { readonly id: string }).id : '');
        return (await orderOf(reader, id, reading)) ?? seeOther(addressAt(reading, reading.path));
      },
    },
  ];
}
