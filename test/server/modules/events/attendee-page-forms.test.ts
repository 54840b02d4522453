/** Each form of the programme and activity pages has the limits of its action, and says at its field what was refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activityErrands, activityWords } from '#server/modules/events/activity-page/activity-pages.ts';
import { limitsIn } from '#server/modules/events/attendee-page/field-limits.ts';
import { fieldWords } from '#server/modules/events/attendee-page/field-refusals.ts';
import { programmeErrands } from '#server/modules/events/programme-page/programme-pages.ts';
import { scheduleWords } from '#server/modules/events/programme-page/schedule-words.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { languages } from '#shared/base/languages.ts';
import { dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import { setContactSharing } from '#shared/modules/events/exhibitor-actions.ts';
import * as gamification from '#shared/modules/events/gamification-actions.ts';
import * as schedule from '#shared/modules/events/schedule-actions.ts';
import * as features from '#shared/modules/events/type-feature-actions.ts';
import type { Field } from '#shared/schema/field.ts';
import { openTestServer, type TestServer } from '../../../fixtures/test-server.ts';
import { ada, sampleEvent, textAt } from './events-module.ts';

const definitions: readonly object[] = [
  setContactSharing,
  ...Object.values(features),
  ...Object.values(gamification),
  ...Object.values(schedule),
];
/** By the name of the action. */
const inputs = new Map(
  definitions.flatMap((one) =>
    'name' in one && 'input' in one ? [[one.name, one.input as readonly Field[]] as const] : [],
  ),
);
const errands = { programme: programmeErrands, activity: activityErrands };
type Page = keyof typeof errands;

let house: TestServer;
let tenant: CreatedTenant;
let eventId: string;
let registration: string;
let page: string;
let begun: string;
let later: string;

const send = (method: string, path: string, json?: unknown) =>
  house.send(method, path, { key: tenant.apiKey, ...(json !== undefined && { json }) });
const from = (ms: number) => isoTime(Date.now() + ms);

beforeAll(async () => {
  house = await openTestServer();
  tenant = await house.tenant('hafen');
  const tickets = [{ id: 'free', name: 'Community', price: 0, currency: 'USD', quantity: -1 }];
  const event = sampleEvent({
    tickets,
    startsAt: from(-dayMs),
    endsAt: from(dayMs),
    features: { questions: true, polls: true, rsvp: true },
  });
  eventId = textAt((await send('POST', '/events', event)).body, 'id');
  const wanted = { ticketType: 'free', attendee: ada };
  registration = textAt((await send('POST', `/events/${eventId}/registrations`, wanted)).body, 'id');
  const store = await house.admin.directory.open(tenant.tenant);
  page = `/t/${String((await store.get('registrations', registration))?.['pageSecret'])}`;
  const session = async (title: string, startsAt: string, endsAt: string) => {
    const made = await send('POST', `/events/${eventId}/sessions`, { title, startsAt, endsAt });
    return textAt(made.body, 'id');
  };
  begun = await session('Begun', from(hourMs), from(2 * hourMs));
  later = await session('Later', from(3 * hourMs), from(4 * hourMs));
  await send('POST', `/events/${eventId}/sessions/${begun}/bookings`, { registrationId: registration });
  await store.commit('system:test', async (tx) => {
    await tx.update('sessions', begun, { startsAt: from(-hourMs) });
    return { ok: true, value: null };
  });
  const poll = await send('POST', `/events/${eventId}/polls`, { question: 'Tea?', options: ['Yes', 'No'] });
  await send('POST', `/events/${eventId}/polls/${textAt(poll.body, 'id')}/open`, {});
}, 180_000);
afterAll(() => house?.close(), 60_000);

interface Control {
  readonly name: string;
  readonly tag: string;
  readonly type: string | null;
  readonly attributes: Readonly<Record<string, string>>;
}

function controlsIn(form: string): readonly Control[] {
  return [...form.matchAll(/<(input|textarea|select)\b([^>]*)>/g)].flatMap(([, tag = '', rest = '']) => {
    const found = [...rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value]);
    const attributes: Readonly<Record<string, string>> = Object.fromEntries(found);
    const { name = '', type = null } = attributes;
    return type === 'hidden' || name === 'homepage' ? [] : [{ name, tag, type, attributes }];
  });
}

async function formsOf(name: Page) {
  const { text } = await house.send('GET', `${page}/${name}?lang=en`);
  return [...text.matchAll(/<form method="post"[^>]*>(.*?)<\/form>/gs)].map(([, inside = '']) => ({
    errand: /name="do" value="([\w-]+)"/.exec(inside)?.[1] ?? '',
    controls: controlsIn(inside),
  }));
}

