/** The registration page over HTTP: whose it is, in which states, what it says to machines, and in which languages. */
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageWords } from '#server/modules/events/registration-page/page-words.ts';
import { must } from '#shared/base/assert.ts';
import { languages } from '#shared/base/languages.ts';
import { isoTime } from '#shared/base/time.ts';
import { type OpenHouse, openHouse } from '#test/fixtures/open-house.ts';
import { textAt } from './event-house.ts';

let house: OpenHouse;
let key: string;
let sandboxKey: string;
const inDays = (days: number) => isoTime(Date.now() + days * 86_400_000);

async function event(more: object = {}, place = ''): Promise<string> {
  const json = {
    ...{
      name: 'Harbour <b>Days</b>',
      type: 'conference',
      startsAt: inDays(7),
      endsAt: inDays(8),
      timezone: 'Europe/Oslo',
    },
    ...{ venue: 'Hall "7" & yard', summary: 'Two days <script>alert(1)</script> by the sea.' },
    tickets: [
      { id: 'standard', name: 'Standard <i>', price: 49, currency: 'EUR', quantity: 100 },
      { id: 'free', name: 'Community', price: 0, currency: 'EUR', quantity: 50 },
    ],
    ...more,
  };
  const made = await house.send('POST', `${place}/events`, { key: place === '' ? key : sandboxKey, json });
  expect([made.status, made.text]).toEqual([201, made.text]);
  return textAt(made.body, 'id');
}
const slugOf = async (id: string) => textAt((await house.send('GET', `/events/${id}`, { key })).body, 'slug');
const html = { accept: 'text/html' };
const page = (path: string) => house.send('GET', path, { headers: html });

beforeAll(async () => {
  house = await openHouse();
  const made = await house.tenant('hafen');
  await house.tenant('other');
  [key, sandboxKey] = [made.apiKey, made.sandbox.apiKey];
});
afterAll(() => house?.close());

