/** The second step: a name and an address for each ticket, the organizer's questions, the invoice. */
import { type Html, html } from '#shared/base/html.ts';
import { type Cart, type Chosen, cartQuery, mostOf } from './cart.ts';
import { addressAt, type Framed, hidden, trap } from './frame.ts';
import type { PageWords } from './page-words.ts';
import { type FieldPlace, type Problem, problemList } from './problems.ts';
import { type Form, field, question } from './question-fields.ts';
import { type BuyerField, buyerFields, type Fields, questionsOf, textMax } from './read-people.ts';
import { offeredBy, priceText, type Quote, type Sale } from './sale.ts';
import type { Held } from './step-tickets.ts';
import { costs, steps } from './steps.ts';
import { bar, summary } from './summary.ts';

const formId = 'people';

const extrasOf = (sale: Sale, ticketType: string) =>
  sale.offer.addOns.filter((one) => one.state === 'on_sale' && offeredBy(sale, ticketType)?.addOns.includes(one.id));

function addOns(form: Form, sale: Sale, n: number, chosen: Chosen): Html | false {
  const { reading } = form;
  const offered = extrasOf(sale, chosen.ticketType);
  if (offered.length === 0) return false;
  return html`<div class="field"><fieldset><legend class="label">${reading.words.extras}</legend>${offered.map(
    (one) => {
      const id = `p${n}.a.${one.id}`;
      const quantity = chosen.addOns.find(({ ticketType }) => ticketType === one.id)?.quantity ?? 0;
      const label = html`<span><bdi>${one.name}</bdi> <span class="opt">${priceText(one.pays, reading)}</span></span>`;
      return one.maxPerOrder === 1 || mostOf(one) === 1
        ? html`<label class="check"><input type="checkbox" name="${id}"${quantity > 0 && html` checked`}>${label}</label>`
        : html`<label class="check"><input type="number" name="${id}" min="0" max="${mostOf(one)}" value="${quantity}" inputmode="numeric">${label}</label>`;
    },
  )}</fieldset></div>`;
}

function person(form: Form, sale: Sale, n: number, chosen: Chosen): Html {
  const { words } = form.reading;
  const own = n === 0;
  const text = (name: 'name' | 'email' | 'company' | 'role', label: string, autocomplete: string, required: boolean) =>
    field(form, {
      ...{ id: `p${n}.${name}`, label, max: textMax[name], required },
      type: name === 'email' ? 'email' : 'text',
      autocomplete: own ? autocomplete : 'off',
    });
  return html`<fieldset class="person"><legend><span class="no">${n + 1}</span><bdi>${offeredBy(sale, chosen.ticketType)?.name}</bdi></legend>${hidden({ [`p${n}.t`]: chosen.ticketType })}<div class="f2">${text('name', words.name, 'name', true)}${text('email', words.email, 'email', true)}</div><div class="f2">${text('company', words.company, 'organization', false)}${text('role', words.role, 'organization-title', false)}</div>${questionsOf(sale.offer, chosen.ticketType).map((one) => question(form, n, one))}${addOns(form, sale, n, chosen)}</fieldset>`;
}

function buyerLabels(words: PageWords): Readonly<Record<BuyerField, readonly [string, string]>> {
  return {
    company: [words.company, 'billing organization'],
    line1: [words.street, 'billing address-line1'],
    postalCode: [words.postalCode, 'billing postal-code'],
    city: [words.city, 'billing address-level2'],
    country: [words.country, 'billing country'],
    vatId: [words.vatId, 'off'],
    email: [words.buyerEmail, 'billing email'],
  };
}

/** The label of a field of this step, and the person whose field it is. */
function placeIn({ offer, reading: { words } }: Sale, { people }: Cart, id: string): FieldPlace | null {
  const buyer = /^b\.(\w+)$/.exec(id)?.[1];
  const isBuyer = buyer !== undefined && (buyerFields as readonly string[]).includes(buyer);
  if (isBuyer) return { person: null, label: buyerLabels(words)[buyer as BuyerField][0] };
  const [, at, key, name] = /^p(\d+)\.(?:q\.(.+)|(name|email|company|role))$/.exec(id) ?? [];
  const chosen = people[Number(at)];
  if (!chosen) return null;
  const asked = questionsOf(offer, chosen.ticketType).find((one) => one.key === key);
  const label = asked?.text ?? (name && words[name as 'name' | 'email' | 'company' | 'role']);
  return label ? { label, person: people.length > 1 ? Number(at) + 1 : null } : null;
}

/** Whether there can be something to pay: for what is chosen (not known without a quote), or for an extra of this step. */
function mayCost(sale: Sale, { people }: Cart, quote: Quote | null): boolean {
  if (quote === null || quote.total.amount > 0) return sale.offer.methods.some((method) => method !== 'free');
  const extras = people.flatMap(({ ticketType }) => extrasOf(sale, ticketType));
  return extras.some(({ pays }) => pays.amount > 0);
}

function invoice(form: Form): Html {
  const { words } = form.reading;
  const labels = buyerLabels(words);
  const inputs = buyerFields.map((name) => {
    const [label, autocomplete] = labels[name];
    const optional = name === 'vatId' || name === 'email';
    const id = `b.${name}`;
    // Not `required` for the browser: without script the fields are there although no invoice is wanted.
    const input = field(form, { id, label, max: 200, autocomplete, required: false, isWanted: !optional });
    return optional ? input : html`<div class="needed">${input}</div>`;
  });
  const open = form.fields.get('invoice') === 'on';
  return html`<div class="person"><label class="check"><input type="checkbox" name="invoice" data-opens="invoice"${open && html` checked`}><span>${words.needInvoice}</span></label><div id="invoice" class="f2">${inputs}</div></div>`;
}

export function peopleStep(
  sale: Sale & Held,
  cart: Cart,
  quote: Quote | null,
  fields: Fields,
  problems: readonly Problem[],
): Framed {
  const { event, facts, holdMinutes, preview, reading } = sale;
  const { words } = reading;
  const form = { reading, fields, problems };
  const back = addressAt(reading, facts.path, cartQuery(cart));
  const next = { label: words.review, form: formId };
  const main = html`${steps(sale, 'people', { tickets: back }, quote)}${problemList(reading, problems, (id) => placeIn(sale, cart, id))}<div class="cols2">
<form method="post" action="${addressAt(reading, facts.path)}" id="${formId}" novalidate data-live="${addressAt(reading, `${facts.path}/summary`)}" data-once>${hidden({ step: 'people', code: cart.voucher, cart: fields.get('cart') ?? null })}${trap(reading)}
<h2>${words.whoIsComing}</h2>
${cart.people.map((chosen, n) => person(form, sale, n, chosen))}
${mayCost(sale, cart, quote) && invoice(form)}
<div class="nav2"><a class="btn quiet" href="${back}">${words.back}</a><button class="btn primary">${words.review}</button></div></form>
${summary(reading, cart, quote, null, costs(sale.offer, quote) ? words.holdNote(holdMinutes) : null)}</div>`;
  return {
    title: `${event.name} · ${words.stepPeople}`,
    event: facts,
    bar: bar(reading, cart, quote, next),
    main,
    here: { form: formId },
    preview,
  };
}
