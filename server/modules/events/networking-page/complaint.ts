/** The forms that block or report a person, at a match and at a meeting. */
import { type Html, html } from '#shared/base/html.ts';
import { type FormState, form, formState } from '../attendee-page/scene.ts';
import type { NetworkingScene } from './scene.ts';

/** @param name of the field in the form that `at` stands for */
export function textField(id: string, label: string, name: 'message' | 'reason', at: FormState): Html {
  return html`<div class="field"><label for="${id}">${label}</label><textarea id="${id}" name="${name}" rows="2" maxlength="1000" dir="auto"${name === 'reason' && html` required`}${at.marks(name)}>${at.typed(name)}</textarea>${at.error(name)}</div>`;
}

/**
 * Blocks or reports a person.
 *
 * @param id of the match of the two
 */
export function complaint(scene: NetworkingScene, id: string, name: string): Html {
  const { words } = scene;
  const named = html`<span class="visually-hidden">: ${name}</span>`;
  const at = formState(scene, { do: 'report', match: id });
  const report = html`${textField(`r-${id}`, words.matches.reason, 'reason', at)}<p class="acts"><button class="btn quiet">${words.matches.report}${named}</button></p>`;
  return html`<details${at.isRefused && html` open`}><summary>${words.matches.more}${named}</summary><p class="soft">${words.matches.blockHelp}</p>
${form(scene, { do: 'block', match: id }, html`<p class="acts"><button class="btn quiet">${words.matches.block}${named}</button></p>`)}
${form(scene, { do: 'report', match: id }, report)}</details>`;
}
