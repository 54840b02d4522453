/** The library's answer on its way out, over a real connection. */
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { sendWeb } from '#server/surfaces/mcp/web-bridge.ts';

let close = () => {};
afterEach(() => close());

/** Answers with what `send` does; faults of it are kept. */
async function serve(send: (out: express.Response) => Promise<void>) {
  const faults: unknown[] = [];
  const app = express().get('/', (_request, out) => void send(out).catch((fault) => faults.push(fault)));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  close = () => server.close();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { faults, answer: await fetch(`http://127.0.0.1:${address.port}/`, { headers: { connection: 'close' } }) };
}

test('an answer of the library goes out with its status, its headers and its events', async () => {
  const events = () => new Response('data: 1\n\n', { status: 200, headers: { 'content-type': 'text/event-stream' } });
  const { answer, faults } = await serve((out) => sendWeb(events(), out));
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/event-stream',
    'data: 1\n\n',
  ]);
  expect(faults).toEqual([]);
});

test('where access ended before the answer began, its source is cancelled and nothing fails', async () => {
  let cancelled = false;
  const body = new ReadableStream({
    cancel() {
      cancelled = true;
    },
  });
  const { answer, faults } = await serve(async (out) => {
    out.end();
    await sendWeb(new Response(body, { headers: { 'content-type': 'text/event-stream' } }), out);
  });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  await expect.poll(() => cancelled).toBe(true);
  expect(faults).toEqual([]);
});
