// What a person does on an attendee's page and the server does not have yet. It is written down on this device before
// it is sent, so that it survives a reload, and carries a key, so that the server does it once however often it arrives.
const waitingMax = 50;
const sendLimitMs = 15_000;

function openWaiting(storageKey) {
  const read = () => {
    try {
      const list = JSON.parse(localStorage.getItem(storageKey));
      return Array.isArray(list) ? list : [];
    } catch {
      return [];
    }
  };
  const write = (list) => {
    try {
      localStorage.setItem(storageKey, JSON.stringify(list));
      return true;
    } catch {
      return false;
    }
  };
  const same = (a, b) => a.action === b.action && JSON.stringify(a.fields) === JSON.stringify(b.fields);
  return {
    all: read,
    has: (item) => read().some((other) => !other.reason && same(item, other)),
    /** False: the list is full, or this device keeps nothing. */
    add: (item) => read().length < waitingMax && write([...read(), item]),
    drop: (key) => write(read().filter((one) => one.key !== key)),
    refuse: (key, reason) => write(read().map((one) => (one.key === key ? { ...one, reason } : one))),
  };
}

/** Without `crypto.randomUUID`, which plain HTTP does not have. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Without its head: the style there has a nonce of its own, which the policy of this page refuses. */
function pageOf(text) {
  return new DOMParser().parseFromString(text.slice(Math.max(0, text.indexOf('<body'))), 'text/html');
}

/**
 * Sends one form. `later`: no network, or a server that asks for patience; `done`: with the page that came; `refused`:
 * with the page that says why, or none.
 */
async function sendForm({ action, fields, key }) {
  try {
    const answer = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams([...fields, ['once', key]]),
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout?.(sendLimitMs),
    });
    if (answer.status >= 500 || answer.status === 429 || answer.status === 408) return { kind: 'later' };
    const page = pageOf(await answer.text());
    const url = new URL(answer.url);
    if (answer.ok) return { kind: 'done', page, url };
    const reason = page.getElementById('problems')?.textContent ?? page.querySelector('main p')?.textContent ?? '';
    return { kind: 'refused', page: answer.status === 422 ? page : null, url, reason };
  } catch {
    return { kind: 'later' };
  }
}
