// Runs in the registration page and the order page. Everything works without it; it adds steppers, totals that follow,
// a countdown, a guard against double clicks, and news of a payment. Needs no library.
const root = document.documentElement;
root.classList.add('js');
const data = JSON.parse(document.getElementById('page-data').textContent);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
// The height that the page around this one was given last; used by code above its function.
let toldPx = 0;

// --- what is wrong is read out first ---

byId('problems')?.focus();

// --- steppers ---

function settle(input) {
  const value = Number(input.value) || 0;
  const [less, more] = all('[data-step]', input.parentElement);
  less.disabled = value <= 0;
  more.disabled = value >= Number(input.max);
  input.closest('.tk')?.classList.toggle('has', value > 0);
}
for (const button of all('[data-step]')) {
  const input = byId(button.getAttribute('aria-controls'));
  settle(input);
  button.addEventListener('click', () => {
    const next = (Number(input.value) || 0) + Number(button.dataset.step);
    input.value = String(Math.min(Number(input.max), Math.max(0, next)));
    settle(input);
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  input.addEventListener('input', () => settle(input));
}

// --- totals follow what is chosen ---

const liveDelayMs = 150;
for (const form of all('form[data-live]')) {
  let timer = 0;
  let asked = 0;
  const refresh = async () => {
    const query = new URLSearchParams();
    // Names of people and their answers stay here.
    for (const [name, value] of new FormData(form))
      if (/^(?:n\..+|p\d+\.(?:t|a\..+)|code)$/.test(name)) query.set(name, value);
    const turn = ++asked;
    const address = form.dataset.live;
    const answer = await fetch(`${address}${address.includes('?') ? '&' : '?'}${query}`).catch(() => null);
    if (!answer?.ok) return;
    const { bar, sum } = await answer.json();
    // Only the newest question counts.
    if (turn !== asked) return;
    if (byId('sum')) byId('sum').innerHTML = sum;
    if (byId('bar-sum')) byId('bar-sum').innerHTML = bar;
    tellHeight();
  };
  // `input`: what is typed counts before the field is left.
  for (const kind of ['input', 'change'])
    form.addEventListener(kind, ({ target }) => {
      if (!/^(?:n\..+|p\d+\.a\..+)$/.test(target.name)) return;
      clearTimeout(timer);
      timer = setTimeout(refresh, liveDelayMs);
    });
  // A browser that comes back fills in what was chosen.
  addEventListener('pageshow', ({ persisted }) => persisted && refresh());
}

// --- what is opened by a tick ---

for (const box of all('[data-opens]')) {
  const part = byId(box.dataset.opens);
  const show = () => {
    part.hidden = !box.checked;
    for (const input of all('.needed input', part)) input.required = box.checked;
    tellHeight();
  };
  box.addEventListener('change', show);
  show();
}

// --- two clicks send once ---

for (const form of all('form[data-once]')) {
  let sent = false;
  const buttons = all(`button[form="${form.id}"], #${form.id} button`);
  form.addEventListener('submit', (event) => {
    if (sent) return event.preventDefault();
    sent = true;
    // After the browser has read which button it was.
    setTimeout(() => {
      for (const button of buttons) button.setAttribute('aria-disabled', 'true');
      const [first] = buttons.slice(-1);
      if (first) first.textContent = data.words.sending;
    });
  });
  const labels = buttons.map((button) => button.textContent);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    sent = false;
    buttons.forEach((button, n) => {
      button.removeAttribute('aria-disabled');
      button.textContent = labels[n];
    });
  });
}

// --- how long seats are held, by the server's clock ---

if (data.heldUntilMs) {
  const offsetMs = data.nowMs - Date.now();
  const two = (n) => String(n).padStart(2, '0');
  const shown = byId('held');
  const tick = () => {
    const left = Math.max(0, Math.ceil((data.heldUntilMs - Date.now() - offsetMs) / 1_000));
    const hours = Math.floor(left / 3_600);
    const minutes = Math.floor((left % 3_600) / 60);
    shown.textContent = hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
    if (left > 0) setTimeout(tick, 1_000);
  };
  tick();
}

// --- news of the order ---

const pollMs = 1_500;
const slowPollMs = 10_000;
const quickPolls = 60;
if (data.statePath) {
  let polls = 0;
  const ask = async () => {
    polls += 1;
    const answer = document.hidden ? null : await fetch(data.statePath).catch(() => null);
    const state = answer?.ok ? await answer.json() : null;
    if (state?.payAt) return location.replace(state.payAt);
    if (state && state.mark !== data.mark) return location.replace(location.pathname + location.search);
    setTimeout(ask, polls < quickPolls ? pollMs : slowPollMs);
  };
  setTimeout(ask, data.payAt ? 0 : pollMs);
}
if (data.payAt) location.replace(data.payAt);

// --- inside a page of another website ---

function tellHeight() {
  if (!data.embedded || parent === window) return;
  const px = Math.ceil(document.body.getBoundingClientRect().height);
  if (px === toldPx) return;
  toldPx = px;
  parent.postMessage({ gatehouse: 'height', px }, '*');
}
if (data.embedded) {
  new ResizeObserver(tellHeight).observe(document.body);
  parent.postMessage({ gatehouse: 'page' }, '*');
}
tellHeight();
