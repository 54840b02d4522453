/** Express's request as the protocol's library takes it, and the library's answer on its way out. */
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';

/** Returns the request without its body: the parsed body is passed to the library separately. */
export function webRequest(request: ExpressRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === 'content-length' || name === 'transfer-encoding') continue;
    for (const one of [value].flat()) headers.append(name, one);
  }
  // The library never reads the host of this address; the Host header was checked before (hosts.ts).
  return new Request(`http://gatehouse${request.url}`, { method: request.method, headers, signal });
}

export function isStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** Resolves when there is room again, or the connection has closed. */
function roomIn(out: ExpressResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      out.off('drain', done);
      out.off('close', done);
      resolve();
    };
    out.once('drain', done);
    out.once('close', done);
  });
}

/**
 * Ends when the answer does, or the connection: then the source of the answer is cancelled. The source is cancelled also where
 * the answer was ended before it began: the caller's access ended while the library was still at work.
 */
export async function sendWeb(response: Response, out: ExpressResponse): Promise<void> {
  if (out.headersSent || out.destroyed) {
    await response.body?.cancel();
    return;
  }
  out.status(response.status);
  for (const [name, value] of response.headers) if (name !== 'connection') out.setHeader(name, value);
  if (response.body === null) {
    out.end();
    return;
  }
  if (!isStream(response)) {
    out.end(Buffer.from(await response.arrayBuffer()));
    return;
  }
  out.flushHeaders();
  const reader = response.body.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  out.once('close', stop);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || out.destroyed) break;
      if (!out.write(value)) await roomIn(out);
    }
  } finally {
    out.off('close', stop);
    out.end();
  }
}
