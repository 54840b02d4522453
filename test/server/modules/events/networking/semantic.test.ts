/** One provider of meanings for an event: the service where the organizer allows it and it answers, else lexical, and it says so. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEmbeddings } from '#server/outbound/embeddings/openai-embeddings.ts';
import { minuteMs } from '#shared/base/time.ts';
import { withoutPerson } from '#shared/networking/without-person.ts';
import { type EmbeddingServer, openEmbeddingServer } from '#test/fixtures/embedding-server.ts';
import { at, listAt, openingTime } from '../events-module.ts';
import { founder, investor, openPeopleLab, type PeopleLab } from './people-lab.ts';

let server: EmbeddingServer;
let lab: PeopleLab;
let model = 'small';
const allowed = { semantic: { provider: 'embeddings' } };

beforeAll(async () => {
  server = await openEmbeddingServer();
  const setting = { url: server.url, key: null, model, calibration: { lo: 0, hi: 1 } };
  const service = createEmbeddings({ ...setting, limitMs: 2_000, pausesMs: [1, 1, 1] });
  // Read at every use, so that a test can be the operator who sets up another model.
  const embeddings = {
    ...service,
    get id() {
      return model;
    },
  };
  lab = await openPeopleLab({ embeddings });
});
beforeEach(() => {
  lab.house.nowMs = openingTime;
  model = 'small';
  server.requests.length = 0;
  server.always = 'none';
});
afterAll(async () => {
  await lab.close();
  await server.close();
});

const provider = async (registration: string) => at((await lab.matches(registration)).body, 'meta.semanticProvider');
const semanticOf = async (registration: string) =>
  listAt((await lab.matches(registration)).body, 'matches').map((one) => at(one, 'breakdown.semanticScore'));

test('without the word of the organizer, no text leaves', async () => {
  await lab.openEvent();
  const ada = await lab.join('Ada', founder);
  await lab.house.follow();
  expect(server.requests).toEqual([]);
  expect(await provider(ada)).toBe('lexical');
});

test('with it, the texts of those who take part do, without names and addresses', async () => {
  await lab.openEvent(allowed);
  const bio = 'I am Ada of Analytical Engines, ada@example.org, +47 22 33 44 55, see https://ada.example';
  const ada = await lab.join('Ada', { ...founder, bio });
  await lab.join('Bo', investor);
  await lab.join('Shy', { ...investor, bio: 'confidential' }, false);
  expect(await provider(ada)).toBe('lexical');
  await lab.house.follow();
  expect(await provider(ada)).toBe('small');
  const sent = server.requests.flatMap(({ body }) => body.input).join(' ');
  expect(sent).toContain('AI platform');
  for (const word of ['Ada', 'Analytical', 'example', '22 33', 'confidential']) expect(sent).not.toContain(word);
});

test('many profiles are sent in batches, and each text once', async () => {
  await lab.openEvent();
  for (let n = 0; n < 70; n += 1) await lab.join(`P${n}`, { ...investor, bio: `number ${n}` });
  await lab.house.follow();
  await lab.house.act('events.update', { eventId: lab.eventId, networking: allowed });
  await lab.house.follow();
  expect(server.requests.map(({ body }) => body.input.length)).toEqual([64, 6]);
  await lab.house.act('events.update', { eventId: lab.eventId, networking: { ...allowed, optInRequired: true } });
  await lab.house.follow();
  expect(server.requests).toHaveLength(2);
});

test('when the service fails for one, the whole event is compared lexically until it answers', async () => {
  await lab.openEvent(allowed);
  const ada = await lab.join('Ada', founder);
  const bo = await lab.join('Bo', investor);
  await lab.house.follow();
  const before = await semanticOf(ada);
  expect(await provider(ada)).toBe('small');
  server.always = 'status_500';
  const cy = await lab.join('Cy', { ...investor, bio: 'new' });
  await lab.house.follow();
  expect([await provider(ada), await provider(cy)]).toEqual(['lexical', 'lexical']);
  expect(await semanticOf(ada)).not.toEqual(before);
  server.always = 'none';
  await lab.house.runJob('events.embed-again');
  expect(await provider(ada)).toBe('small');
  expect((await semanticOf(bo)).every((score) => Number(score) > 0)).toBe(true);
});

test('after a change of the model, the event is compared lexically until everyone has a vector of the new one', async () => {
  await lab.openEvent(allowed);
  const people: string[] = [];
  for (const name of ['Ada', 'Bo', 'Cy']) people.push(await lab.join(name, { ...investor, bio: `the bio of ${name}` }));
  const [ada = ''] = people;
  await lab.house.follow();
  expect(await provider(ada)).toBe('small');
  model = 'large';
  await lab.act('events.set_profile', ada, { ...founder, networkingOptIn: true });
  await lab.house.follow();
  expect(await provider(ada)).toBe('lexical');
  await lab.house.runJob('events.embed-again');
  expect(await provider(ada)).toBe('large');
  const vectors = await lab.house.all('profile_vectors', { event: lab.eventId });
  expect(vectors.map((one) => one['provider'])).toEqual(['large', 'large', 'large']);
});

test('people of an event that no longer asks the service hold up no others', async () => {
  await lab.openEvent(allowed);
  server.always = 'status_500';
  for (let n = 0; n < 201; n += 1) await lab.join(`Q${n}`, { ...investor, bio: `number ${n}` });
  await lab.house.follow();
  await lab.house.act('events.update', { eventId: lab.eventId, networking: { semantic: { provider: 'lexical' } } });
  lab.house.nowMs += minuteMs;
  await lab.openEvent(allowed);
  const ada = await lab.join('Ada', founder);
  await lab.house.follow();
  server.always = 'none';
  await lab.house.runJob('events.embed-again');
  expect(await provider(ada)).toBe('small');
});

test('a profile that changes keeps its vector where its text is the same', async () => {
  await lab.openEvent(allowed);
  const ada = await lab.join('Ada', founder);
  const bo = await lab.join('Bo', investor);
  await lab.house.follow();
  const before = await semanticOf(bo);
  // The vector was read more than a minute ago; the text that is sent has no company in it.
  lab.house.nowMs += 10 * minuteMs;
  await lab.act('events.set_profile', ada, { ...founder, company: 'Elsewhere' });
  await lab.house.follow();
  expect(await semanticOf(bo)).toEqual(before);
  expect(before.every((score) => Number(score) > 0)).toBe(true);
});

test('withdrawing removes the vector at once, also one that is under way', async () => {
  await lab.openEvent(allowed);
  const ada = await lab.join('Ada', founder);
  await lab.house.follow();
  const rows = () => lab.house.all('profile_vectors', { event: lab.eventId });
  expect(await rows()).toHaveLength(1);
  await lab.act('events.set_profile', ada, { ...founder, networkingOptIn: false });
  expect(await rows()).toEqual([]);
  await lab.house.follow();
  expect(await rows()).toEqual([]);
});

test('a changed profile gets a new vector', async () => {
  await lab.openEvent(allowed);
  const ada = await lab.join('Ada', founder);
  const bo = await lab.join('Bo', { ...investor, ...founder, role: 'Investor' });
  await lab.house.follow();
  const [same] = await semanticOf(bo);
  await lab.act('events.set_profile', ada, { ...founder, headline: 'Wine and cheese', bio: 'Vineyards and cellars' });
  await lab.house.follow();
  const [other] = await semanticOf(bo);
  expect(Number(other)).toBeLessThan(Number(same));
});

test('names are taken out as words, in any case', () => {
  expect(withoutPerson('ADA builds; adapters by Ada!', ['Ada Lovelace'])).toBe('builds; adapters by !');
  expect(withoutPerson('Call 0049 (0) 30-123 456 or a.b@c.example', [])).toBe('Call or');
  expect(withoutPerson('Li is li', ['Li'])).toBe('Li is li');
});
