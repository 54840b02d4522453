/** Activities that the organizer has added: what each is worth, and the button with which the person reports it. */
import { eventDay } from '#shared/admission/event-day.ts';
import { type Html, html } from '#shared/base/html.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { activities } from '#shared/modules/events/gamification.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { form } from '../attendee-page/scene.ts';
import { gamificationOf } from '../gamification/setting.ts';
import type { ActivityScene } from './scene.ts';

/** Activities of one person on one day. */
const ofDayMax = 1_000;

export interface ShownOwnActivity {
  readonly id: string;
  readonly name: string;
  readonly points: number;
  /** What the next report is of: a second tap on the same button is the same one. Null: it has counted as often as it does in a day. */
  readonly subject: string | null;
}

export async function ownActivities(
  reader: Reader,
  event: EventRecord,
  registration: Pick<RegistrationRecord, 'id'>,
  now: string,
): Promise<readonly ShownOwnActivity[]> {
  const { own } = gamificationOf(event);
  if (own.length === 0) return [];
  const day = eventDay(Date.parse(now), event.timezone);
  const done = await reader.find(activities, { where: where({ registration: registration.id, day }), limit: ofDayMax });
  return own.map(({ id, maxPerDay, name, points }) => {
    const count = done.filter(({ type }) => type === id).length;
    return { id, name, points, subject: count < maxPerDay ? `${day}.${count + 1}` : null };
  });
}

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
  return html`<section aria-labelledby="own"><h2 id="own">${words.own.title}</h2><ul>${data.own.map(row)}</ul></section>`;
}
