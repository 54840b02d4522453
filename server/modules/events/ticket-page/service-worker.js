// Lets ticket pages open without a network: the newest page from the server when it answers, else the one kept here.
// Codes are not its business; the page keeps those itself.
const cacheName = 'gatehouse-ticket-2';
const patienceMs = 4_000;
const maxKept = 60;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith('gatehouse-ticket-') && name !== cacheName) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  const { keep: path, renew = false } = event.data ?? {};
  if (typeof path !== 'string' || !isOurs(new URL(path, self.location.origin))) return;
  const kept = makeSureOf(new Request(path, { credentials: 'same-origin' }), renew).catch(() => false);
  event.waitUntil(kept.then((isKept) => event.ports[0]?.postMessage(isKept ? 'kept' : 'not kept')));
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !isOurs(url) || isOnline(url) || isLive(event.request)) return;
  event.respondWith(newestOrKept(event.request));
});

/** Of no use without a network: the segments of a stream would push the tickets out. */
function isOnline({ pathname }) {
  return /\/(?:codes|news)$/.test(pathname) || /\/stream(?:\/|$)/.test(pathname);
}

/** The live line of a page: it never ends, and nothing of it is kept. */
function isLive({ headers }) {
  return headers.get('accept') === 'text/event-stream';
}

function isOurs(url) {
  return url.href.startsWith(self.registration.scope);
}

async function newestOrKept(request) {
  const kept = await (await caches.open(cacheName)).match(keyOf(request), { ignoreVary: true });
  const fresh = fromServer(request);
  if (!kept) return fresh;
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs, null));
  const first = await Promise.race([fresh.catch(() => null), patience]);
  return first && first.status < 500 ? first : kept;
}

/** Whether the page is here when the network is not; a full device may have refused it. */
async function makeSureOf(request, renew) {
  const cache = await caches.open(cacheName);
  const isKept = async () => (await cache.match(keyOf(request), { ignoreVary: true })) !== undefined;
  if (!renew && (await isKept())) return true;
  await fromServer(request);
  return isKept();
}

async function fromServer(request) {
  const answer = await fetch(request);
  const cache = await caches.open(cacheName);
  // Redirected: the page is not there for this person any more.
  const isGone = [404, 410].includes(answer.status) || answer.redirected || answer.type === 'opaqueredirect';
  if (isGone) await cache.delete(keyOf(request), { ignoreVary: true });
  else if (answer.ok) await keep(cache, request, answer.clone());
  return answer;
}

async function keep(cache, request, answer) {
  try {
    await cache.put(keyOf(request), answer);
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - maxKept))) await cache.delete(old);
  } catch {
    // A full device: the page works as long as there is a network.
  }
}

// Without query and fragment: one page is kept once.
function keyOf(request) {
  const url = new URL(request.url);
  return url.origin + url.pathname;
}
