/** The waiting list: joining it from the registration page, and `/w/{secret}`, where the seat that it offers is taken. */
import { html } from '#shared/base/html.ts';
import { chooseLanguage } from '#shared/base/languages.ts';
import { type EventRecord, events, ticketTypes } from '#shared/modules/events/event.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { type WaitlistEntryRecord, waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import type { PageAnswer, PageContext, PageForm, PageRequest, PublicPage } from '../../../core/collections/module.ts';
import type { Reader } from '../../../store/contract.ts';
import { waitlistSettingOf } from '../event/kept-seats.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { eventFacts } from './event-facts.ts';
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
import { errorAttributes, fieldError, type Problem, problemList, problemOf } from './problems.ts';
import { email, textMax } from './read-people.ts';
import type { Sale } from './sale.ts';

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

/** @param key of the ticket type */
export function waitingForm(
  sale: Sale,
  key: string,
  fields = noFields,
  problems: readonly Problem[] = [],
): Framed | null {
  const { event, facts, offer, preview, reading } = sale;
  const { words } = reading;
  const ticket = offer.tickets.find(({ id, state }) => id === key && state === 'sold_out');
  if (!ticket || !waitlistSettingOf(event).enabled) return null;
  const title = fill(words.waiting.title, { ticket: ticket.name });
  const main = html`${problemList(reading, problems)}<h2>${title}</h2><p class="soft">${words.waiting.text}</p>
<form method="post" action="${addressAt(reading, facts.path)}" id="waiting" novalidate data-once${reading.embedded && html` target="_top"`}>${hidden({ step: 'waiting', ticket: key })}${trap(reading)}<div class="person"><div class="f2">${input(reading, 'name', fields, problems)}${input(reading, 'email', fields, problems)}</div></div>
<div class="nav2"><a class="btn quiet" href="${addressAt(reading, facts.path)}">${words.back}</a><button class="btn primary">${words.waiting.join}</button></div></form>`;
  const here = new URLSearchParams({ ...reading.keep, step: 'waiting', ticket: key });
  return { title: `${event.name} · ${title}`, event: facts, narrow: true, main, here, preview };
}

/** @returns where the person's own page is; or the form again, with what is wrong */
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
  readonly sandbox: boolean;
}

async function openEntry(
  ports: EventsPorts,
  asked: PageRequest,
  reader: Reader,
  { tenant }: PageContext,
): Promise<Scene | null> {
  if (reader.shapeOf('waitlist_entries') === null) return null;
  const entry = await reader.findOne(waitlistEntries, { pageSecret: asked.params['secret'] ?? '' });
  const event = entry && (await reader.get(events, entry.event));
  if (!entry || !event) return null;
  const type = await reader.get(ticketTypes, entry.ticketType);
  const named = await ports.slugOf(tenant);
  return {
    ...{ entry, event, sandbox: named.sandbox, ticketName: type?.name ?? '' },
    reading: readingOf(asked, chooseLanguage(asked.query.get('lang') ?? entry.language, asked.acceptLanguage)),
    eventPath: pagePath(named.tenant, named.sandbox, event.slug ?? event.id),
  };
}

function entryPage(scene: Scene, problem: string | null): PageAnswer {
  const { entry, event, eventPath, reading, sandbox, ticketName } = scene;
  const { tag, words } = reading;
  const { text, title } = words.waiting.states[entry.state];
  const facts = eventFacts(event, eventPath, sandbox);
  const time = entry.offerExpiresAt === null ? '' : facts.moment(entry.offerExpiresAt, tag);
  const tone = entry.state === 'offered' || entry.state === 'accepted' ? 'good' : 'warn';
  const main = html`<h2>${fill(words.waiting.title, { ticket: ticketName })}</h2>
${problem !== null && html`<p class="note bad" role="alert" tabindex="-1" id="problems">${problem}</p>`}
<div class="note ${tone}" role="status" data-state="${entry.state}"><h3>${title}</h3><p>${fill(text, { time })}</p></div>
${entry.state === 'offered' && html`<form method="post" action="${addressAt(reading, reading.path)}" id="accept-offer" data-once>${trap(reading)}<p class="acts"><button class="btn primary">${words.waiting.accept}</button></p></form>`}
<p><a href="${addressAt(reading, eventPath)}">${words.toEvent}</a></p>`;
  return answerPage(reading, { title: event.name, event: facts, narrow: true, here: new URLSearchParams(), main });
}

/** The order of what was accepted, on its way to the payment. */
async function orderOf(reader: Reader, registration: string, reading: Reading): Promise<PageAnswer | null> {
  const found = await reader.get(registrations, registration);
  const order = found?.order ? await reader.get(ticketOrders, found.order) : null;
  if (!order) return null;
  const path = `${reading.path.replace(/\/w\/[^/]+$/, '/o/')}${order.pageSecret}`;
  return seeOther(addressAt(reading, `${path}${order.method === 'online' ? '/pay' : ''}`));
}

export function waitingPages(ports: EventsPorts): readonly PublicPage[] {
  return [
    {
      path: '/w/:secret',
      runs: ['events.accept_offer'],
      tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
      async answer(asked, reader, context) {
        const scene = await openEntry(ports, asked, reader, context);
        return scene ? entryPage(scene, null) : absent;
      },
      async takeForm(form, reader, context) {
        const scene = await openEntry(ports, form, reader, context);
        if (!scene) return absent;
        const { entry, event, reading } = scene;
        const accepted = { eventId: event.id, entryId: entry.id, secret: entry.pageSecret };
        // A second click finds the order of the first.
        const done = entry.registration === null ? await context.run('events.accept_offer', accepted) : null;
        if (done && !done.ok)
          return entryPage(scene, fill(reading.words.waiting.acceptRefused, { reason: done.errors[0].message }));
        const id = entry.registration ?? (done?.ok ? (done.value as { readonly id: string }).id : '');
        return (await orderOf(reader, id, reading)) ?? seeOther(addressAt(reading, reading.path));
      },
    },
  ];
}
