// The server says when there are results to read. Where it cannot, the page asks every second; without a script it shows those
// of the moment it was opened.
const everyMs = 1_000;
const { path, tag, words } = JSON.parse(document.getElementById('page-data').textContent);
const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
const widths = new CSSStyleSheet();
const sizes = new CSSStyleSheet();
document.adoptedStyleSheets = [widths, sizes];

// No one scrolls a projector: long texts become smaller, until all of the page is seen.
const smallest = 0.4;
const step = 0.05;
const scrolls = matchMedia('(max-width: 640px)');
const fitPage = () => {
  for (let size = 1; size >= smallest; size -= step) {
    sizes.replaceSync(`:root { --fit: ${scrolls.matches ? 1 : size} }`);
    if (scrolls.matches || document.documentElement.scrollHeight <= innerHeight) return;
  }
};

const show = ({ options, state, votes }) => {
  const rows = document.querySelectorAll('li');
  options.forEach((option, at) => {
    const row = rows[at];
    if (!row) return;
    row.querySelector('.count').textContent = String(option.votes);
    row.querySelector('.percent').textContent = share.format(option.percent / 100);
  });
  // A style rule instead of a style attribute: the policy of the page allows no attributes.
  widths.replaceSync(
    options.map(({ percent }, at) => `li:nth-child(${at + 1}) .bar i { width: ${percent}% }`).join('\n'),
  );
  document.getElementById('votes').textContent = String(votes);
  document.getElementById('state').textContent = state === 'open' ? words.open : words.closed;
  fitPage();
};

const ask = async () => {
  try {
    const answer = await fetch(`${path}/results`, { cache: 'no-store' });
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
    document.getElementById('problem').textContent = '';
  } catch {
    document.getElementById('problem').textContent = words.offline;
  }
};

const live = openLiveLine(path, { look: ask, heard() {}, broken() {} });
const turn = async () => {
  live.keep();
  if (!live.isOpen()) await ask();
  setTimeout(turn, everyMs);
};
addEventListener('resize', fitPage);
fitPage();
turn();
