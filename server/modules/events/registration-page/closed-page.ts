/** The page of an event at which nothing can be ordered: over, cancelled, not on sale. */
import { html } from '#shared/base/html.ts';
import type { PageAnswer } from '../../../core/collections/public-page.ts';
import { answerPage } from './frame.ts';
import type { Opened } from './open-sale.ts';

export type ClosedState = 'cancelled' | 'closed' | 'over';

export function closedPage({ event, facts, preview, reading }: Opened, state: ClosedState): PageAnswer {
  const { text, title } = reading.words[state];
  const main = html`<div class="note ${state === 'cancelled' ? 'bad' : 'warn'}" role="status" data-state="${state}"><h2>${title}</h2><p>${text}</p></div>${event.summary && html`<p class="soft about" dir="auto">${event.summary}</p>`}`;
  const here = new URLSearchParams(reading.keep);
  return answerPage(
    reading,
    { title: event.name, event: facts, high: true, calendar: state === 'closed', narrow: true, main, here, preview },
    { framed: true },
  );
}
