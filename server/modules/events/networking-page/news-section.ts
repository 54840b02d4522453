/** Lists what others have done since the person last marked the news as seen, each with a link to its place. */
import { type Html, html } from '#shared/base/html.ts';
import { form } from '../attendee-page/scene.ts';
import { tabPath } from '../attendee-page/tabs.ts';
import { addressAt } from '../registration-page/frame.ts';
import { fill } from '../registration-page/page-words.ts';
import type { NetworkingScene } from './scene.ts';

export function newsSection(scene: NetworkingScene): Html | false {
  const { data, facts, reading, ticket, words } = scene;
  const [newest] = data.news;
  if (!newest) return false;
  const said = words.news;
  const lines = data.news.map(({ at, kind, name, place, tab }) => {
    const text = fill(said.kinds[kind], { name });
    const page = tab === 'networking' ? '' : addressAt(reading, tabPath(ticket, tab));
    return html`<li data-news="${text}"><a href="${page}#${place}">${text}</a> <span class="soft">${facts.moment(at, reading.tag)}</span></li>`;
  });
  const inside = html`<button class="btn">${said.seen}</button>`;
  return html`<section class="news" aria-labelledby="news"><h2 id="news">${said.title}</h2><ul class="rows">${lines}</ul>${form(scene, { do: 'seen', until: newest.at }, inside)}</section>`;
}
