// <script async src="https://…/embed.js" data-event="organizer/event"></script>: the registration page of an event in a
// frame beside the script, as tall as its content.
(() => {
  const script = document.currentScript;
  const event = script?.dataset.event;
  if (!event) return console.error('Gatehouse: the script tag needs data-event="organizer/event".');
  const { origin } = new URL(script.src);
  const query = new URLSearchParams({ embed: '1' });
  const { language = '' } = script.dataset;
  if (language !== '') query.set('lang', language);
  const frame = document.createElement('iframe');
  frame.src = `${origin}/e/${event}?${query}`;
  frame.title = script.dataset.title ?? 'Tickets';
  frame.style.cssText = 'display:block;width:100%;height:640px;border:0;color-scheme:normal';
  frame.allow = 'payment';
  script.insertAdjacentElement('afterend', frame);
  let seen = false;
  addEventListener('message', ({ data, origin: from, source }) => {
    if (from !== origin || source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
    if (data.gatehouse === 'height' && Number.isFinite(data.px)) frame.style.height = `${Math.ceil(data.px)}px`;
    // A new step begins at its top.
    if (data.gatehouse === 'page' && seen && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
    if (data.gatehouse === 'page') seen = true;
  });
})();
