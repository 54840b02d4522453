/** Photos of business cards on the wire (shared/sync/SPEC.md LE7): who may send and see them, and what a withdrawal leaves. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toBase64url } from '#shared/base/bytes.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { leadPhotosMax } from '#shared/leads/photo.ts';
import { cardPhoto, largePhoto, photoWithPlace } from '#test/fixtures/card-photos.ts';
import { type PairedKiosk, pairKiosk } from '#test/fixtures/paired-kiosk.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

let house: TestServer;
let here: TwoEvents;
let event: string;
let people: TwoEvents['registrations'];
let own: string;
let other: string;
let phone: PairedKiosk;
let second: PairedKiosk;
let stranger: PairedKiosk;
let gate: PairedKiosk;
let page: string;

const api = (method: string, path: string, json?: object) =>
  house.send(method, `/events/${event}${path}`, { key: here.apiKey, ...(json && { json }) });
const until = <T>(look: () => Promise<T>) => vi.waitUntil(look, { timeout: 60_000, interval: 50 });

beforeAll(async () => {
  house = await openTestServer();
  here = await openTwoEvents(house, 'fair', 20);
  event = here.demo.eventId;
  people = here.registrations.filter((one) => one['event'] === event && one['status'] === 'confirmed');
  const exhibitor = async (name: string) => String((await api('POST', '/exhibitors', { name })).body['id']);
  [own, other] = [await exhibitor('Nordlicht'), await exhibitor('Riverstone')];
  const pair = (whose: string) => pairKiosk(house, here.demo.tenant, event, null, 'exhibitor', whose);
  [phone, second, stranger] = [await pair(own), await pair(own), await pair(other)];
  gate = await here.kiosk();
  const invited = await api('POST', `/exhibitors/${own}/members`, { email: 'kim@nordlicht.example' });
  page = String(new URL(String(invited.body['link'])).pathname);
});
afterAll(async () => {
  await house?.close();
});

let made = 0;
const newId = () => {
  made += 1;
  return uuidv7(
    Date.now(),
    Uint8Array.from({ length: 10 }, (_, i) => (made * 31 + i * 7) & 255),
  );
};
const badgeOf = (n: number) => String(people[n]?.['badgeCode']);
const edit = (by: PairedKiosk, badge: string, kind: string, value: unknown, more: Body = {}): Body => ({
  ...{ id: newId(), event, exhibitor: own, badge, device: by.id },
  ...{ at: isoTime(Date.now()), by: 'Björn', kind, value, ...more },
});
const act = (by: PairedKiosk, name: string, json: object) =>
  by.send('POST', `/api/v1/actions/events.${name}`, { json });
const keep = (by: PairedKiosk, badge: string, photo: string, bytes: Uint8Array) =>
  act(by, 'keep_lead_photo', { badge, photo, data: toBase64url(bytes) });
const outcomes = (body: Body) =>
  (body['items'] as readonly Body[]).map(({ code, outcome }) => (code ? `${outcome} ${code}` : outcome));

const photoValue = (bytes: Uint8Array) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  width: 800,
  height: 500,
});

/** As a device does it: the visitor's word, then the bytes, then the edit. @returns the id of the photo */
async function take(by: PairedKiosk, badge: string, bytes: Uint8Array): Promise<string> {
  const agreed = [edit(by, badge, 'captured', null), edit(by, badge, 'consent', true)];
  expect(outcomes((await by.push('lead_edits', agreed)).body)).toEqual(['accepted', 'accepted']);
  const photo = edit(by, badge, 'photo', photoValue(bytes));
  expect((await keep(by, badge, String(photo['id']), bytes)).status).toBe(200);
  expect(outcomes((await by.push('lead_edits', [photo])).body)).toEqual(['accepted']);
  return String(photo['id']);
}

const leadOf = async (badge: string) => here.store.findOne('leads', { exhibitor: own, badge });
const photosIn = (lead: Body | null) => ((lead?.['photos'] ?? []) as readonly Body[]).map((one) => String(one['edit']));
const shown = (badge: string, photos: readonly string[]) =>
  until(async () => {
    const lead = (await leadOf(badge)) as Body | null;
    return String(photosIn(lead).sort()) === String([...photos].sort()) ? lead : null;
  });
/** What lies in the folder of files, by the id of the photo. */
function stored(): readonly string[] {
  try {
    return readdirSync(join(house.dataDir, 'files', here.demo.tenant, 'lead-photos'));
  } catch {
    return [];
  }
}

