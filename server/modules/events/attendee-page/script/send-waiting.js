// What waits for a network: its list on the page, and how it is sent.
const waiting = openWaiting(`gatehouse-waiting ${page.ticket}`);

function showWaiting() {
  const list = waiting.all();
  root.dataset.waiting = String(list.filter(({ reason }) => reason === undefined).length);
  const box = byId('unsent');
  box.hidden = list.length === 0;
  box.querySelector('ul').replaceChildren(...list.map(waitingLine));
  for (const form of all('main form')) {
    const isWaiting = list.some((item) => item.form === form.id && item.reason === undefined);
    for (const button of all('button', form)) button.toggleAttribute('disabled', isWaiting);
    form.querySelector('.waits')?.remove();
    if (isWaiting) form.append(make('p', words.waiting, { className: 'note warn waits' }));
  }
  for (const item of list) if (item.reason === undefined) showSent(item);
}

/** A page that was kept has the form as it was before: what waits stands in it, and does not count as typed now. */
function showSent({ form, fields }) {
  const fieldsOf = (name) => all(`:is(input:not([type="hidden"]), select, textarea)[name="${name}"]`, byId(form));
  for (const [name, value] of byId(form) ? fields : [])
    for (const field of fieldsOf(name)) {
      const choices = field.options ?? (['radio', 'checkbox'].includes(field.type) ? [field] : null);
      for (const one of choices ?? []) {
        const isChosen = one.value === value;
        Object.assign(
          one,
          field.options ? { defaultSelected: isChosen, selected: isChosen } : { defaultChecked: isChosen },
        );
        if (!field.options) one.checked = isChosen;
      }
      if (!choices) Object.assign(field, { defaultValue: value, value });
    }
}

function waitingLine({ key, reason, what }) {
  const line = make('li', '');
  const text = fill(reason === undefined ? words.notSent : words.refused, { what, reason });
  const button = make('button', reason === undefined ? words.drop : words.dismiss, { className: 'btn quiet' });
  button.addEventListener('click', () => {
    waiting.drop(key);
    say('');
    showWaiting();
  });
  line.append(make('span', text), button);
  return line;
}

/** One tab at a time, where the browser can say so; the key makes a second sender harmless. */
const alone = (work) => (navigator.locks ? navigator.locks.request('gatehouse-waiting', work) : work());
let sending = null;
function sendWaiting() {
  sending ??= alone(sendAll).finally(() => {
    sending = null;
  });
  return sending;
}

/** @returns what became of each that was sent */
async function sendAll() {
  const outcomes = [];
  for (let item = nextWaiting(); item; item = nextWaiting()) {
    const outcome = await sendForm(item);
    connected(outcome.kind !== 'later');
    if (outcome.kind === 'later') {
      failedAgain();
      break;
    }
    failed = 0;
    outcomes.push(settle(item, outcome, outcomes.length > 0));
  }
  if (outcomes.length > 0) announce(outcomes);
  showWaiting();
  return outcomes;
}
const nextWaiting = () => waiting.all().find(({ reason }) => reason === undefined);

/**
 * @param isOneOfMore others were sent just before it
 * @returns what the person is to learn of it
 */
function settle(item, { kind, page: answer, reason, url }, isOneOfMore) {
  const isHere = pathOf(item.action) === location.pathname;
  const isRefused = kind === 'refused';
  // The form on the page says itself why it was refused, unless the page was left or reloaded since, or another answer replaces it.
  const staysInForm = isRefused && answer && item.opened === performance.timeOrigin && !isOneOfMore && !hasMore(item);
  if (isRefused && !(staysInForm && isHere)) waiting.refuse(item.key, reason);
  else waiting.drop(item.key);
  root.dataset.settled = String(Number(root.dataset.settled ?? 0) + 1);
  if (answer && isHere && (kind === 'done' || staysInForm)) return takeOutcome(item, { kind, page: answer, url });
  if (isRefused) return { isNamed: true, isRefused, text: fill(words.refused, { what: item.what, reason }) };
  const text = answer?.getElementById('done')?.textContent;
  if (text) return { isNamed: true, text: fill(words.outcome, { what: item.what, text }) };
  return { isNamed: true, text: fill(words.sent, { what: item.what }) };
}
const hasMore = ({ key }) => waiting.all().some((other) => other.key !== key && other.reason === undefined);
