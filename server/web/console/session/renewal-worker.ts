/**
 * A service worker that does one thing: it spends a refresh token and keeps the answer until a page has taken it. A page
 * that is reloaded meanwhile would lose the answer, and its next try with the spent token ends the login. It touches no
 * request of the pages. Asked by renewal.ts; imports nothing, so that every browser runs it as it is.
 */
interface Asked {
  readonly kind: 'renew' | 'forget';
  readonly refreshToken: string | null;
}

export interface Renewed {
  /** Status of the server's answer; 0: there was none. */
  readonly status: number;
  /** The parsed answer; null: refused, or there was none. */
  readonly body: unknown;
  /** Unix ms at which the answer came, by this machine's clock. */
  readonly atMs: number;
}

interface Kept {
  readonly spent: string;
  readonly answer: Renewed;
}

interface MessageForWorker extends MessageEvent<Asked> {
  waitUntil(work: Promise<unknown>): void;
}

const cacheName = 'gatehouse-renewal';
const cachePath = '/console/renewed';
/** The answer to a spent token is worth waiting for. */
const timeoutMs = 60_000;

const running = new Map<string, Promise<Renewed>>();

async function kept(): Promise<Kept | null> {
  const found = await (await caches.open(cacheName)).match(cachePath);
  return found ? ((await found.json()) as Kept) : null;
}

async function spend(refreshToken: string): Promise<Renewed> {
  const before = await kept();
  if (before?.spent === refreshToken) return before.answer;
  const response = await fetch('/api/v1/auth/refresh', {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  const body: unknown = response.ok ? await response.json() : null;
  const answer = { status: response.status, body, atMs: Date.now() };
  if (response.ok) {
    const keep: Kept = { spent: refreshToken, answer };
    await (await caches.open(cacheName)).put(cachePath, new Response(JSON.stringify(keep)));
  }
  return answer;
}

/** Pages that ask for the renewal of the same token while it is under way share the answer. */
function renew(refreshToken: string): Promise<Renewed> {
  const shared = running.get(refreshToken) ?? spend(refreshToken).finally(() => running.delete(refreshToken));
  running.set(refreshToken, shared);
  return shared;
}

/** @param spent token whose answer is forgotten; null: the kept answer of any token */
async function forget(spent: string | null): Promise<void> {
  if (spent === null || (await kept())?.spent === spent) await caches.delete(cacheName);
}

const scope = self as unknown as {
  addEventListener(type: 'message', listener: (event: MessageForWorker) => void): void;
};

scope.addEventListener('message', (event) => {
  const { kind, refreshToken } = event.data;
  if (kind === 'forget') return event.waitUntil(forget(refreshToken));
  if (refreshToken === null) return;
  const unreachable: Renewed = { status: 0, body: null, atMs: Date.now() };
  const answered = renew(refreshToken).catch(() => unreachable);
  event.waitUntil(answered.then((answer) => event.ports[0]?.postMessage(answer)));
});