describe.each(Object.keys(errands) as Page[])('the page %s', (name) => {
  test('has the limits of the definition at each field', async () => {
    const forms = await formsOf(name);
    const checked = forms.flatMap(({ controls, errand }) => {
      const input = inputs.get(errands[name][errand]?.[0]);
      expect(input, errand).toBeDefined();
      return controls.map(({ attributes, name: field, tag, type }) => {
        const wanted = limitsIn(input?.find((one) => one.name === field) ?? { name: field, type: 'text' });
        const isChosen = tag === 'select' || type === 'radio';
        const limited = isChosen
          ? Object.entries(wanted).filter(([one]) => one === 'required')
          : Object.entries(wanted);
        const own = ['required', 'minlength', 'maxlength', 'min', 'max'].filter((one) => one in attributes);
        expect(Object.fromEntries(own.map((one) => [one, attributes[one]])), `${errand} ${field}`).toEqual(
          Object.fromEntries(limited),
        );
        return `${errand} ${field}`;
      });
    });
    const all = {
      programme: ['rate rating', 'rate comment'],
      activity: ['ask text', 'ask anonymous', 'vote option', 'sharing sharing'],
    };
    expect([...new Set(checked)]).toEqual(expect.arrayContaining(all[name]));
  });
});

const post = (name: Page, language: string, fields: Readonly<Record<string, string>>) =>
  house.send('POST', `${page}/${name}?lang=${language}`, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: house.url },
  });
const cardIn = (text: string, session: string) =>
  new RegExp(`<li id="s-${session}".*?</li>`, 's').exec(text)?.[0] ?? '';

describe.each(languages)('what is refused in %s', (language) => {
  const words = scheduleWords[language];

  test('a rating that is none stands at its field', async () => {
    const { status, text } = await post('programme', language, { do: 'rate', session: begun, rating: '9' });
    expect([status, text.includes(`id="problems" data-field="rating"`)]).toEqual([422, true]);
    const said = fieldWords[language].tooLarge.replace('{label}', words.rating).replace('{n}', '5');
    const card = cardIn(text, begun);
    expect(card).toMatch(/<select name="rating"[^>]* aria-invalid="true" aria-describedby="(rate-[^"]*-rating-e)">/);
    expect(card).toContain(said);
    expect(cardIn(text, later)).not.toContain(said);
  });

  test('nothing is chosen before the person does, and a form without a choice says what to choose', async () => {
    const { text } = await house.send('GET', `${page}/programme?lang=${language}`);
    const select = /<select name="rating".*?<\/select>/s.exec(cardIn(text, begun))?.[0] ?? '';
    expect([...select.matchAll(/<option value="(\d?)" selected>/g)].map(([, value]) => value)).toEqual(['']);
    const rated = await post('programme', language, { do: 'rate', session: begun, rating: '' });
    const said = fieldWords[language].choose.replace('{label}', words.rating);
    expect(cardIn(rated.text, begun)).toMatch(new RegExp(`<p class="error" id="rate-[^"]*-rating-e">${said}`));
    const poll = /name="poll" value="([^"]+)"/.exec((await house.send('GET', `${page}/activity`)).text)?.[1] ?? '';
    const vote = await post('activity', language, { do: 'vote', poll });
    expect(vote.text).toContain(fieldWords[language].choose.replace('{label}', activityWords[language].vote));
  });

  test('a comment that is too long stands at its field and is kept there', async () => {
    const comment = 'Ä'.repeat(2_001);
    const long = await post('programme', language, { do: 'rate', session: begun, rating: '4', comment });
    const card = cardIn(long.text, begun);
    expect([long.status, card.includes(comment)]).toEqual([422, true]);
    expect(card).toMatch(
      /<textarea[^>]* name="comment"[^>]* aria-invalid="true" aria-describedby="rate-[^"]*-comment-e">/,
    );
    expect(card).toContain(words.comment);
  });

  test('what names no field stands at its session, in the language of the page', async () => {
    const early = await post('programme', language, { do: 'rate', session: later, rating: '5' });
    expect(cardIn(early.text, later)).toContain(words.notices.not_rateable);
    const twice = await post('programme', language, { do: 'book', session: begun });
    expect(cardIn(twice.text, begun)).toContain(words.notices.already_booked);
    const gone = await post('programme', language, { do: 'cancel', session: begun, booking: 'none' });
    expect(gone.status).toBe(422);
    if (language !== 'en') expect(gone.text).not.toContain('Check all IDs');
  });

  test('a vote for nothing that is there, and an empty question', async () => {
    const vote = await post('activity', language, { do: 'vote', poll: 'none', option: '0' });
    expect(vote.status).toBe(422);
    const ask = await post('activity', language, { do: 'ask', session: begun, text: '' });
    expect(ask.text).toContain(activityWords[language].yourQuestion);
    expect(ask.text).toContain('data-field="text"');
    expect(ask.text).toMatch(/<textarea [^>]*aria-invalid="true"/);
  });
});

test('a rating with its comment is stored and shown again', async () => {
  const comment = 'A little <b>fast</b>';
  expect((await post('programme', 'en', { do: 'rate', session: begun, rating: '4', comment })).status).toBe(303);
  const card = cardIn((await house.send('GET', `${page}/programme?lang=en`)).text, begun);
  expect(card).toContain('>A little &lt;b&gt;fast&lt;/b&gt;</textarea>');
  expect(card).toContain('<option value="4" selected>');
});
