/** Shows the result of a form at its place on the page: the page that follows opens there, without a script. */
import { type Html, html } from '#shared/base/html.ts';
import type { Done, ExhibitorScene } from './scene.ts';

/** Id of the sentence with the result; the address after a form leads to it. */
export const doneId = 'done';

/** Whether the page shows the result of one of these errands, about this lead or about none. */
export const isDone = (
  { done }: ExhibitorScene,
  errands: readonly Done['errand'][],
  lead: string | null = null,
): boolean => done !== null && errands.includes(done.errand) && done.lead === lead;

export function saidDone(
  scene: ExhibitorScene,
  errands: readonly Done['errand'][],
  lead: string | null = null,
): Html | false {
  const { done, words } = scene;
  if (done === null || !isDone(scene, errands, lead)) return false;
  return html`<p class="note good" role="status" tabindex="-1" id="${doneId}">${words.done[done.errand]}</p>`;
}
