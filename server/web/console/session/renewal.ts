/** A page's side of renewal-worker.ts; where browsers have no such workers, the page asks the server itself. */
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { openRequest, timeoutMs } from './anonymous-client.ts';
import type { Renewed } from './renewal-worker.ts';
import { isSandbox } from './sandbox.ts';

/** A first visit starts the worker; after this time the page asks without it. */
const startMs = 3_000;

let registering: Promise<ServiceWorkerRegistration> | null = null;

/** Starts the worker, so that it is there when it is needed. @returns null: this page renews without it */
export function prepareRenewal(): Promise<ServiceWorkerRegistration> | null {
  // The worker asks the live server, so the sandbox renews without it.
  if (!('serviceWorker' in navigator) || isSandbox) return null;
  registering ??= navigator.serviceWorker.register(`${import.meta.env.BASE_URL}renewal-worker.js`);
  // A failure is handled where the worker is used.
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

/** @throws where no answer of the server came (yet): the call may be repeated with the same token */
export async function spendRefreshToken(refreshToken: string): Promise<Renewed> {
  const helper = await worker();
  if (helper) {
    const answer = await hand(helper, refreshToken);
    if (answer.status === 0) throw new Error('the server was not reached');
    return answer;
  }
  try {
    return { status: 200, body: await openRequest('POST', '/api/v1/auth/refresh', { refreshToken }), atMs: Date.now() };
  } catch (fault) {
    if (!(fault instanceof GatehouseError) || fault.status === 0) throw fault;
    return { status: fault.status, body: null, atMs: Date.now() };
  }
}

/** Deletes the answer that the worker keeps. @param spent token that the answer belongs to; null: any */
export function forgetRenewal(spent: string | null): void {
  void worker().then((helper) => helper?.postMessage({ kind: 'forget', refreshToken: spent }));
}
