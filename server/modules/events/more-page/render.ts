/** The last page of an attendee as HTML. */
import { Html, html } from '#shared/base/html.ts';
import { codeGroups } from '#shared/text/code-groups.ts';
import { markupHtml, parseMarkup, type Values } from '#shared/text/markup.ts';
import { type AttendeeScene, form } from '../attendee-page/scene.ts';
import { refundSaid } from '../registration-page/order-page.ts';
import { fill } from '../registration-page/page-words.ts';
import type { MoreData, ShownMessage } from './more-data.ts';
import type { MoreWords } from './words/more-words.ts';

type MoreScene = AttendeeScene<MoreData, MoreWords>;

/** Returns the values of placeholders, as emails fill them in. */
function valuesOf({ data, facts, reading, ticket }: MoreScene): Values {
  const { event, registration, ticketTypeName } = data;
  return {
    name: { text: registration.name },
    event: { text: event.name },
    begins: { text: facts.moment(event.startsAt, reading.tag) },
    ends: { text: facts.moment(event.endsAt, reading.tag) },
    venue: { text: event.venue ?? '' },
    ticket_type: { text: ticketTypeName },
    ticket_number: { text: codeGroups(registration.ticketNumber).join(' ') },
    ticket_page: { text: ticket },
  };
}

function oneMessage(scene: MoreScene, { at, body, id, subject }: ShownMessage): Html {
  const { facts, reading } = scene;
  const values = valuesOf(scene);
  const text = new Html(markupHtml(parseMarkup(body), values));
  const line = subject.replace(/\{(\w+)\}/g, (whole, name: string) => values[name]?.text ?? whole);
  return html`<article aria-labelledby="e-${id}"><h3 id="e-${id}" dir="auto">${line}</h3><p class="soft small">${facts.moment(at, reading.tag)}</p><div dir="auto">${text}</div></article>`;
}

function messageSection(scene: MoreScene): Html {
  const { data, words } = scene;
  return html`<section aria-labelledby="messages"><h2 id="messages">${words.messages}</h2>
${data.messages.length === 0 && html`<p class="soft">${words.noMessages}</p>`}${data.messages.map((one) => oneMessage(scene, one))}</section>`;
}

function knownSection({ data, facts, reading, ticket, words }: MoreScene): Html {
  const { registration, ticketTypeName } = data;
  const { checkedInAt, company, createdAt, email, name, role } = registration;
  const said = words.known;
  const rows = [
    [said.name, name],
    [said.email, email],
    [said.company, company],
    [said.role, role],
    [said.ticket, ticketTypeName],
    [said.registeredAt, facts.moment(createdAt, reading.tag)],
    [said.checkedInAt, checkedInAt && facts.moment(checkedInAt, reading.tag)],
  ] as const;
  const list = rows.map(([label, value]) => value && html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`);
  return html`<section aria-labelledby="known"><h2 id="known">${said.title}</h2><dl class="facts">${list}</dl>
<p class="soft">${said.text}</p><p class="acts"><a class="btn" href="${ticket}/about-me.json" download>${said.save}</a></p></section>`;
}

function cancelSection(scene: MoreScene): Html | false {
  const { data, reading, words } = scene;
  const { refund, registration } = data;
  if (registration.status === 'cancelled') return html`<p class="note" role="status">${words.cancelled}</p>`;
  if (refund === null) return registration.status === 'confirmed' && html`<p class="soft">${words.askOrganizer}</p>`;
  const said = reading.words;
  const inside = html`<div class="note warn"><p><b>${refundSaid(reading, registration, refund)}</b></p><p>${said.cancelFinal}</p></div><p class="acts"><button class="btn danger">${said.cancelConfirm}</button></p>`;
  return html`<details id="cancel"><summary>${words.cancel}</summary><p>${fill(said.cancelTitle, { name: registration.name })}</p>${form(scene, { do: 'cancel-registration' }, inside)}</details>`;
}

/** Hidden until the script (`install.js`) shows it: no browser offers the installation to a page without a script. */
function installSection({ words: { install } }: MoreScene): Html {
  return html`<section id="install" aria-labelledby="install-t" hidden><h2 id="install-t">${install.title}</h2><p class="soft">${install.text}</p><p class="acts"><button class="btn" type="button">${install.button}</button></p></section>`;
}

export function renderMore(scene: MoreScene): Html {
  return html`${messageSection(scene)}${installSection(scene)}${knownSection(scene)}${cancelSection(scene)}`;
}
