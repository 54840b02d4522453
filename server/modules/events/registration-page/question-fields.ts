/** The organizer's questions as fields of a form. */
import { type Html, type HtmlPart, html } from '#shared/base/html.ts';
import type { Reading } from './frame.ts';
import { errorAttributes, fieldError, type Problem } from './problems.ts';
import { type Fields, textMax } from './read-people.ts';
import type { Question } from './sale.ts';

export interface Form {
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
  /** The browser does not ask for it, and it is wanted all the same: it is not marked as optional. */
  readonly isWanted?: boolean;
  readonly help?: string | null | undefined;
}

function labelOf({ words }: Reading, label: string, required: boolean): HtmlPart {
  return [html`<bdi>${label}</bdi>`, !required && html` <span class="opt">${words.optional}</span>`];
}

export function field({ fields, problems, reading }: Form, one: TextField): Html {
  const { autocomplete = 'off', help, id, isWanted = false, label, max, required, type = 'text' } = one;
  return html`<div class="field"><label for="${id}">${labelOf(reading, label, required || isWanted)}</label>${help && html`<p class="help" id="${id}-h"><bdi>${help}</bdi></p>`}<input id="${id}" name="${id}" type="${type}" maxlength="${max}" autocomplete="${autocomplete}" dir="${type === 'email' ? 'ltr' : 'auto'}" value="${fields.get(id) ?? ''}"${required && html` required`}${errorAttributes(problems, id, help)}>${fieldError(problems, id)}</div>`;
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

/** @param n number of the person, from 0 */
export function question(form: Form, n: number, one: Question): Html {
  const id = `p${n}.q.${one.key}`;
  if (one.kind === 'choice') return choice(form, id, one);
  if (one.kind === 'choices') return choices(form, id, one);
  if (one.kind === 'long_text') return longText(form, id, one);
  if (one.kind === 'boolean') return yesNo(form, id, one);
  const { help, required, text: label } = one;
  const type = one.kind === 'date' ? 'date' : 'text';
  return field(form, { id, label, type, max: textMax.name * 2, required, help });
}
