// Another state of this page takes its place; what is open, typed and focused stays.

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
  showInstall();
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

/** An address that is opened again, kept or passed on does not say what a form has done. */
function hideNotice() {
  const address = new URL(location.href);
  if (!address.searchParams.has('notice')) return;
  address.searchParams.delete('notice');
  history.replaceState(null, '', address);
}
