/** Activities that the organizer has added: what each is worth, and the button with which the person reports it. */
import { type Html, html } from '#shared/base/html.ts';
import { form } from '../attendee-page/scene.ts';
import type { ShownOwnActivity } from './activity-data.ts';
import type { ActivityScene } from './scene.ts';

export function ownActivitySection(scene: ActivityScene): Html | false {
  const { data, words } = scene;
  if (data.own.length === 0) return false;
  const report = ({ id, subject }: ShownOwnActivity) =>
    subject === null
      ? html`<span class="st ok">${words.own.today}</span>`
      : form(
          scene,
          { do: 'report', type: id, subject },
          html`<p class="acts"><button class="btn quiet" aria-describedby="own-${id}">${words.own.did}</button></p>`,
        );
  const row = (one: ShownOwnActivity) =>
    html`<li><p><strong id="own-${one.id}" dir="auto">${one.name}</strong> <span class="soft">${words.own.worth(one.points)}</span></p>${report(one)}</li>`;
  return html`<section aria-labelledby="own"><h2 id="own">${words.own.title}</h2><ul class="badges own-l">${data.own.map(row)}</ul></section>`;
}
