/** The networking page as HTML: forms that work without a script. */
import { type Html, html } from '#shared/base/html.ts';
import { blockedSection, matchSection } from './match-section.ts';
import { meetingSection } from './meeting-section.ts';
import { newsSection } from './news-section.ts';
import { profileSection } from './profile-form.ts';
import type { NetworkingScene } from './scene.ts';

export function renderNetworking(scene: NetworkingScene): Html {
  const { data, words } = scene;
  if (!data.enabled) return html`<p class="note">${words.off}</p>`;
  const parts = data.visible
    ? [
        newsSection(scene),
        data.meetingsEnabled && meetingSection(scene),
        matchSection(scene),
        profileSection(scene),
        blockedSection(scene),
      ]
    : [newsSection(scene), profileSection(scene), data.meetings.length > 0 && meetingSection(scene)];
  return html`${parts}`;
}
