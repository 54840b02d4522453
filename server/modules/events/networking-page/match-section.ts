/** Lists the people whom the person should meet and why; contact details once both have accepted. */
import { type Html, html } from '#shared/base/html.ts';
import { confirmForm, form, formState } from '../attendee-page/scene.ts';
import { fill } from '../registration-page/page-words.ts';
import { complaint, textField } from './complaint.ts';
import { timeFields } from './meeting-section.ts';
import type { BlockedPerson, ShownMatch } from './networking-data.ts';
import { quoted } from './quoted.ts';
import type { NetworkingScene } from './scene.ts';

function contactOf({ words }: NetworkingScene, { contact, profile }: ShownMatch): Html | false {
  if (!contact) return false;
  const { email, phone } = contact;
  return html`<div class="note good"><p>${fill(words.matches.mutual, { name: profile.name })}</p><p><a href="mailto:${email}"><bdi>${email}</bdi></a>${phone && html`<br><a href="tel:${phone.replace(/[^+\d]/g, '')}"><bdi dir="ltr">${phone}</bdi></a>`}</p></div>`;
}

function acceptForms(scene: NetworkingScene, { acceptedByYou, id, profile, status }: ShownMatch): Html {
  const { words } = scene;
  const named = html`<span class="visually-hidden">: ${profile.name}</span>`;
  const { declineAfter, end } = words.matches;
  const label = status === 'mutual' ? end : acceptedByYou ? declineAfter : words.matches.decline;
  const consequence = fill(status === 'mutual' ? words.ask.end : words.ask.decline, { name: profile.name });
  const errand = status === 'mutual' ? 'end' : 'decline';
  const decline = confirmForm(scene, { do: errand, match: id }, { label, other: profile.name, consequence });
  if (status === 'mutual' || acceptedByYou)
    return html`${status !== 'mutual' && html`<p class="soft">${words.matches.waiting}</p>`}<div class="acts">${decline}</div>`;
  const at = formState(scene, { do: 'accept', match: id });
  const inside = html`<details${at.isRefused && html` open`}><summary>${words.matches.addMessage}${named}</summary>${textField(`m-${id}`, words.message, 'message', at)}</details>
<p class="acts"><button class="btn primary">${words.matches.accept}${named}</button></p>`;
  return html`${form(scene, { do: 'accept', match: id }, inside)}<div class="acts">${decline}</div>`;
}

/** Renders a warning where the two have a future meeting that is agreed or waits for an answer. */
function askedBefore(
  { data, facts, reading, words }: NetworkingScene,
  { profile, registrationId }: ShownMatch,
): Html | false {
  const open = data.meetings.find(
    ({ participants, startsAt, status }) =>
      (status === 'proposed' || status === 'confirmed') &&
      startsAt > data.now &&
      participants.some((person) => person.registrationId === registrationId),
  );
  if (!open) return false;
  const { again, open: agreed } = words.meetings;
  const isOwn = open.status === 'proposed' && open.proposedBy === data.registration.id;
  const values = { name: profile.name, time: facts.moment(open.startsAt, reading.tag) };
  return html`<p class="note warn">${fill(isOwn ? again : agreed, values)}</p>`;
}

function proposal(scene: NetworkingScene, match: ShownMatch): Html | false {
  const { data, words } = scene;
  const { id, profile, status } = match;
  if (status !== 'mutual' || !data.meetingsEnabled) return false;
  const before = askedBefore(scene, match);
  const at = formState(scene, { do: 'propose', match: id });
  const inside = html`${before}<div class="f2">${timeFields(scene, `n-${id}`, null, at)}${textField(`n-${id}-m`, words.message, 'message', at)}</div>
<p class="acts"><button class="btn primary">${words.meetings.send}<span class="visually-hidden">: ${profile.name}</span></button></p>`;
  return html`<details${at.isRefused && html` open`}><summary>${before ? words.meetings.another : words.meetings.propose}<span class="visually-hidden">: ${profile.name}</span></summary>${form(scene, { do: 'propose', match: id, ...(before && { another: 'yes' }) }, inside)}</details>`;
}

function oneMatch(scene: NetworkingScene, match: ShownMatch): Html {
  const { words } = scene;
  const { acceptedByYou, id, message, profile, reasons, score, status, yourMessage } = match;
  const { bio, company, headline, name, role } = profile;
  return html`<article aria-labelledby="w-${id}"><h3 id="w-${id}"><bdi>${name}</bdi></h3>
<p dir="auto">${headline}</p><p class="soft"><bdi>${[role, company].filter(Boolean).join(' · ')}</bdi></p>
<p><strong>${fill(words.matches.score, { score: String(Math.round(score)) })}</strong></p>
<ul>${reasons.map(({ description }) => html`<li>${description}</li>`)}</ul>
${bio && html`<details><summary>${words.matches.about}<span class="visually-hidden">: ${name}</span></summary><p dir="auto">${bio}</p></details>`}
${status === 'pending' && !acceptedByYou && html`<p>${fill(words.matches.accepted, { name })}</p>`}${quoted(fill(words.matches.writes, { name }), message)}${quoted(words.matches.written, yourMessage)}
${contactOf(scene, match)}${proposal(scene, match)}${acceptForms(scene, match)}${complaint(scene, id, name)}</article>`;
}

export function matchSection(scene: NetworkingScene): Html {
  const { data, words } = scene;
  return html`<section aria-labelledby="matches"><h2 id="matches">${words.matches.title}</h2>
${data.matches.length === 0 && html`<p class="soft">${words.matches.none}</p>`}${data.matches.map((match) => oneMatch(scene, match))}</section>`;
}

/** Whom the person blocks. Who was reported stays blocked. */
export function blockedSection(scene: NetworkingScene): Html | false {
  const { data, words } = scene;
  if (data.blocked.length === 0) return false;
  const row = ({ id, name, reported }: BlockedPerson) => {
    const inside = html`<button class="btn quiet">${words.blocked.unblock}<span class="visually-hidden">: ${name}</span></button>`;
    const side = reported
      ? html`<span class="soft">${words.blocked.reported}</span>`
      : form(scene, { do: 'unblock', match: id }, inside);
    return html`<li><bdi>${name}</bdi>${side}</li>`;
  };
  return html`<section><details><summary>${words.blocked.title} (${String(data.blocked.length)})</summary><ul class="rows">${data.blocked.map(row)}</ul></details></section>`;
}
