/** Name and logo of the organization over HTTP: what is taken, and every place where guests see it. */
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLogo } from '#server/modules/events/organization/read-logo.ts';
import { fitted } from '#server/web/console/screens/settings/organization/scale-logo.ts';
import { must } from '#shared/base/assert.ts';
import { isoTime } from '#shared/base/time.ts';
import { logoBytesMax, logoHeightMax, logoWidthMax } from '#shared/modules/events/organization.ts';
import { waitForMail } from '#test/fixtures/outbox.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { type Body, listAt, textAt } from './events-module.ts';

let house: TestServer;
let key: string;
let eventId: string;

function picture(width: number, height: number, paint: (at: number) => number = () => 0x80): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < png.data.length; at += 1) png.data[at] = paint(at);
  return PNG.sync.write(png);
}
const text = (png: Buffer) => png.toString('base64');
const put = (json: object, by = key) => house.send('PUT', '/organization', { key: by, json });
const page = (path: string) => house.send('GET', path, { headers: { accept: 'text/html' } });
/** Of an address, what comes after the host. */
const pathOf = (url: string) => new URL(url).pathname;

let people = 0;
async function paidOrder(): Promise<Body> {
  people += 1;
  const items = [{ ticketType: 'hall', attendee: { name: 'Ada Lovelace', email: `o${people}@example.net` } }];
  const made = await house.send('POST', `/events/${eventId}/orders`, { key, json: { items } });
  expect([made.status, made.text]).toEqual([201, made.text]);
  const registrationId = textAt(listAt(made.body, 'registrations')[0], 'id');
  const paid = await house.send('POST', '/events/payments/test', { key, json: { registrationId } });
  expect([paid.status, paid.text]).toEqual([200, paid.text]);
  return { ...made.body, email: `o${people}@example.net` };
}

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('hafen')).apiKey;
  const day = 86_400_000;
  const json = {
    ...{ name: 'Harbour Days', type: 'conference', timezone: 'Europe/Oslo' },
    startsAt: isoTime(Date.now() + 7 * day),
    endsAt: isoTime(Date.now() + 8 * day),
    tickets: [{ id: 'hall', name: 'Hall', price: 49, currency: 'EUR', quantity: 100 }],
    invoicing: { enabled: true, sellerName: 'Harbour Events GmbH & Co. KG' },
  };
  eventId = textAt((await house.send('POST', '/events', { key, json })).body, 'id');
});
afterAll(() => house?.close());

describe('a logo', () => {
  test('that is no PNG of the allowed size is refused with what to do, and nothing changes', async () => {
    const good = picture(40, 20);
    const claims = Buffer.from(good);
    claims.writeUInt32BE(1_000_000, 16);
    const noise = picture(logoWidthMax, logoHeightMax, (at) => (at * 2_654_435_761) >>> (at % 24));
    for (const [what, logo, code = 'logo_invalid'] of [
      ['no picture', text(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
      ['cut off', text(good.subarray(0, good.length - 20))],
      ['claims to be huge', text(claims)],
      ['too wide', text(picture(logoWidthMax + 1, 1))],
      ['too high', text(picture(1, logoHeightMax + 1))],
      ['too heavy', text(noise.subarray(0, logoBytesMax + 1)), 'too_long'],
      ['no base64', '💥'],
    ] as const) {
      const { body, status } = await put({ name: 'Hafen', logo });
      expect([what, status, listAt(body, 'errors')[0]]).toMatchObject([what, 422, { code, path: 'logo' }]);
    }
    expect((await house.send('GET', '/organization', { key })).body).toMatchObject({ name: null, logoUrl: null });
  });

  test('of any bytes is taken or refused, never a fault, and keeps nothing but its pixels', () => {
    const good = picture(12, 8, (at) => at % 251);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, value) => {
        const changed = Buffer.from(good);
        changed[at] = value;
        const read = readLogo(text(changed));
        if (!read.ok) expect(read.errors[0].code).toBe('logo_invalid');
      }),
    );
    // A text beside the picture, as programs write them: after the header, with its own checksum.
    const body = Buffer.from('tEXtNote\0secret', 'latin1');
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(body.length - 4);
    sum.writeUInt32BE(crc32(body));
    const talkative = Buffer.concat([good.subarray(0, 33), size, body, sum, good.subarray(33)]);
    const read = readLogo(text(talkative));
    expect(read.ok && Buffer.from(read.value.content, 'base64').includes('secret')).toBe(false);
    expect(read.ok).toBe(true);
  });

  test('is scaled by the console to what is taken, in its proportions', () => {
    const side = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const [w, h] = fitted(width, height, 1);
        expect(w <= logoWidthMax && h <= logoHeightMax && w >= 1 && h >= 1).toBe(true);
        if (width <= logoWidthMax && height <= logoHeightMax) expect([w, h]).toEqual([width, height]);
        if (w > 1 && h > 1)
          expect(Math.abs(w / width - h / height) * Math.max(width, height)).toBeLessThan(
            1.5 * Math.max(width / height, height / width),
          );
      }),
    );
  });
});

