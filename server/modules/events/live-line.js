// The live line of an open page: the server says when to look, and nothing else. It connects again by itself, except where it
// was refused or has fallen silent; meanwhile the page looks at its own pace. Stands in a page before the script that uses it.

function openLiveLine(path, { broken, heard, look }) {
  // The server sends something every 12 seconds.
  const silentMs = 30_000;
  const refusedMs = 30_000;
  const openingMs = 3_000;
  let line = null;
  let openedMs = 0;
  let heardMs = 0;
  let againMs = 0;
  let looking = 0;

  function open() {
    const own = new EventSource(path);
    const hear = () => {
      heardMs = Date.now();
      heard();
    };
    line = own;
    openedMs = Date.now();
    heardMs = openedMs;
    for (const name of ['open', 'beat', 'here']) own.addEventListener(name, hear);
    own.addEventListener('look', ({ data }) => {
      hear();
      // Where many pages are sent this at once, each waits for its turn.
      clearTimeout(looking);
      looking = setTimeout(look, Math.random() * JSON.parse(data).spreadMs);
    });
    own.addEventListener('error', () => {
      if (own !== line) return;
      if (own.readyState === EventSource.CLOSED) {
        line = null;
        againMs = Date.now() + refusedMs * (1 + Math.random());
      }
      broken();
    });
  }

  function close() {
    line?.close();
    line = null;
  }

  return {
    close,
    isOpen: () => line?.readyState === EventSource.OPEN,
    /** It has just been asked for, and will say itself when to look. */
    isOpening: () => line?.readyState === EventSource.CONNECTING && Date.now() - openedMs < openingMs,
    /** Opens it where there is none. */
    keep() {
      if (line && Date.now() - heardMs > silentMs) close();
      if (!line && Date.now() >= againMs && 'EventSource' in window) open();
    },
  };
}
