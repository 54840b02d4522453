// Runs in every page of an attendee. The pages work without it; it sends forms without leaving the page, keeps what is done
// offline until it is sent, shows what has changed, and has the pages kept for use without a network. Needs no library.
(() => {
  const tabsEveryMs = 60_000;
  const retryMs = 15_000;
  const lookLimitMs = 10_000;
  /** Looks of a page with a live line: for what no change brings, such as a session that begins. */
  const seldomMs = 60_000;
  /** Long enough to read two sentences. */
  const saidMs = 10_000;
  const errorMs = 1_000;
  /** How long the live line may take to open before the page looks without it. */
  const openingMs = 3_000;
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const page = JSON.parse(byId('attendee-data').textContent);
  const { words } = page;
  const waiting = openWaiting(`gatehouse-waiting ${page.ticket}`);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);
  const pathOf = (action) => new URL(action, location.href).pathname;

  // --- whether there is a network ---

  function connected(isConnected) {
    root.dataset.connection = isConnected ? 'online' : 'offline';
    const shown = byId('att-connection');
    if (!shown) return;
    const text = isConnected ? (root.dataset.kept === 'true' ? words.saved : '') : words.offline;
    if (shown.textContent !== text) shown.textContent = text;
  }

  let saidTimer = 0;
  /**
   * At the edge of the screen, where it is seen at any place of the page.
   *
   * @param outcomes how many the text names: more need more time
   */
  function say(text, outcomes = 1) {
    clearTimeout(saidTimer);
    byId('att-alert').hidden = true;
    byId('att-said').textContent = text;
    saidTimer = setTimeout(() => say(''), saidMs * outcomes);
    makeRoom();
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

  // --- what waits ---

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

  // --- forms ---

  /** As it is seen: what the label has for screen readers alone is the heading of the form. */
  function labelOf(button) {
    const seen = button.cloneNode(true);
    for (const other of all('.visually-hidden, input, select, textarea', seen)) other.remove();
    return seen.textContent.trim();
  }

  function itemOf(form, submitter) {
    const fields = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
    if (submitter?.name) fields.push([submitter.name, submitter.value]);
    const about = form.closest('article, li, section')?.querySelector('h2, h3, h4, legend')?.textContent;
    const what = [labelOf(submitter ?? form.querySelector('button')), about].filter(Boolean).join(' · ');
    const action = form.getAttribute('action');
    return { key: newKey(), action, fields, what, form: form.id, opened: performance.timeOrigin };
  }

  // --- what is missing is said at its field, in the language of the page ---

  const isChoice = ({ tagName, type }) => tagName === 'SELECT' || type === 'radio';
  function problemOf(field) {
    const { fields } = words;
    const { badInput, rangeOverflow, rangeUnderflow, tooLong, tooShort, valueMissing } = field.validity;
    const name = (field.type === 'radio' && field.closest('fieldset')?.querySelector('legend')) || field.labels?.[0];
    const label = name ? labelOf(name) : '';
    if (valueMissing) return fill(isChoice(field) ? fields.choose : fields.required, { label });
    if (field.dataset.outside && !badInput) return field.dataset.outside;
    if (tooLong) return fill(fields.tooLong, { label, n: field.maxLength });
    if (tooShort) return fill(fields.tooShort, { label, n: field.minLength });
    if (rangeUnderflow) return fill(fields.tooSmall, { label, n: field.min });
    return fill(rangeOverflow ? fields.tooLarge : fields.wrong, { label, n: field.max });
  }

  /** As the page has it that refuses the field. */
  const errorIdOf = ({ form, name }) => `${form.id}-${name}-e`;
  function sayProblem(field) {
    const id = errorIdOf(field);
    const error = byId(id) ?? make('p', '', { className: 'error', id, role: 'alert' });
    error.textContent = problemOf(field);
    if (!error.isConnected) (field.closest(field.type === 'radio' ? 'fieldset' : '.field') ?? field.form).append(error);
    field.setAttribute('aria-invalid', 'true');
    const described = new Set([...(field.getAttribute('aria-describedby')?.split(' ') ?? []), id]);
    field.setAttribute('aria-describedby', [...described].join(' '));
  }

  // Instead of the browser's own message, which speaks the browser's language.
  document.addEventListener(
    'invalid',
    (event) => {
      const field = event.target;
      if (!field.form?.closest('main')) return;
      event.preventDefault();
      sayProblem(field);
      if (field !== [...field.form.elements].find((one) => one.willValidate && !one.validity.valid)) return;
      const fold = field.closest('details');
      if (fold) fold.open = true;
      focusOn(field);
    },
    true,
  );
  document.addEventListener('input', ({ target: field }) => {
    const error = field.form && byId(errorIdOf(field));
    if (!error || !field.validity.valid) return;
    error.remove();
    for (const one of all(`[name="${field.name}"]`, field.form)) one.removeAttribute('aria-invalid');
  });

  /** What opens does not lie below what was said before it. */
  document.addEventListener('click', ({ target }) => {
    const fold = target.closest?.('main summary')?.parentElement;
    if (!fold || fold.open) return;
    say('');
    requestAnimationFrame(() => fold.querySelector('form')?.scrollIntoView({ block: 'nearest' }));
  });

  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (form.getAttribute('method') !== 'post' || !form.closest('main')) return;
    event.preventDefault();
    if (form.dataset.busy || !form.checkValidity()) return;
    const item = itemOf(form, event.submitter);
    say('');
    if (form.dataset.waits !== undefined) {
      if (!waiting.has(item) && !waiting.add(item)) return warn(words.full);
      showWaiting();
      const outcomes = await sendWaiting();
      const notSent = { isNamed: true, text: fill(words.notSent, { what: item.what }) };
      if (waiting.has(item)) announce([...outcomes, notSent]);
      return;
    }
    form.dataset.busy = 'true';
    form.setAttribute('aria-busy', 'true');
    const outcome = await sendForm(item);
    delete form.dataset.busy;
    form.removeAttribute('aria-busy');
    connected(outcome.kind !== 'later');
    if (outcome.kind === 'later') return warn(words.cannotWait);
    if (outcome.page) announce([takeOutcome(item, outcome)]);
    else warn(outcome.reason);
    root.dataset.settled = String(Number(root.dataset.settled ?? 0) + 1);
  });

  // --- what became of a form ---

  /** The form and what it is folded away in, before the page is another one. */
  function placeOf(id) {
    const form = byId(id);
    const { activeElement } = document;
    return {
      // Without a focus of its own, or with one that a disabled button has lost.
      isHere: !activeElement || activeElement === document.body || (form?.contains(activeElement) ?? false),
      fold: form?.closest('details') ? nameOf(form.closest('details')) : undefined,
      part: form?.closest('[aria-labelledby]')?.getAttribute('aria-labelledby'),
      card: form?.closest('li[id]')?.id,
      next: form?.closest('li[id]')?.nextElementSibling?.id,
    };
  }

  /**
   * What was done is folded away, and the focus stays near; what was refused stays as it was typed.
   *
   * @returns what the person is to learn of it
   */
  function takeOutcome(item, { kind, page: answer, url }) {
    const { card, fold, isHere, next, part } = placeOf(item.form);
    const folded = kind === 'done' ? fold : undefined;
    const typed = typedBeside(item.form);
    take(answer, url, folded);
    for (const field of typed) typeAgain(field);
    const form = byId(item.form);
    if (kind === 'done') {
      const text = byId('done')?.textContent;
      const summary = all('main details')
        .find((details) => nameOf(details) === fold)
        ?.querySelector('summary');
      // A card that has gone elsewhere leaves the person at the one after it.
      const near = form?.querySelector('button') ?? byId(part) ?? byId(next);
      if (isHere) focusOn(summary ?? near ?? document.querySelector('main'));
      if (!text) return { isNamed: true, text: fill(words.sent, { what: item.what }) };
      return { text, what: item.what };
    }
    const problems = byId('problems');
    const name = problems?.dataset.field;
    const field = form && name ? form.elements.namedItem(name) : null;
    // Where the card has another form instead, such as one that books this session and gives up the other.
    const button = (form ?? byId(card)?.querySelector('form'))?.querySelector('button');
    focusOn(field?.focus ? field : (button ?? problems));
    return { isRefused: true, text: problems?.textContent ?? '', what: item.what };
  }

  /** What is typed in other forms of the page and not sent yet. */
  function typedBeside(sent) {
    const fields = all('main :is(input, textarea, select)').filter(isFilledIn);
    return fields
      .filter(({ form }) => form && form.id !== '' && form.id !== sent)
      .map(({ checked, form, name, type, value }) => ({ checked, form: form.id, name, type, value }));
  }

  function typeAgain({ checked, form, name, type, value }) {
    const field = byId(form)?.elements.namedItem(name);
    if (!field) return;
    if (type === 'checkbox') field.checked = checked;
    else if (type !== 'radio' || checked) field.value = value;
  }

  function focusOn(element) {
    if (!element) return;
    if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
    element.focus();
    makeRoom();
  }

  // --- another state of this page ---

  /** Two cards of one person may have a summary with the same words. */
  const nameOf = (details) =>
    [
      details.closest('[aria-labelledby]')?.getAttribute('aria-labelledby'),
      details.querySelector('summary').textContent,
    ].join(' ');

  /** @param folded the summary of what is not opened again */
  function take(answer, url, folded) {
    const main = answer.querySelector('main');
    const data = answer.getElementById('attendee-data');
    if (!main || !data) return location.reload();
    const open = new Map(all('main details').map((details) => [nameOf(details), details.open]));
    if (folded !== undefined) open.delete(folded);
    const focused = document.activeElement?.closest('main, main [id]')?.id;
    document.querySelector('main').replaceWith(main);
    takeTabs(answer.querySelector('.tabbar'));
    for (const details of all('main details')) details.open = details.open || (open.get(nameOf(details)) ?? false);
    const { count, mark, paceMs } = JSON.parse(data.textContent);
    Object.assign(page, { mark, paceMs });
    showCount(page.here, count);
    if (url) {
      history.replaceState(null, '', url);
      hideNotice();
    }
    showWaiting();
    if (focused) focusOn(byId(focused));
    keep(location.pathname + location.search, true);
  }

  /** A registration that was cancelled has fewer of them. */
  function takeTabs(bar) {
    const own = document.querySelector('.tabbar');
    const tabsOf = (nav) =>
      all('a', nav)
        .map(({ dataset }) => dataset.tab)
        .join();
    if (own && bar && tabsOf(own) !== tabsOf(bar)) own.replaceWith(bar);
  }

  function isFilledIn(field) {
    // What was refused stands in the form as it was typed, and is stored nowhere.
    if (field.form?.dataset.again !== undefined && field.type !== 'hidden') return true;
    if (field.options) {
      const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
      return field.selectedIndex !== Math.max(0, first);
    }
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
    return field.type !== 'hidden' && field.value !== field.defaultValue;
  }
  const isTyped = () => all('main :is(input, textarea, select)').some(isFilledIn);

  async function ask(path, accept) {
    const signal = AbortSignal.timeout?.(lookLimitMs);
    const answer = await fetch(path, { cache: 'no-store', headers: { Accept: accept }, signal });
    if (!answer.ok) throw Object.assign(new Error(path), { status: answer.status });
    return answer;
  }

  /** An address that is opened again, kept or passed on does not say what a form has done. */
  function hideNotice() {
    const address = new URL(location.href);
    if (!address.searchParams.has('notice')) return;
    address.searchParams.delete('notice');
    history.replaceState(null, '', address);
  }

  /** Without the outcome of a form before: what has changed since may contradict it. */
  async function takeNews() {
    const answer = await ask(location.pathname + location.search, 'text/html');
    take(pageOf(await answer.text()), null);
  }

  function offerNews() {
    if (byId('att-news')) return;
    const note = make('p', `${words.news} `, { className: 'note', id: 'att-news' });
    const button = make('button', words.show, { className: 'btn' });
    button.addEventListener('click', () => takeNews().catch(() => connected(false)));
    note.append(button);
    document.querySelector('main').prepend(note);
  }

  // --- news ---

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

  function showCount(tab, count) {
    const mark = document.querySelector(`.tabbar [data-tab="${tab}"] em`);
    if (!mark) return;
    mark.hidden = count === 0;
    mark.replaceChildren(String(count), make('span', ` ${words.new}`, { className: 'visually-hidden' }));
  }

  async function lookAtTabs() {
    for (const link of all('.tabbar a[data-tab]:not([data-online])')) {
      const { tab } = link.dataset;
      if (tab === 'ticket' || tab === page.here) continue;
      const answer = await ask(`${link.pathname}/news`, 'application/json').catch(() => null);
      if (answer) showCount(tab, (await answer.json()).waiting);
    }
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

  // --- opening without a network ---

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

  // Browsers write a time that is chosen in their own way, not in the way of the page.
  const chosenTime = new Intl.DateTimeFormat(page.tag, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
    ...{ hour: page.tag.startsWith('ar') ? 'numeric' : '2-digit', minute: '2-digit' },
  });
  document.addEventListener('input', ({ target }) => {
    if (target.type !== 'datetime-local') return;
    const ms = Date.parse(`${target.value}Z`);
    const shown = target.parentElement.querySelector('output');
    if (shown) shown.textContent = Number.isNaN(ms) ? '' : chosenTime.format(ms);
  });

  hideNotice();
  showWaiting();
  showCount(page.here, page.count);
  byId('problems')?.focus();
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
})();
