/** Tests the client of an embeddings service against a server on this machine: its requests, and the result of each fault. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEmbeddings } from '#server/outbound/embeddings/openai-embeddings.ts';
import { type EmbeddingServer, type Fault, openEmbeddingServer } from '#test/fixtures/embedding-server.ts';

let server: EmbeddingServer;
beforeAll(async () => {
  server = await openEmbeddingServer();
});
beforeEach(() => {
  server.requests.length = 0;
  server.faults.length = 0;
  server.always = 'none';
});
afterAll(() => server.close());

const client = (more: object = {}) =>
  createEmbeddings({
    url: server.url,
    key: 'secret',
    model: 'small',
    calibration: { lo: 0, hi: 1 },
    limitMs: 400,
    pausesMs: [1, 1, 1],
    ...more,
  });

test('asks as the API has it, and gives vectors of length 1 in the order of the texts', async () => {
  const texts = ['climate finance', 'machine learning', 'wine'];
  const answer = await client().embed(texts);
  if (answer.kind !== 'vectors') throw new Error(answer.problem);
  expect(server.requests).toEqual([
    {
      path: '/v1/embeddings',
      authorization: 'Bearer secret',
      body: { model: 'small', input: texts, encoding_format: 'float' },
    },
  ]);
  for (const vector of answer.vectors) expect(vector.reduce((sum, one) => sum + one * one, 0)).toBeCloseTo(1, 5);
  const alone = await client({ key: null }).embed(['wine']);
  expect(alone).toMatchObject({ kind: 'vectors', vectors: [answer.vectors[2]] });
  expect(server.requests[1]?.authorization).toBe(undefined);
});

const passing: readonly Fault[] = ['status_500', 'not_json', 'too_few', 'other_dim', 'not_numbers', 'hangs', 'cut'];
test.each(passing)('%s: asked again, three times at most', async (fault) => {
  server.faults.push(fault);
  expect((await client().embed(['a', 'b'])).kind).toBe('vectors');
  expect(server.requests).toHaveLength(2);
  server.requests.length = 0;
  server.always = fault;
  expect((await client().embed(['a', 'b'])).kind).toBe('failed');
  expect(server.requests).toHaveLength(4);
});

test('a request that is refused is not repeated, and a redirect is not followed', async () => {
  server.always = 'status_401';
  expect(await client().embed(['a'])).toEqual({ kind: 'failed', problem: 'status 401' });
  expect(server.requests).toHaveLength(1);
  server.always = 'redirect';
  expect((await client().embed(['a'])).kind).toBe('failed');
});

test('no server at all', async () => {
  expect((await client({ url: 'http://127.0.0.1:1/v1' }).embed(['a'])).kind).toBe('failed');
});
