// What became of a form, on the page that came for it.

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
    // Where the card has moved to another list, the person stays at the one after it.
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
