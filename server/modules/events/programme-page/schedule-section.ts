/** The programme as HTML: the person's sessions first, then the others, each by day, with forms that need no script. */
import { must } from '#shared/base/assert.ts';
import { type Html, html } from '#shared/base/html.ts';
import { parseTime } from '#shared/base/time.ts';
import { formatIn, minuteOf } from '#shared/base/zoned-time.ts';
import { rateSession } from '#shared/modules/events/schedule-actions.ts';
import type { AttendeeData } from '../attendee-page/attendee-page.ts';
import { limits, numbersOf } from '../attendee-page/field-limits.ts';
import { placeNews } from '../attendee-page/place-news.ts';
import { type AttendeeScene, confirmForm, form, formState } from '../attendee-page/scene.ts';
import { addressAt } from '../registration-page/frame.ts';
import { fill } from '../registration-page/page-words.ts';
import type { AttendeeSchedule, AttendeeSession } from '../schedule/attendee-schedule.ts';
import { isNotice, type ProgrammeWords, type ScheduleNotice } from './schedule-words.ts';

type Programme = AttendeeScene<AttendeeData & { readonly schedule: AttendeeSchedule }, ProgrammeWords>;

interface Scene extends Programme {
  readonly day: Intl.DateTimeFormat;
  readonly hour: Intl.DateTimeFormat;
  /** The tracks, in the order that gives each its colour. */
  readonly tracks: readonly (string | null)[];
}

/** Colours for tracks (`--s1` and so on, shared/look). */
const colours = 6;
const good: ReadonlySet<ScheduleNotice> = new Set(['booked', 'rated', 'cancelled']);
const msOf = (time: string) => must(parseTime(time), 'a stored time is ISO 8601');

function act(
  scene: Scene,
  fields: Readonly<Record<string, string>>,
  label: string,
  tone: 'primary' | null,
  about: string,
): Html {
  return form(
    scene,
    fields,
    html`<button class="btn${tone && ` ${tone}`}" aria-describedby="${about}">${label}</button>`,
  );
}

const [ratingField] = rateSession.input.filter((field) => field.name === 'rating');
const ratings = numbersOf(must(ratingField, 'the action takes a rating'));

function rateForm(scene: Scene, { booking, id }: AttendeeSession): Html {
  const { reading, words } = scene;
  const fields = { do: 'rate', session: id };
  const at = formState(scene, fields);
  const chosen = Number(at.typed('rating') ?? booking?.rating ?? 0);
  const options = ratings.map(
    (n) => html`<option value="${n}"${chosen === n && html` selected`}>${'★'.repeat(n)} ${n}</option>`,
  );
  const inside = html`<label>${words.rating} <select name="rating"${limits(rateSession.input, 'rating', 'chosen')}${at.marks('rating')}><option value=""${chosen === 0 && html` selected`}>${reading.words.choose}</option>${options}</select></label> ${at.error('rating')}<div class="field"><label for="comment-${id}">${words.comment} <span class="opt">${reading.words.optional}</span></label><textarea id="comment-${id}" name="comment" rows="2" dir="auto"${limits(rateSession.input, 'comment')}${at.marks('comment')}>${at.typed('comment') ?? booking?.ratingComment ?? ''}</textarea>${at.error('comment')}</div><button class="btn quiet" aria-describedby="t-${id}">${words.rate}</button>`;
  return form(scene, fields, inside);
}

/** Renders the refusals of the session's form that belong to none of its fields. */
function refusedOf({ said, sent }: Scene, { id }: AttendeeSession): Html | false {
  const texts = sent?.get('session') === id ? said.filter(({ field }) => field === null).map(({ text }) => text) : [];
  return texts.length > 0 && html`<p class="error">${[...new Set(texts)].join(' ')}</p>`;
}

/** @param news text that an open page announces when this state comes; null: none */
const stated = (tone: string, text: string, news: string | null = null): Html =>
  html`<p class="st ${tone}"${news !== null && html` data-news="${news}"`}>${text}</p>`;

function placeOf({ facts, reading, words }: Scene, { booking, title }: AttendeeSession): Html {
  const { promotedAt } = must(booking, 'the person has a place');
  if (promotedAt === null) return stated('ok', words.booked);
  const since = fill(words.promoted, { time: facts.moment(promotedAt, reading.tag) });
  const news = fill(placeNews[reading.language].promoted, { name: title });
  return html`${stated('ok', words.booked, news)}<p class="sub">${since}</p>`;
}

function waitingOf({ reading, words }: Scene, { booking, conflicts, title }: AttendeeSession): Html {
  const position = fill(words.waiting, { n: String(booking?.position ?? '') });
  const isDisplaced = (booking?.displacedAt ?? null) !== null;
  const news = isDisplaced ? fill(placeNews[reading.language].displaced, { name: title }) : null;
  return html`${stated('wait', position, news)}${conflicts && stated('soft', words.conflicts)}`;
}

