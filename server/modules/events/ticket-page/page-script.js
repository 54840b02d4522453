// Runs in the ticket page: shows the code of the moment from the series it holds, by a clock corrected by the server's;
// keeps the newest series on the device, so that it renews itself without a network too. Needs no library.
(() => {
  const secondMs = 1_000;
  const minuteMs = 60 * secondMs;
  // The same two minutes as maxCodeAheadMs in shared/ticket/series.ts.
  const maxAheadMs = 2 * minuteMs;
  const refreshMs = 5 * minuteMs;
  // A ticket that is cancelled, or given to another person, must not go on showing a code.
  const lookMs = 30 * secondMs;
  const refreshWaitingMs = 10 * secondMs;
  const reloadAtMostEveryMs = 15 * secondMs;
  const fetchLimitMs = 10 * secondMs;
  const quietModules = 4;

  const byId = (id) => document.getElementById(id);
  const page = JSON.parse(byId('ticket-data').textContent);
  const { words } = page;
  const storageKey = `gatehouse-ticket ${page.path}`;

  // --- what is known, and what time it is ---

  const kept = readKept();
  let known = kept && kept.codes.nowMs > page.codes.nowMs ? kept.codes : page.codes;
  // A page out of the cache carries an old time, so the measured difference is trusted before the page's own.
  let offsetMs = kept ? kept.offsetMs : page.codes.nowMs - Date.now();
  if (!kept) keep();

  const now = () => Date.now() + offsetMs;

  function readKept() {
    try {
      const value = JSON.parse(localStorage.getItem(storageKey));
      return value && Array.isArray(value.codes.codes) && Number.isFinite(value.offsetMs) ? value : null;
    } catch {
      return null;
    }
  }

  function keep() {
    try {
      localStorage.setItem(storageKey, JSON.stringify({ codes: known, offsetMs }));
    } catch {
      // A private window or a full device: the page still works, offline only as long as it stays open.
    }
  }

  // --- which code, and its picture ---

  function codeNow(nowMs) {
    const current = known.codes.filter(([seconds]) => seconds * secondMs <= nowMs).pop();
    if (current && nowMs - current[0] * secondMs <= known.windowMinutes * minuteMs) return current;
    const next = known.codes.find(([seconds]) => seconds * secondMs > nowMs);
    return next && next[0] * secondMs - nowMs <= maxAheadMs ? next : null;
  }

  function pathOf(packed) {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const side = binary.charCodeAt(0);
    const dark = (x, y) => {
      const i = y * side + x;
      return x < side && (binary.charCodeAt(1 + (i >> 3)) & (128 >> (i & 7))) !== 0;
    };
    let path = '';
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        if (!dark(x, y)) continue;
        const from = x;
        while (dark(x + 1, y)) x++;
        path += `M${from + quietModules} ${y + quietModules}h${x - from + 1}v1h${from - x - 1}z`;
      }
    }
    return { path, side: side + 2 * quietModules };
  }

  // --- showing ---

  let shownSeconds = null;

  function show() {
    if (page.codes.state !== 'confirmed') return;
    if (known.state !== 'confirmed') return showDark();
    const nowMs = now();
    const code = codeNow(nowMs);
    byId('shown').hidden = !code;
    byId('none').hidden = Boolean(code);
    if (!code) return showNone(nowMs);
    if (code[0] !== shownSeconds) draw(code);
    showRenewal(code, nowMs);
  }

  /** At once: the page that says why comes with the reload. */
  function showDark() {
    byId('shown').hidden = true;
    byId('none').hidden = false;
    byId('none-text').textContent = words.reload;
    byId('qr-path').setAttribute('d', '');
    shownSeconds = null;
  }

  function draw([seconds, packed]) {
    const { path, side } = pathOf(packed);
    byId('qr').setAttribute('viewBox', `0 0 ${side} ${side}`);
    byId('qr-path').setAttribute('d', path);
    byId('qr').dataset.timestamp = String(seconds);
    shownSeconds = seconds;
  }

  function showRenewal([seconds], nowMs) {
    const next = known.codes.find(([later]) => later > seconds);
    const endsMs = seconds * secondMs + known.windowMinutes * minuteMs;
    const renewsMs = next ? next[0] * secondMs : Infinity;
    const untilMs = Math.min(renewsMs, endsMs);
    const leftMs = Math.max(0, untilMs - nowMs);
    const sentence = renewsMs <= endsMs ? words.renewsIn : next ? words.goodUntilRenewed : words.goodFor;
    byId('renews').textContent = sentence.replace('{time}', duration(leftMs));
    const wholeMs = Math.max(1, untilMs - seconds * secondMs);
    byId('left').style.width = `${Math.min(100, (leftMs / wholeMs) * 100)}%`;
  }

  function duration(ms) {
    const seconds = Math.ceil(ms / secondMs);
    const two = (n) => String(n).padStart(2, '0');
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return `${two(minutes)}:${two(seconds % 60)}`;
    if (minutes < 48 * 60) {
      return words.hoursAndMinutes.replace('{h}', Math.floor(minutes / 60)).replace('{min}', two(minutes % 60));
    }
    const days = new Intl.NumberFormat(page.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
    return days.format(Math.floor(minutes / 1440));
  }

  function showNone(nowMs) {
    shownSeconds = null;
    const next = known.codes.find(([seconds]) => seconds * secondMs > nowMs);
    const when =
      next &&
      new Date(next[0] * secondMs - offsetMs).toLocaleString(page.locale, { dateStyle: 'medium', timeStyle: 'short' });
    byId('none-text').textContent = next ? words.appears.replace('{time}', when) : words.usedUp;
  }

  // --- staying right ---

  let refreshedAtMs = Date.now();
  let lookedAtMs = Date.now();
  let refreshing = false;
  let isOffline = false;
  let keptForOffline = false;

  /** With new codes, or only whether the ticket still is what it was. */
  async function refresh(withCodes = true) {
    if (refreshing) return;
    refreshing = true;
    lookedAtMs = Date.now();
    if (withCodes) refreshedAtMs = lookedAtMs;
    try {
      const askedMs = Date.now();
      const answer = await fetch(withCodes ? page.codesPath : `${page.codesPath}?only=state`, {
        cache: 'no-store',
        signal: AbortSignal.timeout?.(fetchLimitMs),
      });
      if (answer.status === 404 || answer.status === 410) return forget();
      if (!answer.ok) return offline(true);
      const body = await answer.json();
      // Half the way there and back is the best guess for when the server looked at its clock.
      offsetMs = Math.round(body.nowMs - (askedMs + Date.now()) / 2);
      known = withCodes ? body : { ...body, codes: known.codes };
      keep();
      offline(false);
      show();
      if (['state', 'checkedInAt'].some((name) => body[name] !== page.codes[name])) reload();
    } catch {
      offline(true);
    } finally {
      refreshing = false;
    }
  }

  function forget() {
    try {
      localStorage.removeItem(storageKey);
    } catch {
      // Nothing was kept.
    }
    reload();
  }

  // The worker may answer a reload from its cache; asking again at once would go round in circles.
  function reload() {
    const last = Number(sessionStorage.getItem('reloadedAt') ?? 0);
    if (Math.abs(Date.now() - last) < reloadAtMostEveryMs) return;
    sessionStorage.setItem('reloadedAt', String(Date.now()));
    location.reload();
  }

  function offline(cut) {
    isOffline = cut;
    showConnection();
  }

  function showConnection() {
    document.documentElement.dataset.connection = isOffline ? 'offline' : 'online';
    byId('connection').textContent = isOffline ? words.noNetwork : assurance();
  }

  function assurance() {
    if (page.codes.state !== 'confirmed') return words.looksForNews;
    if (keptForOffline) return words.saved;
    return words.keepOpen;
  }

  function tick() {
    show();
    if (document.hidden) return;
    const waiting = known.state !== 'confirmed' || codeNow(now()) === null;
    const everyMs = waiting ? refreshWaitingMs : refreshMs;
    if (Math.abs(Date.now() - refreshedAtMs) >= everyMs) refresh();
    else if (Math.abs(Date.now() - lookedAtMs) >= lookMs) refresh(false);
  }

  show();
  setInterval(tick, secondMs);
  addEventListener('online', () => refresh());
  addEventListener('offline', () => offline(true));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) refresh();
  });
  // The script of all pages of the attendee has the page kept for use without a network.
  document.addEventListener('gatehouse-kept', () => {
    keptForOffline = document.documentElement.dataset.kept === 'true';
    showConnection();
  });
  refresh();
})();
