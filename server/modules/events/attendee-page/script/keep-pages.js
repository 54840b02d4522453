// Has the attendee's pages kept, so that they open without a network.

let worker = null;
function keep(path, renew) {
  if (!worker) return Promise.resolve(false);
  const { port1, port2 } = new MessageChannel();
  const kept = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === 'kept');
  });
  worker.postMessage({ keep: path, renew }, [port2]);
  return kept;
}

async function saveForOffline() {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(page.worker, { scope: page.scope });
  worker = (await navigator.serviceWorker.ready).active;
  // Asked every time: the first page came before there was a worker to keep it, and what was kept may be gone.
  root.dataset.kept = String(await keep(location.pathname, false));
  document.dispatchEvent(new Event('gatehouse-kept'));
  connected(root.dataset.connection !== 'offline');
  // The other pages of the attendee, as they are now: read without a network, also if they were never opened.
  for (const { dataset, pathname, search } of all('.tabbar a[data-tab]:not([data-online])'))
    if (dataset.tab !== page.here) await keep(pathname + search, true);
}
