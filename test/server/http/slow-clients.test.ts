/** The request handler alone, with short timeouts: slow clients are closed, others served meanwhile, a stop finishes what runs. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import { type Mount, type OpenRequestHandler, openRequestHandler } from '#server/http/request-handler.ts';
import { StoreFault } from '#server/store/contract.ts';
import { platformRefusals } from '#shared/schema/refusals.ts';

const codes: Readonly<Record<string, number>> = platformRefusals;
const logged: string[] = [];
let handler: OpenRequestHandler;
let release: () => void = () => {};
/** Resolves when two requests are in the slow route. */
let entered: Promise<void> = Promise.resolve();

async function open(): Promise<number> {
  let inside = 0;
  let enter: () => void = () => {};
  entered = new Promise((resolve) => {
    enter = resolve;
  });
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const mount: Mount = {
    name: 'sample',
    mount(app, { json }) {
      app.get('/fast', (_request, response) => void response.json({ fast: true }));
      app.post('/echo', json, (request, response) => void response.json(request.body));
      app.get('/slow', async (_request, response) => {
        inside += 1;
        if (inside === 2) enter();
        await held;
        response.json({ slow: true });
      });
      app.get('/stream', (_request, response) => void response.write('begun'));
      app.get('/bug', () => {
        throw new Error('the secret of the bug', { cause: new Error('a deeper reason') });
      });
      app.get('/disk', () => {
        throw new StoreFault('the disk is full');
      });
    },
  };
  handler = openRequestHandler(
    {
      identify: () => Promise.reject(new Error('no identified route is called')),
      platform: { as: () => Promise.reject(new Error('nothing is identified here')) },
      rateLimit: createRateLimit(Date.now),
      statusOf: (code) => codes[code] ?? 422,
      log: createLog('debug', (line) => logged.push(line)),
      // Little for the slow, and far more than a busy machine takes for the others.
      patience: { headersTimeout: 2_500, requestTimeout: 3_500, connectionsCheckingInterval: 50 },
    },
    [mount],
  );
  await new Promise<void>((resolve) => handler.server.listen(0, '127.0.0.1', resolve));
  return (handler.server.address() as { port: number }).port;
}

afterEach(() => {
  release();
  return handler.close();
});

function dripping(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let seen = '';
    let drip: NodeJS.Timeout | undefined;
    const socket: Socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes);
      drip = setInterval(() => socket.write('x'), 100);
    });
    socket.on('data', (part) => {
      seen += part.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      resolve(seen);
    });
  });
}

describe('R32 slow clients', () => {
  test('200 of them are closed by our answer, and others are served meanwhile', async () => {
    const port = await open();
    const headers = Array.from({ length: 100 }, () => dripping(port, 'GET /fast HTTP/1.1\r\nHost: x\r\nX-A: '));
    const start = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
    const bodies = Array.from({ length: 100 }, () => dripping(port, start));
    await wait(100);
    expect(await (await fetch(`http://127.0.0.1:${port}/fast`)).json()).toEqual({ fast: true });
    for (const text of await Promise.all([...headers, ...bodies])) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(text).toContain('request_timeout');
    }
  });
});

describe('faults', () => {
  test('a bug is a 500 that tells the request id and nothing else; the log has the rest', async () => {
    const port = await open();
    const response = await fetch(`http://127.0.0.1:${port}/bug`);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain(String(response.headers.get('x-request-id')));
    expect(text).not.toMatch(/secret|deeper|\.ts/);
    expect(logged.join('')).toContain('a deeper reason');
  });

  test('a store that cannot write is a 503 with Retry-After', async () => {
    const port = await open();
    const response = await fetch(`http://127.0.0.1:${port}/disk`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ errors: [{ code: 'storage_unavailable' }] });
  });
});

describe('stopping', () => {
  test('a drain lasts until what runs is answered; streams that have begun do not hold it up', async () => {
    const port = await open();
    const running = [1, 2].map(() => fetch(`http://127.0.0.1:${port}/slow`));
    const stream = await fetch(`http://127.0.0.1:${port}/stream`);
    await entered;
    let isDrained = false;
    const drained = handler
      .drain(3_600_000, () => true)
      .then(() => {
        isDrained = true;
      });
    // Longer than the quiet second.
    await wait(1_500);
    expect(isDrained).toBe(false);
    const late = await fetch(`http://127.0.0.1:${port}/fast`);
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    release();
    for (const answer of await Promise.all(running)) expect(await answer.json()).toEqual({ slow: true });
    await drained;
    await expect(fetch(`http://127.0.0.1:${port}/fast`)).rejects.toThrow();
    await stream.body?.cancel();
    await handler.close();
  });

  test('what runs is finished, what comes is refused, and the connection ends', async () => {
    const port = await open();
    // Connections end because they are idle, not because of time.
    handler.server.keepAliveTimeout = 3_600_000;
    const cut = vi.spyOn(handler.server, 'closeAllConnections');
    const running = fetch(`http://127.0.0.1:${port}/slow`);
    const kept = connect(port, '127.0.0.1');
    let seen = '';
    kept.on('data', (part) => {
      seen += part.toString();
    });
    kept.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    const ended = new Promise((resolve) => kept.on('close', resolve));
    await entered;
    const closed = handler.close();
    // Pipelined after the slow one.
    kept.write('GET /fast HTTP/1.1\r\nHost: x\r\n\r\n');
    await wait(50);
    await expect(fetch(`http://127.0.0.1:${port}/fast`)).rejects.toThrow();
    release();
    expect(await (await running).json()).toEqual({ slow: true });
    await Promise.all([closed, ended]);
    expect(seen).toContain('{"slow":true}');
    expect(seen).not.toContain('{"fast":true}');
    expect(cut).not.toHaveBeenCalled();
  });
});
