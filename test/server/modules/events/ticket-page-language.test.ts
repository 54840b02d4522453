/** The ticket page as the product serves it: in the language the browser asks for, or the one that was chosen. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import { must } from '#shared/base/assert.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let path: string;

beforeAll(async () => {
  house = await openTestServer();
  const { ticketPages } = await createDemo(house.admin, { attendees: 5 });
  path = new URL(must(ticketPages[0], 'a ticket page').url).pathname;
});
afterAll(() => house?.close());

const languageOf = async (query: string, accepted: string | null): Promise<string> => {
  const headers = accepted === null ? {} : { 'accept-language': accepted };
  const { text, headers: answered } = await house.send('GET', `${path}${query}`, { headers });
  expect(answered.get('vary')).toMatch(/accept-language/i);
  return must(/<html lang="(\w+)" dir="(\w+)">/.exec(text)?.slice(1).join(' '), 'a language');
};

test('by Accept-Language, by the switch, and in English where neither says anything', async () => {
  expect(await languageOf('', 'de-CH, en;q=0.5')).toBe('de ltr');
  expect(await languageOf('?lang=ar', 'de')).toBe('ar rtl');
  expect(await languageOf('?lang=%00&lang=xx', 'fr')).toBe('fr ltr');
  expect(await languageOf('?lang[$ne]=de', '*')).toBe('en ltr');
  expect(await languageOf('', null)).toBe('en ltr');
});
