/** `events.badges`: the 15 badges, who holds them, and how far a person is. */
import { ok } from '#shared/base/result.ts';
import {
  type AwardFacts,
  type BadgeId,
  badgeIds,
  badgeOf,
  observedShare,
  progressOf,
  rarityTraits,
  shareStanding,
} from '#shared/gamification/badges.ts';
import { achievementBadges, type BadgeAwardRecord, badgeAwards } from '#shared/modules/events/gamification.ts';
import { listBadges } from '#shared/modules/events/gamification-actions.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { attendeeOf } from '../attendee.ts';
import { eventOf } from '../records.ts';
import { activitiesOf, factsOf } from './award-badges.ts';
import { checkEnabled, gamificationOf } from './setting.ts';

/** Returns the state of one badge for one person. */
function standingOf(id: BadgeId, facts: AwardFacts, awards: readonly BadgeAwardRecord[]) {
  const award = awards.find(({ badge }) => badge === id);
  const progress = progressOf(id, facts);
  const awarded = award?.state === 'awarded';
  const begun = progress !== null && progress.value > 0;
  return {
    awarded,
    awardedAt: awarded ? award.awardedAt : null,
    state: award?.state ?? (begun ? 'in_progress' : 'locked'),
    progress,
  };
}

async function personOf(reader: Reader, eventId: string, registrationId: string) {
  const facts = await factsOf(reader, eventId, await activitiesOf(reader, registrationId));
  const awards = await reader.find(badgeAwards, {
    where: where({ registration: registrationId }),
    limit: badgeIds.length,
  });
  return (id: BadgeId) => standingOf(id, facts, awards);
}

export const badgesAction = action(listBadges, async (reader, input, { actor }) => {
  const event = await eventOf(reader, input.eventId);
  if (!event.ok) return event;
  const setting = gamificationOf(event.value);
  const enabled = checkEnabled(setting);
  if (!enabled.ok) return enabled;
  const { registrationId } = input;
  const asking = registrationId ? await attendeeOf(reader, { ...input, registrationId }, actor, 'events:read') : null;
  if (asking && !asking.ok) return asking;
  const eventId = event.value.id;
  const person = asking && (await personOf(reader, eventId, asking.value.id));
  const rows = await reader.find(achievementBadges, { where: where({ event: eventId }), limit: badgeIds.length });
  const attendees = await reader.count(registrations, where({ event: eventId, status: 'confirmed' }));
  return ok({
    badges: badgeIds.map((id) => {
      const { description, name, rarity } = badgeOf(id);
      const holders = rows.find(({ key }) => key === id)?.holders ?? 0;
      const awardedShare = observedShare(holders, attendees);
      return {
        id,
        name,
        description,
        rarity,
        ...setting.badge(id),
        targetShare: rarityTraits[rarity].targetShare,
        awardedShare,
        standing: shareStanding(rarity, awardedShare),
        holders,
        ...person?.(id),
      };
    }),
  });
});
