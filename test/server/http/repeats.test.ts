/** Requests that are only repeated are answered at once, as long as nothing about them is unusual. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRepeats } from '#server/http/repeats.ts';

let server: Server;
let url = '';
let nowMs = 60_000_000;
let counted = 0;
let isCounted = true;
let whole = 0;
const repeats = openRepeats(() => nowMs);

beforeAll(async () => {
  server = createServer((request, response) => {
    if (repeats.answered(request, response)) return;
    whole += 1;
    const again = () => {
      counted += isCounted ? 1 : 0;
      return isCounted;
    };
    repeats.keep(Object.assign(request, { originalUrl: request.url ?? '' }), again);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const post = async (path: string, more: RequestInit = {}) =>
  (await fetch(`${url}${path}`, { method: 'POST', ...more })).status;

/** @returns how many went the whole way, and how many did not */
async function during(work: () => Promise<unknown>): Promise<readonly [number, number]> {
  const before = [whole, counted] as const;
  await work();
  return [whole - before[0], counted - before[1]];
}

test('the first one goes the whole way, the next ones do not, until five minutes are over', async () => {
  expect(await during(() => post('/a'))).toEqual([1, 0]);
  expect(await during(async () => [await post('/a'), await post('/a')])).toEqual([0, 2]);
  nowMs += 5 * 60_000;
  expect(await during(() => post('/a'))).toEqual([1, 0]);
  expect(await during(() => post('/a'))).toEqual([0, 1]);
});

test('a body, another method, another path and another host go the whole way', async () => {
  await post('/b');
  expect(await during(() => post('/b', { body: 'x' }))).toEqual([1, 0]);
  expect(await during(() => fetch(`${url}/b`))).toEqual([1, 0]);
  expect(await during(() => post('/b?'))).toEqual([1, 0]);
  expect(await during(() => fetch(url.replace('127.0.0.1', 'localhost').concat('/b'), { method: 'POST' }))).toEqual([
    1, 0,
  ]);
});

test('what cannot be done again, and more than 600 a minute, go the whole way', async () => {
  await post('/c');
  isCounted = false;
  expect(await during(() => post('/c'))).toEqual([1, 0]);
  isCounted = true;
  nowMs += 60_000;
  expect(
    await during(async () => {
      for (let n = 0; n < 600; n += 1) await post('/c');
    }),
  ).toEqual([0, 600]);
  expect(await during(() => post('/c'))).toEqual([1, 0]);
});
