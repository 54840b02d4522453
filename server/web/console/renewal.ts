/** A page's side of renewal-worker.ts; where browsers have no such workers, the page asks the server itself. */
import type { Renewed } from './renewal-worker.ts';

/** A first visit starts the worker; who cannot wait for it asks without. */
const startMs = 3_000;
const timeoutMs = 15_000;

let registering: Promise<ServiceWorkerRegistration> | null = null;

/** Starts the worker, so that it is there when it is needed. */
export function prepareRenewal(): Promise<ServiceWorkerRegistration> | null {
  if (!('serviceWorker' in navigator)) return null;
  registering ??= navigator.serviceWorker.register(`${import.meta.env.BASE_URL}renewal-worker.js`);
  // Told where it is asked for; nobody may be listening here.
  registering.catch(() => {});
  return registering;
}

async function worker(): Promise<ServiceWorker | null> {
  try {
    const registration = await prepareRenewal();
    if (!registration || registration.active) return registration?.active ?? null;
    const late = new Promise<null>((resolve) => setTimeout(resolve, startMs, null));
    return (await Promise.race([navigator.serviceWorker.ready, late]))?.active ?? null;
  } catch {
    // Switched off, or a development server that has no such file.
    return null;
  }
}

function hand(to: ServiceWorker, refreshToken: string): Promise<Renewed> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => reject(new Error('no answer yet')), timeoutMs);
    port1.onmessage = ({ data }: MessageEvent<Renewed>) => {
      clearTimeout(timer);
      port1.close();
      resolve(data);
    };
    to.postMessage({ kind: 'renew', refreshToken }, [port2]);
  });
}

/** Throws where no answer came (yet): the same question may be asked again. */
export async function spendRefreshToken(refreshToken: string): Promise<Renewed> {
  const helper = await worker();
  if (helper) {
    const answer = await hand(helper, refreshToken);
    if (answer.status === 0) throw new Error('the server was not reached');
    return answer;
  }
  const response = await fetch('/api/v1/auth/refresh', {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  return { status: response.status, body: response.ok ? await response.json() : null, atMs: Date.now() };
}

/** What the worker keeps is taken, or shall be gone. @param spent null: whatever it is */
export function forgetRenewal(spent: string | null): void {
  void worker().then((helper) => helper?.postMessage({ kind: 'forget', refreshToken: spent }));
}
