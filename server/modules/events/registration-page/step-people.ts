/** The second step: a name and an address for each ticket, the organizer's questions, the invoice. */
import { type Html, type HtmlPart, html } from '#shared/base/html.ts';
import { type Cart, type Chosen, cartQuery, mostOf } from './cart.ts';
import { addressAt, type Framed, hidden, type Reading, trap } from './frame.ts';
import { errorAttributes, fieldError, type Problem, problemList } from './problems.ts';
import { type BuyerField, buyerFields, type Fields, questionsOf, textMax } from './read-people.ts';
import { offeredBy, priceText, type Question, type Quote, type Sale } from './sale.ts';
import type { Held } from './step-tickets.ts';
import { steps } from './steps.ts';
import { bar, summary } from './summary.ts';

const formId = 'people';

interface Form {
  readonly reading: Reading;
  readonly fields: Fields;
  readonly problems: readonly Problem[];
}

interface TextField {
  readonly id: string;
  readonly label: string;
  readonly type?: string;
  readonly max: number;
  readonly autocomplete?: string;
  readonly required: boolean;
  readonly help?: string | null | undefined;
}

function labelOf({ words }: Reading, label: string, required: boolean): HtmlPart {
  return [html`<bdi>${label}</bdi>`, !required && html` <span class="opt">${words.optional}</span>`];
}

function field({ fields, problems, reading }: Form, one: TextField): Html {
  const { autocomplete = 'off', help, id, label, max, required, type = 'text' } = one;
  return html`<div class="field"><label for="${id}">${labelOf(reading, label, required)}</label>${help && html`<p class="help" id="${id}-h"><bdi>${help}</bdi></p>`}<input id="${id}" name="${id}" type="${type}" maxlength="${max}" autocomplete="${autocomplete}" dir="${type === 'email' ? 'ltr' : 'auto'}" value="${fields.get(id) ?? ''}"${required && html` required`}${errorAttributes(problems, id, help)}>${fieldError(problems, id)}</div>`;
}

function choice(form: Form, id: string, { help, options, required, text }: Question): Html {
  const chosen = form.fields.get(id) ?? '';
  return html`<div class="field"><label for="${id}">${labelOf(form.reading, text, required)}</label>${help && html`<p class="help" id="${id}-h"><bdi>${help}</bdi></p>`}<select id="${id}" name="${id}"${required && html` required`}${errorAttributes(form.problems, id, help)}><option value="">${form.reading.words.choose}</option>${options.map((option) => html`<option${option === chosen && html` selected`}>${option}</option>`)}</select>${fieldError(form.problems, id)}</div>`;
}

function choices(form: Form, id: string, { help, options, required, text }: Question): Html {
  return html`<div class="field"><fieldset id="${id}" tabindex="-1"${errorAttributes(form.problems, id, help)}><legend class="label">${labelOf(form.reading, text, required)}</legend>${help && html`<p class="help" id="${id}-h"><bdi>${help}</bdi></p>`}${options.map(
    (option, n) =>
      html`<label class="check"><input type="checkbox" name="${id}.${n}"${form.fields.has(`${id}.${n}`) && html` checked`}><bdi>${option}</bdi></label>`,
  )}</fieldset>${fieldError(form.problems, id)}</div>`;
}

function longText(form: Form, id: string, { help, required, text }: Question): Html {
  return html`<div class="field"><label for="${id}">${labelOf(form.reading, text, required)}</label>${help && html`<p class="help" id="${id}-h"><bdi>${help}</bdi></p>`}<textarea id="${id}" name="${id}" rows="3" maxlength="${textMax.answer}" dir="auto"${required && html` required`}${errorAttributes(form.problems, id, help)}>${form.fields.get(id) ?? ''}</textarea>${fieldError(form.problems, id)}</div>`;
}

function yesNo(form: Form, id: string, { help, required, text }: Question): Html {
  return html`<div class="field"><label class="check"><input type="checkbox" id="${id}" name="${id}"${form.fields.get(id) === 'on' && html` checked`}${required && html` required`}${errorAttributes(form.problems, id, help)}><span>${labelOf(form.reading, text, required)}</span></label>${help && html`<p class="help" id="${id}-h"><bdi>${help}</bdi></p>`}${fieldError(form.problems, id)}</div>`;
}

function question(form: Form, n: number, one: Question): Html {
  const id = `p${n}.q.${one.key}`;
  if (one.kind === 'choice') return choice(form, id, one);
  if (one.kind === 'choices') return choices(form, id, one);
  if (one.kind === 'long_text') return longText(form, id, one);
  if (one.kind === 'boolean') return yesNo(form, id, one);
  const { help, required, text: label } = one;
  const type = one.kind === 'date' ? 'date' : 'text';
  return field(form, { id, label, type, max: textMax.name * 2, required, help });
}

function addOns(form: Form, sale: Sale, n: number, chosen: Chosen): Html | false {
  const { reading } = form;
  const offered = sale.offer.addOns.filter(
    (one) => one.state === 'on_sale' && offeredBy(sale, chosen.ticketType)?.addOns.includes(one.id),
  );
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

function invoice(form: Form): Html {
  const { words } = form.reading;
  const labels: Readonly<Record<BuyerField, readonly [string, string]>> = {
    company: [words.company, 'billing organization'],
    line1: [words.street, 'billing address-line1'],
    postalCode: [words.postalCode, 'billing postal-code'],
    city: [words.city, 'billing address-level2'],
    country: [words.country, 'billing country'],
    vatId: [words.vatId, 'off'],
    email: [words.buyerEmail, 'billing email'],
  };
  const inputs = buyerFields.map((name) => {
    const [label, autocomplete] = labels[name];
    const optional = name === 'vatId' || name === 'email';
    const id = `b.${name}`;
    // Not `required` for the browser: without script the fields are there although no invoice is wanted.
    const input = field(form, { id, label, max: name === 'country' ? 2 : 200, autocomplete, required: false });
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
  const { event, facts, holdMinutes, offer, preview, reading } = sale;
  const { words } = reading;
  const form = { reading, fields, problems };
  const back = addressAt(reading, facts.path, cartQuery(cart));
  const next = { label: words.review, form: formId };
  const paid = offer.methods.some((method) => method !== 'free');
  const main = html`${steps(sale, 'people', { tickets: back })}${problemList(reading, problems)}<div class="cols2">
<form method="post" action="${addressAt(reading, facts.path)}" id="${formId}" novalidate data-live="${addressAt(reading, `${facts.path}/summary`)}" data-once>${hidden({ step: 'people', code: cart.voucher })}${trap(reading)}
<h2>${words.whoIsComing}</h2>
${cart.people.map((chosen, n) => person(form, sale, n, chosen))}
${paid && invoice(form)}
<div class="nav2"><a class="btn quiet" href="${back}">${words.back}</a><button class="btn primary">${words.review}</button></div></form>
${summary(reading, cart, quote, null, words.holdNote(holdMinutes))}</div>`;
  return {
    title: `${event.name} · ${words.stepPeople}`,
    event: facts,
    bar: bar(reading, cart, quote, next),
    main,
    here: null,
    preview,
  };
}
