/**
 * The browser kiosk's service worker: the page starts from this machine's disk, with or without a server. It answers for
 * the files of the kiosk's own build, and for files of any build in `assets/`, whose names carry a digest. Built as
 * `sw.js`; the list of files stands inside it, so that list and code change together.
 */
import type { IdleQuestion, KioskVersion, OwnerAnswer, PageMessage } from '../wire/messages.ts';
import { openVersionStore } from './version-store.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by `build/seal-version.ts` when all files are there. */
declare const GATEHOUSE_KIOSK_VERSION: KioskVersion;

/** A window that does not answer in this time counts as busy. */
const answerWaitMs = 2_000;

const version = GATEHOUSE_KIOSK_VERSION;
const { scope } = self.registration;
const store = openVersionStore(version, scope);
const ownPaths = new Set(version.files.map(({ path }) => path));

/** @returns the path of a file of this build, or of any build in `assets/`; null: the worker does not answer for the address */
function pathOf(address: string): string | null {
  if (!address.startsWith(scope)) return null;
  const path = new URL(address).pathname.slice(new URL(scope).pathname.length) || 'index.html';
  return ownPaths.has(path) || path.startsWith('assets/') ? path : null;
}

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([store.install(), leaveOthersAlone(event)]));
});

/** Excludes other requests from the worker, in browsers that support it: they go out without the worker being started. */
async function leaveOthersAlone(event: ExtendableEvent): Promise<void> {
  const addRoutes: unknown = Reflect.get(event, 'addRoutes');
  if (typeof addRoutes !== 'function') return;
  const own = { urlPattern: { pathname: `${new URL(scope).pathname}*` } };
  // A browser that does not know this kind of condition sends everything through the worker, which lets it pass.
  await Promise.resolve(addRoutes.call(event, [{ condition: { not: own }, source: 'network' }])).catch(() => undefined);
}

self.addEventListener('activate', (event) => {
  // Windows get their worker also where an older version could not be removed.
  event.waitUntil(store.use().finally(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = request.method === 'GET' ? pathOf(request.url) : null;
  if (path === null) return;
  event.respondWith(store.read(path).then((kept) => kept ?? fetch(request)));
});

self.addEventListener('message', (event) => {
  const message = event.data as PageMessage;
  if (message.kind === 'owner') {
    const path = pathOf(message.script);
    const answer: OwnerAnswer = { version: version.id, own: path !== null && ownPaths.has(path) };
    event.ports[0]?.postMessage(answer);
  } else if (message.kind === 'switch') event.waitUntil(switchWhenAllIdle());
  // A window of a later build may send what this worker does not know.
  else if (message.kind === 'claim') event.waitUntil(self.clients.claim());
});

async function switchWhenAllIdle(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const answers = await Promise.all(windows.filter(({ url }) => url.startsWith(scope)).map(isIdle));
  if (answers.every((idle) => idle)) await self.skipWaiting();
}

function isIdle(window: Client): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const question: IdleQuestion = { kind: 'idle' };
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), answerWaitMs);
    port1.onmessage = ({ data }) => resolve(data === true);
    window.postMessage(question, [port2]);
  });
}
