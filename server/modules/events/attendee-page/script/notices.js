// Outcomes and the state of the network, where they are seen at any place of the page.

/** Long enough to read two sentences. */
const saidMs = 10_000;

function connected(isConnected) {
  root.dataset.connection = isConnected ? 'online' : 'offline';
  const shown = byId('att-connection');
  if (!shown) return;
  const text = isConnected ? (root.dataset.kept === 'true' ? words.saved : '') : words.offline;
  if (shown.textContent !== text) shown.textContent = text;
}

let saidTimer = 0;
/**
 * At the edge of the screen, where it is seen at any place of the page. A refusal that is shown there stays.
 *
 * @param parts how many sentences the text has: more need more time
 */
function tell(text, parts = 1) {
  clearTimeout(saidTimer);
  byId('att-said').textContent = text;
  if (text !== '') saidTimer = setTimeout(() => tell(''), saidMs * parts);
  makeRoom();
}

/** What came of something that the person did: a refusal of something before is over. */
function say(text, outcomes = 1) {
  byId('att-alert').hidden = true;
  tell(text, outcomes);
}

/** The page ends above what is said, and what has the focus does not lie below it. */
function makeRoom() {
  const heightOf = (selector) => Math.ceil(document.querySelector(selector)?.getBoundingClientRect().height ?? 0);
  const height = heightOf('.toasts');
  root.style.setProperty('--tabs', `${heightOf('.tabbar')}px`);
  root.style.setProperty('--said', `${height}px`);
  if (height > 0 && document.activeElement?.closest('main *'))
    document.activeElement.scrollIntoView({ block: 'nearest' });
}

/** Stays until it is dismissed, or the person does something else. */
function warn(text) {
  say('');
  const alert = byId('att-alert');
  alert.hidden = false;
  alert.querySelector('p').textContent = text;
  makeRoom();
}

/**
 * One outcome in its own words; several, such as of what waited for a network, in one notice with the name of each.
 * One that was refused keeps the notice until it is dismissed.
 */
function announce(outcomes) {
  const [first] = outcomes;
  const named = ({ isNamed, text, what }) => (isNamed ? text : fill(words.outcome, { what, text }));
  const text = outcomes.length === 1 ? first.text : outcomes.map(named).join('\n');
  if (outcomes.some(({ isRefused }) => isRefused)) warn(text);
  else say(text, outcomes.length);
}
byId('att-alert')
  .querySelector('button')
  .addEventListener('click', () => say(''));

function focusOn(element) {
  if (!element) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus();
  makeRoom();
}
