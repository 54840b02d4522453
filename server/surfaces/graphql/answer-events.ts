/**
 * One operation as server-sent events (graphql-sse, distinct connections mode): `next` for each result, `complete` at the
 * end. A change's event carries its sequence number as its id, so that an EventSource goes on by itself where it was.
 */
import type { Response } from 'express';
import { isObject } from '#shared/base/json.ts';
import type { Result } from './engine.ts';

/** A comment is sent this often: proxies cut a connection on which nothing is sent for long. */
const quietMs = 12_000;

function seqOf({ data }: Result): number | null {
  const [change] = isObject(data) ? Object.values(data) : [];
  const seq = isObject(change) ? change['seq'] : undefined;
  return typeof seq === 'number' ? seq : null;
}

/** Resolves when there is room again, or the connection has closed. */
function roomIn(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}

/**
 * Ends when the results do, or the connection: then `results` is stopped.
 *
 * @param results a subscription's, or the one of a query
 * @param farewell called at the end: returns a last result that says why the results ended, or null
 */
export async function answerEvents(
  response: Response,
  results: AsyncGenerator<Result, void, void> | readonly [Result],
  farewell: () => Result | null = () => null,
): Promise<void> {
  response.status(200);
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('X-Accel-Buffering', 'no');
  response.flushHeaders();
  const isOpen = () => !response.closed && !response.destroyed && !response.writableEnded;
  const comment = setInterval(() => {
    if (isOpen() && !response.writableNeedDrain) response.write(':\n\n');
  }, quietMs);
  comment.unref();
  if ('return' in results) response.once('close', () => void results.return());
  try {
    for await (const result of results) {
      if (!isOpen()) break;
      const seq = seqOf(result);
      const id = seq === null ? '' : `id: ${seq}\n`;
      // A slow reader holds up no other: the next change is read from the log when there is room again.
      if (!response.write(`${id}event: next\ndata: ${JSON.stringify(result)}\n\n`)) await roomIn(response);
    }
    const last = farewell();
    if (isOpen() && last) response.write(`event: next\ndata: ${JSON.stringify(last)}\n\n`);
    if (isOpen()) response.write('event: complete\ndata:\n\n');
  } finally {
    clearInterval(comment);
    response.end();
  }
}
