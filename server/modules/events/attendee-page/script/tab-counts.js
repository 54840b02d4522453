// The count of what is new, at each tab.

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