function stateOf(scene: Scene, session: AttendeeSession): Html | null {
  const { words } = scene;
  const { booking, conflicts, isCancelled, isFull, isOver } = session;
  if (isCancelled) return stated('bad', words.cancelled);
  // Whether the person was there was not recorded.
  if (isOver && (booking?.status === 'booked' || booking?.status === 'waitlisted'))
    return stated('soft', words.notices.session_over);
  if (booking?.status === 'booked') return placeOf(scene, session);
  if (booking?.status === 'waitlisted') return waitingOf(scene, session);
  if (booking) return stated('soft', booking.status === 'attended' ? words.attended : words.noShow);
  return html`${isFull && stated('wait', words.full)}${conflicts && stated('soft', words.conflicts)}`;
}

function acts(scene: Scene, session: AttendeeSession): readonly (Html | false)[] {
  const { refused, data, sent, words } = scene;
  const { booking, canRate, id, isCancelled, isFull, isOver, title } = session;
  if (isCancelled) return [];
  const open = !isOver && data.schedule.mayBook && booking === null;
  const offersReplace = open && refused?.code === 'session_conflict' && sent?.get('session') === id;
  const about = `t-${id}`;
  const isLive = !isOver && (booking?.status === 'booked' || booking?.status === 'waitlisted');
  const [label, consequence] =
    booking?.status === 'booked' ? [words.giveUp, words.ask.giveUp] : [words.leave, words.ask.leave];
  const give = { label, consequence, other: title };
  return [
    open && !offersReplace && act(scene, { do: 'book', session: id }, isFull ? words.wait : words.book, null, about),
    offersReplace && act(scene, { do: 'replace', session: id }, words.replace, 'primary', about),
    isLive && confirmForm(scene, { do: 'cancel', session: id, booking: booking?.id ?? '' }, give),
    canRate && rateForm(scene, session),
  ];
}

function card(scene: Scene, session: AttendeeSession): Html {
  const { description, endsAt, id, room, speakers, startsAt, title, track } = session;
  const { hour, tracks, words } = scene;
  const colour = track === null ? colours : 1 + (tracks.indexOf(track) % (colours - 1));
  const about = [speakers.join(', '), track].filter(Boolean);
  const more =
    description &&
    html`<details><summary>${words.about}<span class="visually-hidden">: ${title}</span></summary><p class="sub told" dir="auto">${description}</p></details>`;
  return html`<li id="s-${id}" class="slot c${String(colour)}"><p class="t"><b>${hour.format(msOf(startsAt))}</b> <span class="visually-hidden">–</span> <small>${hour.format(msOf(endsAt))}</small></p><div class="grow"><h3 id="t-${id}" dir="auto">${title}</h3>${room && html`<p class="sub"><span class="visually-hidden">${words.room}: </span><bdi>${room}</bdi></p>`}${about.map((line) => html`<p class="sub" dir="auto">${line}</p>`)}${more}${stateOf(scene, session)}${refusedOf(scene, session)}${acts(scene, session)}</div></li>`;
}

function byDay(scene: Scene, all: readonly AttendeeSession[]): readonly Html[] {
  const days = new Map<string, AttendeeSession[]>();
  for (const session of all) {
    const day = scene.day.format(msOf(session.startsAt));
    days.set(day, [...(days.get(day) ?? []), session]);
  }
  return [...days].map(
    ([day, list]) => html`<h2 class="dy">${day}</h2><ul class="ses">${list.map((one) => card(scene, one))}</ul>`,
  );
}

/** A card stands once: what is the person's is not repeated among all. */
export function scheduleSection(programme: Programme): Html {
  const { data, facts, notice, reading, ticket, words } = programme;
  const { event, schedule } = data;
  const day = formatIn({ weekday: 'long', day: 'numeric', month: 'long' }, event.timezone, reading.tag);
  const hour = formatIn(minuteOf(reading.tag), event.timezone, reading.tag);
  const tracks = [...new Set(schedule.sessions.map(({ track }) => track))].filter((track) => track !== null);
  const scene = { ...programme, day, hour, tracks };
  const isMine = ({ booking }: AttendeeSession) => booking !== null;
  const mine = schedule.sessions.filter(isMine);
  const others = schedule.sessions.filter((one) => !isMine(one));
  // Sessions that the person waits for are not in the calendar.
  const hasPlace = mine.some(({ booking }) => booking?.status !== 'waitlisted');
  const said = notice !== null && isNotice(notice) ? notice : null;
  const calendar = addressAt(reading, `${ticket}/schedule.ics`);
  return html`<div class="schedule">${said && html`<p class="note ${good.has(said) ? 'good' : 'warn'}" role="status" id="done">${words.notices[said]}</p>`}
<p class="sub">${reading.words.timesIn.replace('{zone}', facts.zone(reading.tag))}</p>
<details open><summary>${words.mine} (${mine.length})</summary>${mine.length === 0 ? html`<p class="sub">${words.none}</p>` : byDay(scene, mine)}${hasPlace && html`<p><a class="btn" href="${calendar}">${words.calendar}</a></p>`}</details>
<details open><summary>${mine.length === 0 ? words.all : words.others} (${others.length})</summary>${byDay(scene, others)}</details>
</div>`;
}
