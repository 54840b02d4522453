// Runs last.
const tabsEveryMs = 60_000;

hideNotice();
showWaiting();
showCount(page.here, page.count);
byId('problems')?.focus();
// A page that was kept is opened without a network: no change of the network will say so.
if (!navigator.onLine) connected(false);
addEventListener('online', turn);
addEventListener('offline', () => {
  closeLive();
  connected(false);
});
document.addEventListener('visibilitychange', turn);
addEventListener('storage', showWaiting);
turn();
lookAtTabs();
setInterval(() => document.hidden || lookAtTabs(), tabsEveryMs);
// Beside the rest: a browser that cannot keep the pages shows them all the same.
saveForOffline().catch(() => {});
