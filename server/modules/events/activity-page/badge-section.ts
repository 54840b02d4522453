/** The badges of the event: what each takes, how far the person is, and how many attendees have it. */
import { type Html, html } from '#shared/base/html.ts';
import { percentRange, percentText } from '#shared/text/percent-text.ts';
import { fill } from '../registration-page/page-words.ts';
import type { ShownBadge } from './activity-data.ts';
import type { ActivityScene } from './scene.ts';

/** A rule of one step is fulfilled or not; others are counted. */
function standingOf({ words }: ActivityScene, { awarded = false, progress }: ShownBadge): string {
  const { badge } = words;
  if (awarded) return words.awarded;
  if (!progress) return badge.atTheEnd;
  const counted = ({ goal, value }: { readonly value: number; readonly goal: number }) =>
    fill(badge.progress, { value: String(value), goal: String(goal) });
  if (progress.parts.length > 0)
    return progress.parts.map((part) => `${badge.counted[part.of]}: ${counted(part)}`).join(' · ');
  return progress.goal === 1 ? badge.notYet : counted(progress);
}

function shareOf({ reading, words }: ActivityScene, { awardedShare, targetShare }: ShownBadge): string {
  const target = percentRange(reading.language, targetShare.min, targetShare.max);
  return fill(words.badge.share, { share: percentText(reading.language, awardedShare), target });
}

export function badgeSection(scene: ActivityScene): Html | false {
  const { data, words } = scene;
  const shown = data.badges.filter(({ enabled }) => enabled);
  if (shown.length === 0) return false;
  const row = (badge: ShownBadge) =>
    html`<li><p><strong>${words.badgeNames[badge.id]}</strong> <span class="st ${badge.awarded ? 'ok' : 'soft'}">${standingOf(scene, badge)}</span></p><p>${words.badge.rules[badge.id]}</p><p class="soft small">${shareOf(scene, badge)}</p></li>`;
  return html`<section aria-labelledby="badges"><h2 id="badges">${words.badges}</h2><ul class="badges">${shown.map(row)}</ul></section>`;
}
