// Looks for what has changed: when the live line says so, at the page's own pace where there is none, and again where one failed.
const retryMs = 15_000;
const lookLimitMs = 10_000;
const errorMs = 1_000;
/** Looks of a page with a live line: for what no change brings, such as a session that begins. */
const seldomMs = 60_000;
/** How long the live line may take to open before the page looks without it. */
const openingMs = 3_000;

async function ask(path, accept) {
  const signal = AbortSignal.timeout?.(lookLimitMs);
  const answer = await fetch(path, { cache: 'no-store', headers: { Accept: accept }, signal });
  if (!answer.ok) throw Object.assign(new Error(path), { status: answer.status });
  return answer;
}

/** What the page says that others, or the event, have done. */
const newsTexts = () => all('main [data-news]').map(({ dataset }) => dataset.news);

/** Without the outcome of a form before: what has changed since may contradict it. News takes its place at the edge, too. */
async function takeNews() {
  const answer = await ask(location.pathname + location.search, 'text/html');
  const known = new Set(newsTexts());
  take(pageOf(await answer.text()), null);
  const texts = newsTexts().filter((text) => !known.has(text));
  if (texts.length > 0) tell(texts.join('\n'), texts.length);
}

function offerNews() {
  if (byId('att-news')) return;
  const note = make('p', `${words.news} `, { className: 'note', id: 'att-news' });
  const button = make('button', words.show, { className: 'btn' });
  button.addEventListener('click', () => takeNews().catch(() => connected(false)));
  note.append(button);
  document.querySelector('main').prepend(note);
}

/** Looks and forms in a row that have failed. */
let failed = 0;
/** Soon after the first, then at the usual pace; not all pages at once. */
const againInMs = () => Math.min(retryMs, errorMs * 2 ** failed) * (0.5 + Math.random() / 2);
function failedAgain() {
  failed += 1;
  // Nothing says a second time that there is news: a look that has failed is still due.
  lookedMs = 0;
  turnIn(againInMs());
}

let lookedMs = Date.now();
async function look() {
  lookedMs = Date.now();
  try {
    const {
      mark,
      paceMs,
      texts = {},
      waiting: count,
    } = await (await ask(`${page.path}/news${location.search}`, 'application/json')).json();
    connected(true);
    page.paceMs = paceMs;
    showCount(page.here, count);
    showTexts(texts);
    if (page.mark === null) page.mark = mark;
    if (mark !== page.mark && isTyped()) offerNews();
    else if (mark !== page.mark) await takeNews();
    failed = 0;
  } catch (problem) {
    // The registration was cancelled, or the address renewed: the page says so.
    if (problem.status === 404 || problem.status === 410) location.reload();
    else {
      if (problem.status === undefined) connected(false);
      failedAgain();
    }
  }
}

/** What changes often stands in elements of its own: what is typed beside them stays. */
function showTexts(texts) {
  for (const [id, text] of Object.entries(texts)) {
    const shown = byId(id);
    if (shown && shown.textContent !== text) shown.textContent = text;
  }
}

const live = openLiveLine(page.path, {
  look,
  heard() {
    root.dataset.live = 'true';
    connected(true);
  },
  broken() {
    const wasLive = root.dataset.live === 'true';
    delete root.dataset.live;
    if (wasLive) turnIn(errorMs * Math.random());
  },
});

function closeLive() {
  live.close();
  delete root.dataset.live;
}

let timer = 0;
const turnIn = (ms) => {
  clearTimeout(timer);
  timer = setTimeout(turn, ms);
};

async function turn() {
  clearTimeout(timer);
  if (document.hidden) closeLive();
  else {
    if (nextWaiting()) await sendWaiting();
    if (page.here !== 'ticket') {
      live.keep();
      const isDue = live.isOpen() ? Date.now() - lookedMs > seldomMs : !live.isOpening();
      if (isDue) await look();
    }
  }
  if (live.isOpening()) return turnIn(openingMs);
  if (failed > 0 && navigator.onLine) return turnIn(againInMs());
  turnIn(live.isOpen() || root.dataset.connection === 'offline' ? retryMs : (page.paceMs ?? retryMs));
}