describe('what guests see', () => {
  test('needs the right to administrate to be changed', async () => {
    const made = await house.send('POST', '/api/v1/api-keys', {
      key,
      json: { name: 'events', scopes: ['events:write'] },
    });
    expect([made.status, made.text]).toEqual([201, made.text]);
    const weak = textAt(made.body['data'] as Body, 'apiKey');
    expect((await put({ name: 'Hafen' }, weak)).status).toBe(403);
  });

  test('without a profile is the seller of the invoices', async () => {
    expect((await page(`/e/hafen/harbour-days`)).text).toContain('<bdi>Harbour Events GmbH &amp; Co. KG</bdi>');
  });

  test('is the name on every page, the logo beside it, both in mails, and the logo on invoices', async () => {
    const { body, status } = await put({ name: 'Hafen & Söhne', logo: text(picture(60, 30)) });
    expect([status, body]).toMatchObject([200, { name: 'Hafen & Söhne' }]);
    const logo = pathOf(textAt(body, 'logoUrl'));
    const served = await fetch(house.url + logo);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(served.headers.get('cache-control')).toContain('immutable');
    expect(PNG.sync.read(Buffer.from(await served.arrayBuffer()))).toMatchObject({ width: 60, height: 30 });

    const order = await paidOrder();
    const orderPath = pathOf(textAt(order, 'page'));
    const ticketPath = pathOf(textAt(listAt(order, 'registrations')[0], 'ticketPage'));
    for (const path of ['/e/hafen/harbour-days', orderPath, `${ticketPath}/activity`]) {
      const shown = (await page(path)).text;
      expect([path, shown.includes('<bdi>Hafen &amp; Söhne</bdi>'), shown.includes(`src="${logo}"`)]).toEqual([
        path,
        true,
        true,
      ]);
    }
    expect((await page(ticketPath)).text).toContain('Hafen &amp; Söhne');
    const described = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(
      (await page('/e/hafen/harbour-days')).text,
    );
    expect(JSON.parse(must(described?.[1], 'data'))).toMatchObject({ organizer: { name: 'Hafen & Söhne' } });

    const mail = await waitForMail(house.dataDir, textAt(order, 'email'), /ticket/i);
    expect(mail.text).toContain('\nHafen & Söhne');
    expect(mail.attachments.map(({ cid }) => cid)).toContain('organizer-logo@gatehouse');
    expect(mail.html).toContain('Hafen &amp; Söhne');

    // An issued invoice keeps the logo that it was issued with.
    const linkIn = async () => /href="([^"?]+\/invoice\/[^"?]+\.pdf)/.exec((await page(orderPath)).text)?.[1];
    await expect.poll(linkIn, { timeout: 30_000 }).toBeTruthy();
    const fileOf = async () => {
      const link = must(await linkIn(), 'a link');
      return Buffer.from(await (await fetch(new URL(link, house.url + orderPath))).arrayBuffer());
    };
    const before = await fileOf();
    expect(before.toString('latin1')).toContain('/Subtype /Image');
    const changed = (await put({ name: 'Hafen & Söhne', logo: text(picture(30, 30, () => 0x40)) })).body;
    expect(pathOf(textAt(changed, 'logoUrl'))).not.toBe(logo);
    expect((await fileOf()).equals(before)).toBe(true);
    expect((await put({ name: 'Hafen', removeLogo: true })).body).toMatchObject({ name: 'Hafen', logoUrl: null });
    expect((await fileOf()).equals(before)).toBe(true);
  });

  test('of one tenant is found at its own address alone', async () => {
    await house.tenant('other');
    const { body } = await put({ name: 'Hafen', logo: text(picture(20, 10)) });
    const id = must(pathOf(textAt(body, 'logoUrl')).split('/').at(-1), 'an id');
    for (const [path, status] of [
      [`/logo/hafen/${id}`, 200],
      [`/logo/other/${id}`, 404],
      [`/logo/test.hafen/${id}`, 404],
      ['/logo/hafen/nosuch', 404],
      [`/logo/nosuch/${id}`, 404],
    ] as const)
      expect([path, (await page(path)).status]).toEqual([path, status]);
  });
});
