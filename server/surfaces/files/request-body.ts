/** Bodies of any size, as they come: no total time, but a client that falls silent is not waited for. */
import type { Request } from 'express';
import { RefusalError } from '../../http/refusal-error.ts';

/** Longest time without a byte. */
const silenceMs = 30_000;

/** Throws the refusal `request_timeout`, or what breaks the connection. The request is left standing where reading ends. */
export async function* readBody(request: Request): AsyncGenerator<Buffer> {
  const chunks = request.iterator({ destroyOnReturn: false });
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const silence = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(silent()), silenceMs);
      });
      const next = await Promise.race([chunks.next(), silence]);
      clearTimeout(timer);
      if (next.done) return;
      yield next.value as Buffer;
    }
  } finally {
    clearTimeout(timer);
    // Releases the request, which would otherwise stay paused. Not awaited, because its end may never come.
    void chunks.return?.(undefined);
  }
}

function silent(): RefusalError {
  const message = `No data was received for ${silenceMs / 1_000} s. Continue where you were, or send it again.`;
  return new RefusalError([{ code: 'request_timeout', message }], { headers: { Connection: 'close' } });
}

/** Drops the rest of a refused body, so that the client receives the answer and not a reset. */
export function dropRest(request: Request): void {
  request.hasOwnBodyTimeout = false;
  if (!request.complete) request.resume();
}
