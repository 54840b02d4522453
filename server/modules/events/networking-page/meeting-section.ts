/** The person's meetings: what is agreed, what waits for an answer and whose, and what has ended. */
import { type Html, html } from '#shared/base/html.ts';
import { zonedInput } from '#shared/base/zoned-input.ts';
import { confirmForm, type FormState, form, formState } from '../attendee-page/scene.ts';
import { addressAt } from '../registration-page/frame.ts';
import { fill } from '../registration-page/page-words.ts';
import { complaint } from './complaint.ts';
import type { ShownMeeting } from './networking-data.ts';
import { quoted } from './quoted.ts';
import type { NetworkingScene } from './scene.ts';

/**
 * Renders the fields for time and table, both left to the server unless the person chooses; a form that was refused keeps
 * what was typed.
 *
 * @param id prefix of the fields’ ids
 * @param at the form that the fields stand in
 */
export function timeFields(scene: NetworkingScene, id: string, startsAt: string | null, at: FormState): Html {
  const { data, facts, reading, words } = scene;
  const { endsAt, startsAt: begins, timezone } = data.event;
  const wall = (time: string) => zonedInput(Date.parse(time), timezone);
  const hasBegun = data.now > begins;
  const time = at.typed('startsAt') ?? (startsAt === null ? '' : wall(startsAt));
  const when = html`<div class="field"><label for="${id}-t">${words.meetings.time}</label><p class="help" id="${id}-h">${fill(words.meetings.timeHelp, { zone: facts.zone(reading.tag) })}</p><input type="datetime-local" id="${id}-t" name="startsAt" data-outside="${words.refused.outside_event}" min="${wall(hasBegun ? data.now : begins)}" max="${wall(endsAt)}" value="${time}"${at.marks('startsAt', `${id}-h`)}><output class="chosen" for="${id}-t"></output>${at.error('startsAt')}</div>`;
  if (data.tables.length === 0) return when;
  const chosen = at.typed('locationId');
  const choices = data.tables.map(
    (table) => html`<option value="${table.id}"${table.id === chosen && html` selected`}>${table.name}</option>`,
  );
  return html`${when}<div class="field"><label for="${id}-l">${words.meetings.table}</label><select id="${id}-l" name="locationId"${at.marks('locationId')}><option value="">${words.meetings.anyTable}</option>${choices}</select>${at.error('locationId')}</div>`;
}

interface Seen {
  readonly meeting: ShownMeeting;
  readonly other: string;
}

function acceptForm(scene: NetworkingScene, { meeting, other }: Seen): Html {
  const { accept } = scene.words.meetings;
  const inside = html`<button class="btn primary">${accept}<span class="visually-hidden">: ${other}</span></button>`;
  return form(scene, { do: 'accept-meeting', meeting: meeting.id }, inside);
}

function asking(scene: NetworkingScene, { meeting, other }: Seen, errand: string, label: string, what: string): Html {
  const asked = { label, other, consequence: fill(what, { name: other }) };
  return confirmForm(scene, { do: errand, meeting: meeting.id }, asked);
}

function mover(scene: NetworkingScene, { meeting, other }: Seen): Html {
  const { words } = scene;
  const named = html`<span class="visually-hidden">: ${other}</span>`;
  const fields = { do: 'move', meeting: meeting.id };
  const at = formState(scene, fields);
  const inside = html`<div class="f2">${timeFields(scene, `v-${meeting.id}`, meeting.startsAt, at)}</div><p class="acts"><button class="btn primary">${words.meetings.send}${named}</button></p>`;
  return html`<details${at.isRefused && html` open`}><summary>${words.meetings.move}${named}</summary>${form(scene, fields, inside)}</details>`;
}

function actsOf(scene: NetworkingScene, seen: Seen): Html {
  const { data, reading, words } = scene;
  const { meeting, other } = seen;
  const { held, id, proposedBy, startsAt, status } = meeting;
  const { ask, meetings: said } = words;
  const isAsked = status === 'proposed' && proposedBy !== data.registration.id;
  const hasBegun = status === 'confirmed' && startsAt <= data.now;
  const file = addressAt(reading, reading.path.replace(/networking$/, `meetings/${id}/meeting.ics`));
  const isAgreed = status === 'confirmed' || Boolean(held);
  // A proposal is withdrawn by the person who made it, and declined by the person who was asked.
  const cancel = isAgreed
    ? asking(scene, seen, 'cancel-meeting', said.cancel, ask.freed)
    : !isAsked && asking(scene, seen, 'withdraw-meeting', said.withdraw, ask.freed);
  return html`<div class="acts">${isAsked && [acceptForm(scene, seen), asking(scene, seen, 'decline-meeting', said.decline, held ? ask.kept : ask.freed)]}
${isAgreed && html`<a class="btn" href="${file}">${said.calendar}<span class="visually-hidden">: ${other}</span></a>`}
${hasBegun ? asking(scene, seen, 'no-show', said.noShow, ask.noShow) : cancel}</div>${!hasBegun && mover(scene, seen)}`;
}