describe('whose page it is', () => {
  test('by the tenant’s slug and the event’s, or its id; a sandbox has its own', async () => {
    const id = await event({ name: 'Whose' });
    const sandboxed = await event({ name: 'Sandboxed' }, '/sandbox');
    for (const path of ['/e/hafen/whose', `/e/hafen/${id}`, `/e/test.hafen/${sandboxed}`, '/e/test.hafen/sandboxed'])
      expect([path, (await page(path)).status]).toEqual([path, 200]);
    for (const path of [
      '/e/other/whose',
      `/e/other/${id}`,
      '/e/test.hafen/whose',
      '/e/hafen/sandboxed',
      '/e/hafen/nosuch',
      '/e/nosuch/whose',
      '/e/hafen/%00',
      `/o/${'A'.repeat(46)}`,
    ])
      expect([path, (await page(path)).status]).toEqual([path, 404]);
    expect((await page('/e/test.hafen/sandboxed')).text).toContain('Test mode');
    expect((await page('/e/hafen/whose')).text).not.toContain('Test mode');
  });

  test('a draft and an event without a page have none, but for the organizer’s link', async () => {
    const draft = await event({ name: 'Draft', status: 'draft' });
    const without = await event({ name: 'Without', publicPage: false });
    for (const [id, slug] of [
      [draft, 'draft'],
      [without, 'without'],
    ] as const) {
      expect((await page(`/e/hafen/${slug}`)).status).toBe(404);
      const links = (await house.send('GET', `/events/${id}/page-links`, { key })).body;
      expect(links['page']).toBeNull();
      const { pathname, search } = new URL(textAt(links, 'preview'));
      const preview = await page(pathname + search);
      expect([slug, preview.status, preview.headers.get('x-robots-tag')]).toEqual([slug, 200, 'noindex']);
      expect(preview.text).toContain('Preview: this page is not public yet.');
      expect(preview.text).toContain('Choose tickets');
      expect((await page(`${pathname}?preview=${'x'.repeat(80)}`)).status).toBe(404);
      const elsewhere = id === draft ? 'without' : 'draft';
      expect((await page(`/e/hafen/${elsewhere}${search}`)).status).toBe(404);
    }
  });

  test('cancelled, over, not on sale: it says so, and sells nothing', async () => {
    const cancelled = await event({ name: 'Cancelled' });
    await house.send('POST', `/events/${cancelled}/cancel`, { key, json: {} });
    await event({ name: 'Over', startsAt: inDays(-2), endsAt: inDays(-1) });
    await event({
      name: 'Later',
      tickets: [{ id: 'a', name: 'A', price: 0, currency: 'EUR', saleStart: inDays(2) }],
    });
    expect((await page('/e/hafen/cancelled')).text).toContain('data-state="cancelled"');
    expect((await page('/e/hafen/over')).text).toContain('data-state="over"');
    const later = (await page('/e/hafen/later')).text;
    expect([later.includes('Registration is closed'), later.includes('On sale from')]).toEqual([true, true]);
    const sent = await house.send('POST', '/e/hafen/over', {
      raw: 'step=people&p0.t=standard',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(sent.text).toContain('data-state="over"');
  });
});

describe('what it says', () => {
  test('nothing that an organizer typed becomes markup', async () => {
    await event({ name: 'Harbour <b>Days</b>' });
    const { text } = await page('/e/hafen/harbour-b-days-b?code=%22%3E%3Cscript%3Ealert(2)%3C/script%3E');
    expect(text).toContain('Harbour &lt;b&gt;Days&lt;/b&gt;');
    expect(text).not.toMatch(/<b>Days|<script>alert|<i>/);
  });

  test('to search engines and messengers: the event as data, its offers, a picture', async () => {
    const id = await event({ name: 'Described' });
    const { headers, text } = await page('/e/hafen/described');
    expect(headers.get('x-robots-tag')).toBeNull();
    const data = JSON.parse(
      must(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(text)?.[1], 'data'),
    ) as Record<string, unknown>;
    expect(data).toMatchObject({
      ...{ '@type': 'Event', name: 'Described', eventStatus: 'https://schema.org/EventScheduled' },
      location: { name: 'Hall "7" & yard' },
      offers: [{ price: '49.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }, { price: '0.00' }],
    });
    expect(text).toMatch(/<meta property="og:title" content="Described">/);
    expect(text).toMatch(/<meta property="og:image" content="https?:\/\/[^"]+\/e\/hafen\/described\/picture\.png">/);
    const picture = await fetch(`${house.url}/e/hafen/${id}/picture.png`);
    const { height, width } = PNG.sync.read(Buffer.from(await picture.arrayBuffer()));
    expect([picture.headers.get('content-type'), width, height]).toEqual(['image/png', 1_200, 630]);
  });

  test('to calendars', async () => {
    await event({ name: 'In; the, calendar' });
    const { headers, text } = await house.send('GET', '/e/hafen/in-the-calendar/event.ics');
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:In\\; the\\, calendar\r\n[\s\S]*END:VCALENDAR\r\n$/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test('only a step of the embedded page may stand in a frame, and none is kept', async () => {
    const path = `/e/hafen/${await slugOf(await event({ name: 'Framed' }))}`;
    const policyOf = async (at: string) => (await page(at)).headers.get('content-security-policy');
    expect(await policyOf(path)).toContain("frame-ancestors 'none'");
    expect(await policyOf(`${path}?embed=1`)).toContain('frame-ancestors *');
    expect((await page(path)).headers.get('cache-control')).toBe('no-store');
    const script = await house.send('GET', '/embed.js');
    expect([script.headers.get('content-type'), script.headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=3600',
    ]);
  });

  test('in the language of the browser, or the chosen one, in its direction; the script is small', async () => {
    await event({ name: 'Languages' });
    for (const language of languages) {
      const asked = await house.send('GET', '/e/hafen/languages', {
        headers: { ...html, 'accept-language': language },
      });
      const chosen = await page(`/e/hafen/languages?lang=${language}`);
      for (const { text } of [asked, chosen]) {
        expect(text).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
        expect(text).toContain(pageWords[language].chooseTickets);
        expect(text).toContain('Oslo');
      }
    }
    const { text } = await page('/e/hafen/languages');
    const script = must(/<script nonce="[^"]+" type="module">(.*?)<\/script>/s.exec(text)?.[1], 'the script');
    expect(script.length).toBeLessThan(15_000);
  });
});

describe('the words', () => {
  const leaves = (value: unknown, at = ''): readonly (readonly [string, string])[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) => leaves(one, `${at}.${name}`))
      : [[at, typeof value === 'function' ? [1, 2, 5].map((n) => String(value(n, '50'))).join('|') : String(value)]];
  const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();

  test.each(languages.filter((one) => one !== 'en'))('%s says everything, with the same values put in', (language) => {
    const english = leaves(pageWords.en);
    const others = new Map(leaves(pageWords[language]));
    for (const [at, text] of english) {
      const other = others.get(at) ?? '';
      expect([at, other.trim() !== '', placeholders(other)]).toEqual([at, true, placeholders(text)]);
    }
    expect([...others.keys()].toSorted()).toEqual(english.map(([at]) => at).toSorted());
    const same = english
      .filter(([at, text]) => text.replace(/\{\w+\}/g, '').length > 10 && others.get(at) === text)
      .map(([at]) => at);
    expect(same).toEqual([]);
  });
});
