/** The profile as a form: one field for each of the definition, with its limits. */
import { type Html, html } from '#shared/base/html.ts';
import { profileInput } from '#shared/modules/events/networking-actions.ts';
import { confirmForm, type Fields, type FormState, form, formState } from '../attendee-page/scene.ts';
import { fill } from '../registration-page/page-words.ts';
import type { ShownProfile } from './networking-data.ts';
import type { ProfileField, ProfileFieldName } from './profile-fields.ts';
import type { NetworkingScene } from './scene.ts';

const isAsked = (field: (typeof profileInput)[number]): field is ProfileField => field.type !== 'boolean';
const asked = profileInput.filter(isAsked);
/** Longer texts get a larger field. */
const lineMax = 300;

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function profileOfForm(fields: Fields): object {
  const values = asked.map(({ name, type }) => {
    const text = (fields.get(name) ?? '').trim();
    return [name, type === 'array' ? lines(text) : text === '' ? null : text] as const;
  });
  return { ...Object.fromEntries(values), networkingOptIn: fields.get('networkingOptIn') === 'on' };
}

/** The same profile, hidden from other people. */
export function withdrawn(profile: ShownProfile | null): object {
  const values = asked.map(({ name }) => [name, profile?.[name] ?? null] as const);
  return { ...Object.fromEntries(values), networkingOptIn: false };
}

/** The text of a field: as typed, else as stored, else from the registration. */
function textOf({ data, sent }: NetworkingScene, name: ProfileFieldName): string {
  if (sent?.get('do') === 'save-profile') return sent.get(name) ?? '';
  const stored = data.profile?.[name] ?? (name === 'company' || name === 'role' ? data.registration[name] : null);
  return typeof stored === 'object' ? (stored ?? []).join('\n') : (stored ?? '');
}

function oneField(scene: NetworkingScene, field: ProfileField, at: FormState): Html {
  const { reading, words } = scene;
  const { maxLength, name, type } = field;
  const isList = type === 'array';
  const isRequired = 'required' in field && !isList;
  const label = html`<label for="p-${name}">${words.profile.fields[name]}${!isRequired && html` <span class="opt">${reading.words.optional}</span>`}</label>`;
  const isPhone = name === 'phone';
  const help = isPhone
    ? html`<p class="help" id="p-phone-h">${words.profile.phoneHelp}</p>`
    : isList && html`<p class="help" id="p-${name}-h">${fill(words.profile.each, { max: String(field.maxItems) })}</p>`;
  const shown = textOf(scene, name);
  if (isList || maxLength > lineMax)
    return html`<div class="field">${label}${help}<textarea id="p-${name}" name="${name}" rows="${isList ? 3 : 4}" dir="auto"${at.marks(name, isList && `p-${name}-h`)}${!isList && html` maxlength="${maxLength}"`}>${shown}</textarea>${at.error(name)}</div>`;
  const call = isPhone && html` type="tel" autocomplete="tel"`;
  return html`<div class="field">${label}${help}<input id="p-${name}" name="${name}"${call} maxlength="${maxLength}" dir="auto" value="${shown}"${isRequired && html` required`}${at.marks(name, isPhone && 'p-phone-h')}>${at.error(name)}</div>`;
}

export function profileSection(scene: NetworkingScene): Html {
  const { data, sent, words } = scene;
  const { profile } = data;
  const at = formState(scene, { do: 'save-profile' });
  const isIn = at.isRefused ? sent?.get('networkingOptIn') === 'on' : data.visible;
  const optIn = html`<div class="field"><label class="check"><input type="checkbox" name="networkingOptIn"${isIn && html` checked`}${at.marks('networkingOptIn', 'p-opt-h')}><span>${words.profile.optIn}</span></label>${at.error('networkingOptIn')}<p class="help" id="p-opt-h">${words.profile.optInHelp}</p></div>`;
  const inside = html`<div class="f2">${asked.map((field) => oneField(scene, field, at))}${optIn}</div><p class="acts"><button class="btn primary">${words.profile.save}</button></p>`;
  const withdraw =
    data.visible &&
    confirmForm(scene, { do: 'withdraw' }, { label: words.profile.withdraw, consequence: words.profile.withdrawHelp });
  const isOpen = profile === null || !data.visible || at.isRefused;
  return html`<section aria-labelledby="profile"><h2 id="profile">${words.profile.title}</h2>
<p class="soft">${data.visible ? words.profile.visible : words.profile.hidden}</p>
<details${isOpen && html` open`}><summary>${words.profile.edit}</summary>${form(scene, { do: 'save-profile' }, inside)}</details>${withdraw}</section>`;
}
