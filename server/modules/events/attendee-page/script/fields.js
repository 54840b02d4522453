// What is missing is said at its field, in the language of the page, and a chosen time in the way of the page.

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