/** The sentence on how a meeting ended: who ended it, and whether it had been agreed or was withdrawn as a proposal. */
function endOf({ data, words }: NetworkingScene, { meeting, other }: Seen): string | null {
  const { ended } = words.meetings;
  const end = data.ends.get(meeting.id);
  if (!end || (meeting.status !== 'declined' && meeting.status !== 'cancelled')) return null;
  const how = meeting.status === 'cancelled' && !end.wasAgreed ? 'withdrawn' : meeting.status;
  return end.endedBy === data.registration.id ? ended[`${how}ByYou`] : fill(ended[`${how}By`], { name: other });
}

function stateOf(scene: NetworkingScene, seen: Seen): string {
  const { data, facts, reading, words } = scene;
  const { meeting, other } = seen;
  const { expiresAt, proposedBy, status } = meeting;
  if (status !== 'proposed') return endOf(scene, seen) ?? words.meetings.states[status];
  const isOwn = proposedBy === data.registration.id;
  const time = expiresAt ? facts.moment(expiresAt, reading.tag) : '';
  return fill(isOwn ? words.meetings.yours : words.meetings.theirs, { name: other, time });
}

/** Renders the complaint at the first card of a person who is not among those to meet: contact ended, or there was none. */
function complaintAt(scene: NetworkingScene, { meeting, other }: Seen): Html | false {
  const { meetings, met } = scene.data;
  const isWith = (one: ShownMeeting, person: string) =>
    one.participants.some(({ registrationId }) => registrationId === person);
  const found = met.find(({ registrationId }) => isWith(meeting, registrationId));
  const first = found && [...openOf(meetings), ...endedOf(meetings)].find((one) => isWith(one, found.registrationId));
  return first?.id === meeting.id && found !== undefined && complaint(scene, found.matchId, other);
}

function messageOf({ data, words }: NetworkingScene, { meeting: { id, message }, other }: Seen): Html | false {
  const isOwn = data.writers.get(id) === data.registration.id;
  return quoted(isOwn ? words.matches.written : fill(words.matches.writes, { name: other }), message);
}

function oneMeeting(scene: NetworkingScene, meeting: ShownMeeting, isOpen: boolean): Html {
  const { data, facts, reading, words } = scene;
  const person = meeting.participants.find(({ registrationId }) => registrationId !== data.registration.id);
  const other = person?.name ?? '';
  const seen = { meeting, other };
  const { held, id, location, startsAt } = meeting;
  const minutes = String(Math.round((Date.parse(meeting.endsAt) - Date.parse(startsAt)) / 60_000));
  return html`<article aria-labelledby="g-${id}" data-status="${meeting.status}"><h3 id="g-${id}"><bdi>${other}</bdi></h3>
<p><strong>${facts.moment(startsAt, reading.tag)}</strong> · ${fill(words.meetings.minutes, { minutes })}${location && html` · <bdi>${location.name}</bdi>`}</p>
<p class="soft">${stateOf(scene, seen)}</p>${held && html`<p class="note">${fill(words.meetings.held, { time: facts.moment(held.startsAt, reading.tag) })}</p>`}
${messageOf(scene, seen)}${isOpen && actsOf(scene, seen)}${complaintAt(scene, seen)}</article>`;
}

const isOpen = ({ status }: ShownMeeting) => status === 'proposed' || status === 'confirmed';
const openOf = (meetings: readonly ShownMeeting[]) => meetings.filter(isOpen);
const endedOf = (meetings: readonly ShownMeeting[]) => meetings.filter((meeting) => !isOpen(meeting));

export function meetingSection(scene: NetworkingScene): Html {
  const { data, words } = scene;
  const open = openOf(data.meetings);
  const ended = endedOf(data.meetings);
  return html`<section aria-labelledby="meetings"><h2 id="meetings">${words.meetings.title}</h2>
${open.length === 0 && html`<p class="soft">${words.meetings.none}</p>`}${open.map((meeting) => oneMeeting(scene, meeting, true))}
${ended.length > 0 && html`<details><summary>${words.meetings.earlier}</summary>${ended.map((meeting) => oneMeeting(scene, meeting, false))}</details>`}</section>`;
}
