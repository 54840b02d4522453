/** Whom the person should meet and why; contact details once both have accepted. */
import { type Html, html } from '#shared/base/html.ts';
import { form } from '../attendee-page/scene.ts';
import { fill } from '../registration-page/page-words.ts';
import { timeFields } from './meeting-section.ts';
import type { ShownMatch } from './networking-data.ts';
import type { NetworkingScene } from './scene.ts';

function contactOf({ words }: NetworkingScene, { contact, profile }: ShownMatch): Html | false {
  if (!contact) return false;
  const { email, phone } = contact;
  return html`<div class="note good"><p>${fill(words.matches.mutual, { name: profile.name })}</p><p><a href="mailto:${email}"><bdi>${email}</bdi></a>${phone && html`<br><a href="tel:${phone.replace(/[^+\d]/g, '')}"><bdi dir="ltr">${phone}</bdi></a>`}</p></div>`;
}

function acceptForms(scene: NetworkingScene, { acceptedByYou, id, profile, status }: ShownMatch): Html {
  const { words } = scene;
  const named = html`<span class="visually-hidden">: ${profile.name}</span>`;
  const decline = form(
    scene,
    { do: 'decline', match: id },
    html`<button class="btn quiet">${status === 'mutual' ? words.matches.end : words.matches.decline}${named}</button>`,
  );
  if (status === 'mutual' || acceptedByYou)
    return html`${status !== 'mutual' && html`<p class="soft">${words.matches.waiting}</p>`}<div class="acts">${decline}</div>`;
  const inside = html`<details><summary>${words.matches.addMessage}${named}</summary><div class="field"><label for="m-${id}">${words.message}</label><textarea id="m-${id}" name="message" rows="2" maxlength="1000" dir="auto"></textarea></div></details>
<p class="acts"><button class="btn primary">${words.matches.accept}${named}</button></p>`;
  return html`${form(scene, { do: 'accept', match: id }, inside)}<div class="acts">${decline}</div>`;
}

function proposal(scene: NetworkingScene, { id, profile, status }: ShownMatch): Html | false {
  const { data, words } = scene;
  if (status !== 'mutual' || !data.meetingsEnabled) return false;
  const inside = html`<div class="f2">${timeFields(scene, `n-${id}`, null)}<div class="field"><label for="n-${id}-m">${words.message}</label><textarea id="n-${id}-m" name="message" rows="2" maxlength="1000" dir="auto"></textarea></div></div>
<p class="acts"><button class="btn primary">${words.meetings.send}<span class="visually-hidden">: ${profile.name}</span></button></p>`;
  return html`<details><summary>${words.meetings.propose}<span class="visually-hidden">: ${profile.name}</span></summary>${form(scene, { do: 'propose', match: id }, inside)}</details>`;
}

function complaint(scene: NetworkingScene, { id, profile }: ShownMatch): Html {
  const { words } = scene;
  const named = html`<span class="visually-hidden">: ${profile.name}</span>`;
  const report = html`<div class="field"><label for="r-${id}">${words.matches.reason}</label><textarea id="r-${id}" name="reason" rows="2" maxlength="1000" dir="auto" required></textarea></div><p class="acts"><button class="btn quiet">${words.matches.report}${named}</button></p>`;
  return html`<details><summary>${words.matches.more}${named}</summary><p class="soft">${words.matches.blockHelp}</p>
${form(scene, { do: 'block', match: id }, html`<p class="acts"><button class="btn quiet">${words.matches.block}${named}</button></p>`)}
${form(scene, { do: 'report', match: id }, report)}</details>`;
}

function oneMatch(scene: NetworkingScene, match: ShownMatch): Html {
  const { words } = scene;
  const { id, message, profile, reasons, score } = match;
  const { bio, company, headline, name, role } = profile;
  return html`<article aria-labelledby="w-${id}"><h3 id="w-${id}"><bdi>${name}</bdi></h3>
<p dir="auto">${headline}</p><p class="soft"><bdi>${[role, company].filter(Boolean).join(' · ')}</bdi></p>
<p><strong>${fill(words.matches.score, { score: String(Math.round(score)) })}</strong></p>
<ul>${reasons.map(({ description }) => html`<li dir="auto">${description}</li>`)}</ul>
${bio && html`<details><summary>${words.matches.about}<span class="visually-hidden">: ${name}</span></summary><p dir="auto">${bio}</p></details>`}
${message && html`<blockquote class="note" dir="auto">${message}</blockquote>`}
${contactOf(scene, match)}${acceptForms(scene, match)}${proposal(scene, match)}${complaint(scene, match)}</article>`;
}

export function matchSection(scene: NetworkingScene): Html {
  const { data, words } = scene;
  return html`<section aria-labelledby="matches"><h2 id="matches">${words.matches.title}</h2>
${data.matches.length === 0 && html`<p class="soft">${words.matches.none}</p>`}${data.matches.map((match) => oneMatch(scene, match))}</section>`;
}
