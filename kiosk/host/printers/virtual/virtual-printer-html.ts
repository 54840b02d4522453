/** The virtual printer's page as one document: its style and script stand in it, allowed by the nonce. */

const style = `
:root { color-scheme: light dark; --ground: #f3f1ec; --card: #fff; --ink: #1d1b18; --soft: #6b665e; --line: #d9d4ca; --accent: #0b5fa5; --bad: #a3241a; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #161513; --card: #211f1c; --ink: #f1ede6; --soft: #a8a297; --line: #3a3733; --accent: #7cc0ff; --bad: #ff9a8f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header { position: sticky; top: 0; z-index: 1; background: var(--card); border-bottom: 1px solid var(--line); padding: 1rem clamp(1rem, 4vw, 3rem); }
h1 { margin: 0; font-size: 1.25rem; letter-spacing: -.01em; }
h2 { margin: 0 0 1rem; font-size: 1rem; color: var(--soft); font-weight: 600; }
#state { margin: .25rem 0 .75rem; color: var(--soft); }
#state[data-bad] { color: var(--bad); font-weight: 600; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
legend { float: left; margin-right: .5rem; padding: 0; font-size: .875rem; color: var(--soft); }
button { min-height: 2.75rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: inherit; cursor: pointer; }
button:hover { border-color: var(--accent); }
button[aria-pressed=true] { background: var(--bad); border-color: var(--bad); color: var(--card); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
label { display: inline-flex; gap: .5rem; align-items: center; min-height: 2.75rem; font-size: .875rem; color: var(--soft); }
main { padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; }
ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); align-items: start; }
figure { margin: 0; }
img { display: block; width: 100%; height: auto; background: #fff; border-radius: .25rem; box-shadow: 0 1px 2px #0003, 0 8px 24px #0002; }
.torn img { border-bottom: .5rem dashed var(--bad); }
figcaption { margin-top: .5rem; font-size: .875rem; color: var(--soft); }
.torn figcaption { color: var(--bad); }
#empty { color: var(--soft); max-width: 32rem; }
@media (prefers-reduced-motion: no-preference) { li.new { animation: out .6s ease-out; } @keyframes out { from { clip-path: inset(0 0 100% 0); transform: translateY(-1rem); } } }
`;

const script = `
const token = new URLSearchParams(location.search).get('token');
const at = (path) => path + '?token=' + encodeURIComponent(token);
const list = document.querySelector('ol'), state = document.querySelector('#state'), empty = document.querySelector('#empty');
const words = { paper_out: 'Paper is out', cover_open: 'The cover is open', mute: 'Prints, but does not answer', half_open: 'The connection is dead but open', slow: 'Prints slowly', reset: 'Will break the connection', reboot: 'Will restart' };
const shown = new Map();
let first = true;
function item(badge) {
  const li = document.createElement('li'), figure = document.createElement('figure'), img = document.createElement('img'), caption = document.createElement('figcaption');
  const time = new Date(badge.atMs).toLocaleTimeString();
  const what = badge.complete ? 'Badge ' + badge.number : 'Piece ' + badge.number + ', torn off';
  img.src = at('/printer/badges/' + badge.number + '.png'); img.width = badge.width; img.height = badge.height;
  img.alt = what + ', printed at ' + time;
  caption.textContent = what + ' · ' + time;
  if (!badge.complete) li.classList.add('torn');
  if (!first) li.classList.add('new');
  figure.append(img, caption); li.append(figure);
  return li;
}
function show({ fault, badges }) {
  for (const button of document.querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.value === (fault ?? '') && fault !== null));
  state.toggleAttribute('data-bad', fault !== null);
  const whole = badges.filter((badge) => badge.complete).length;
  const count = whole === 1 ? '1 badge' : whole + ' badges';
  const text = (fault === null ? 'Ready' : words[fault]) + ' · ' + count;
  if (state.textContent !== text) state.textContent = text;
  empty.hidden = badges.length > 0;
  for (const badge of [...badges].reverse()) if (!shown.has(badge.number)) { const li = item(badge); shown.set(badge.number, li); list.prepend(li); }
  const kept = new Set(badges.map((badge) => badge.number));
  for (const [number, li] of shown) if (!kept.has(number)) { li.remove(); shown.delete(number); }
  first = false;
}
const events = new EventSource(at('/printer/events'));
events.onmessage = (event) => show(JSON.parse(event.data));
events.onerror = () => { state.textContent = 'The device host does not answer.'; state.toggleAttribute('data-bad', true); };
document.querySelector('fieldset').addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button === null) return;
  const off = button.getAttribute('aria-pressed') === 'true';
  const after = document.querySelector('#middle').checked ? '1' : '0';
  fetch(at('/printer/fault'), { method: 'POST', body: new URLSearchParams({ fault: off ? '' : button.value, after }) });
});
`;

const buttons = [
  ['paper_out', 'Paper out'],
  ['cover_open', 'Open cover'],
  ['mute', 'Mute'],
  ['half_open', 'Dead connection'],
  ['slow', 'Slow'],
  ['reset', 'Reset'],
  ['reboot', 'Restart'],
] as const;

/** @param nonce base64, also in the page's Content-Security-Policy */
export function pageHtml(nonce: string): string {
  const choices = buttons.map(
    ([value, label]) => `<button type="button" value="${value}" aria-pressed="false">${label}</button>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Virtual badge printer</title>
<link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body>
<header>
<h1>Virtual badge printer</h1>
<p id="state" role="status">Connecting …</p>
<fieldset><legend>Make it fail</legend>${choices.join('')}<label><input type="checkbox" id="middle"> in the middle of the next badge</label></fieldset>
</header>
<main>
<h2>Printed, newest first</h2>
<p id="empty">Nothing yet. Check someone in at the kiosk and the badge appears here.</p>
<ol></ol>
</main>
<script nonce="${nonce}" type="module">${script}</script>
</body>
</html>`;
}