describe('a photo', () => {
  test('LE7: goes up, is seen by the exhibitor’s other device, its page and the export, and by no other exhibitor', async () => {
    const badge = badgeOf(0);
    const bytes = await cardPhoto(10);
    const id = await take(phone, badge, bytes);
    await shown(badge, [id]);
    const answer = await act(second, 'lead_photo', { badge, photo: id });
    expect(answer.body).toMatchObject({ data: toBase64url(bytes) });
    for (const [by, code] of [
      [stranger, 'contact_not_shared'],
      [gate, 'device_not_allowed'],
    ] as const) {
      expect((await act(by, 'lead_photo', { badge, photo: id })).codes).toEqual([code]);
      expect((await keep(by, badge, newId(), bytes)).codes).toEqual([code]);
    }
    // Of a visitor who shares with the stranger as well, the photo is still another exhibitor's.
    const agreed = edit(stranger, badge, 'consent', true, { exhibitor: other });
    expect(outcomes((await stranger.push('lead_edits', [agreed])).body)).toEqual(['accepted']);
    expect((await act(stranger, 'lead_photo', { badge, photo: id })).codes).toEqual(['lead_photo_not_found']);
    const organizer = await house.send('POST', '/api/v1/actions/events.lead_photo', {
      key: here.apiKey,
      json: { badge, photo: id },
    });
    expect(organizer.status).toBe(403);
    const picture = await fetch(`${house.url}${page}/cards/${id}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(new Uint8Array(bytes));
    expect(await (await fetch(house.url + page)).text()).toContain(`/cards/${id}`);
    for (const format of ['csv', 'json']) {
      const file = await api('GET', `/export?dataset=leads&format=${format}`);
      expect(file.text).toContain(`business-card-${id}.jpg`);
    }
    const own = await fetch(`${house.url}${page}/export/xlsx`);
    expect(own.status).toBe(200);
  });

  test('LE7: photos of two devices both stay, and one that is undone is gone with its bytes', async () => {
    const badge = badgeOf(1);
    const [a, b] = [await take(phone, badge, await cardPhoto(20)), await take(second, badge, await cardPhoto(21))];
    expect(await shown(badge, [a, b])).toMatchObject({ businessCardScanned: true });
    expect(stored()).toEqual(expect.arrayContaining([a, b]));
    await second.push('lead_edits', [edit(second, badge, 'undo', { edit: a })]);
    await shown(badge, [b]);
    await until(async () => !stored().includes(a));
    expect((await act(phone, 'lead_photo', { badge, photo: a })).codes).toEqual(['lead_photo_not_found']);
    expect((await fetch(`${house.url}${page}/cards/${a}`)).status).toBe(404);
    expect(stored()).toContain(b);
  });

  test('LE7: of a visitor who does not share contact details it is refused, with its edit; so is what is no small JPEG', async () => {
    const badge = badgeOf(2);
    const bytes = await cardPhoto(30);
    await phone.push('lead_edits', [edit(phone, badge, 'captured', null)]);
    const photo = edit(phone, badge, 'photo', photoValue(bytes));
    expect((await keep(phone, badge, String(photo['id']), bytes)).codes).toEqual(['contact_not_shared']);
    expect(outcomes((await phone.push('lead_edits', [photo])).body)).toEqual(['refused contact_not_shared']);
    expect(stored()).not.toContain(photo['id']);
    await phone.push('lead_edits', [edit(phone, badge, 'consent', true)]);
    const wrong = [
      await photoWithPlace(),
      await largePhoto(900, 600),
      await cardPhoto(1, 1_700, 200),
      Buffer.from('GIF89a'),
    ];
    for (const one of wrong) {
      const refused = await keep(phone, badge, newId(), one);
      expect([refused.status, refused.codes[0]]).toEqual([422, expect.stringMatching(/lead_photo_invalid|too_long/)]);
    }
    const bad = { ...photoValue(bytes), sha256: 'no hash' };
    expect(outcomes((await phone.push('lead_edits', [edit(phone, badge, 'photo', bad)])).body)).toEqual([
      'refused lead_edit_invalid',
    ]);
  });

  test('a lead takes so many photos and no more', async () => {
    const badge = badgeOf(4);
    const bytes = await cardPhoto(40);
    for (let n = 0; n < leadPhotosMax; n += 1) await take(phone, badge, bytes);
    expect((await keep(phone, badge, newId(), bytes)).codes).toEqual(['lead_full']);
  });
});

test('LE6, LE7: a withdrawn consent takes every photo from record, export, page, other device and disk, for good', async () => {
  const badge = badgeOf(3);
  const [a, b] = [await take(phone, badge, await cardPhoto(50)), await take(second, badge, await cardPhoto(51))];
  await shown(badge, [a, b]);
  const withdrawn = await api('PUT', `/registrations/${String(people[3]?.id)}/contact-sharing`, {
    sharing: 'declined',
  });
  expect(withdrawn.status).toBe(200);
  const lead = (await shown(badge, [])) as Body;
  expect(lead).toMatchObject({ contactShared: false, photos: null, businessCardScanned: true });
  await until(async () => !stored().some((id) => id === a || id === b));
  for (const id of [a, b]) {
    expect((await act(second, 'lead_photo', { badge, photo: id })).codes).toEqual(['contact_not_shared']);
    expect((await fetch(`${house.url}${page}/cards/${id}`)).status).toBe(404);
    for (const text of [
      (await api('GET', '/export?dataset=leads&format=csv')).text,
      await (await fetch(house.url + page)).text(),
    ])
      expect(text).not.toContain(id);
  }
  // Agreeing again brings none of them back.
  await until(
    async () =>
      (await here.store.find('lead_edits', { limit: 1_000 })).filter(
        ({ device, kind }) => kind === 'undo' && device === 'system:contact-withdrawn',
      ).length === 2,
  );
  await api('PUT', `/registrations/${String(people[3]?.id)}/contact-sharing`, { sharing: 'agreed' });
  await until(async () => (await leadOf(badge))?.['contactShared'] === true);
  expect(photosIn((await leadOf(badge)) as Body)).toEqual([]);
  expect((await act(second, 'lead_photo', { badge, photo: a })).codes).toEqual(['lead_photo_not_found']);
});
