// Computes the draw again from the published data alone, with the browser's own SHA-256 and HMAC. Written without the
// server's code, so that it checks it.
const { words } = JSON.parse(document.getElementById('page-data').textContent);
const text = new TextEncoder();

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const sha256 = async (bytes) => hex(await crypto.subtle.digest('SHA-256', bytes));
const hmac = async (keyBytes, message) => {
  const key = await crypto.subtle.importKey('raw', keyBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(message)));
};
/** The first 52 bits: 6 bytes and the upper half of the seventh. */
const uniform = (mac) => {
  const bits = mac.slice(0, 6).reduce((sum, byte) => sum * 256 + byte, 0) * 16 + (mac[6] >> 4);
  return (bits + 1) / 2 ** 52;
};
const before = (a, b) => (a < b ? -1 : Number(a > b));

const orderOf = async ({ entrants, id, publicValue, seed }) => {
  const key = publicValue === null ? bytesOf(seed) : await hmac(bytesOf(seed), publicValue);
  const placed = [];
  for (const { registrationId, weight } of entrants) {
    const u = uniform(await hmac(key, `${id}|${registrationId}`));
    placed.push({ registrationId, weight, score: Math.log(u) / weight });
  }
  return placed.sort((a, b) => b.score - a.score || before(a.registrationId, b.registrationId));
};

/** @returns whether each of the three steps is right */
const checkDraw = async (draw) => {
  const lines = draw.entrants
    .map(({ registrationId, weight }) => [registrationId, `${registrationId}:${weight}`])
    .sort((a, b) => before(a[0], b[0]))
    .map(([, line]) => line);
  const order = await orderOf(draw);
  const isSame = ({ registrationId, score, weight }, at) => {
    const said = draw.order[at];
    // Logarithms of two browsers may differ in the last binary digit.
    return said?.registrationId === registrationId && said.weight === weight && Math.abs(said.score - score) < 1e-9;
  };
  return [
    (await sha256(bytesOf(draw.seed))) === draw.commit,
    (await sha256(text.encode(lines.join('\n')))) === draw.entrantsHash,
    draw.order.length === order.length && order.every(isSame),
  ];
};

const data = document.getElementById('data');
const verdict = document.getElementById('verdict');
const ownVerdict = document.getElementById('published-verdict');

/** Other data than what is published here says nothing about the order that this page shows. */
const clear = () => {
  verdict.textContent = '';
  ownVerdict.hidden = true;
  document.getElementById('steps').replaceChildren();
  document.getElementById('published-order').hidden = data.value !== data.defaultValue;
};

const say = (said, results) => {
  document.getElementById('steps').replaceChildren(
    ...results.map((isRight, at) => {
      const item = document.createElement('li');
      item.className = isRight ? 'passed' : 'failed';
      item.textContent = `${words.steps[at]}: ${isRight ? words.passed : words.failed}`;
      return item;
    }),
  );
  verdict.textContent = said;
};

const isPublished = (draw) =>
  draw !== null &&
  typeof draw === 'object' &&
  [draw.id, draw.commit].every((one) => typeof one === 'string') &&
  [draw.entrants, draw.order].every(Array.isArray);

const check = async () => {
  clear();
  try {
    const draw = JSON.parse(data.value);
    if (!isPublished(draw)) return say(words.unreadable, []);
    if (!draw.seed) return say(words.early, []);
    const results = await checkDraw(draw);
    say(results.every(Boolean) ? words.allPassed : words.someFailed, results);
  } catch {
    say(words.unreadable, []);
  }
};

/** What is published here is checked at once; the folded part opens where a step fails. */
const checkPublished = async () => {
  await check();
  ownVerdict.textContent = verdict.textContent;
  ownVerdict.hidden = false;
  if (document.querySelector('#steps .failed')) document.getElementById('proof').open = true;
};

const checkGiven = async () => {
  await check();
  verdict.scrollIntoView({ block: 'nearest' });
};

/** A person who comes by the link of their own page sees which entry is theirs; the address does not keep it. */
const markOwn = () => {
  const own = new URLSearchParams(location.hash.slice(1)).get('entry');
  if (own === null) return;
  for (const row of document.querySelectorAll('[data-entry]'))
    if (row.dataset.entry === own) {
      row.classList.add('own');
      row.querySelector('.you').hidden = false;
    }
  history.replaceState(null, '', location.pathname + location.search);
};
markOwn();

const button = document.getElementById('check');
if (button) {
  button.hidden = false;
  button.addEventListener('click', checkGiven);
  data.addEventListener('input', clear);
  checkPublished();
}
