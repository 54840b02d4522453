// Forms are sent without leaving the page; one that may wait is written down on the device first.

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
