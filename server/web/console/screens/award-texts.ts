/** Names and descriptions of the achievement badges in the console's language; the API has them in English. */
import type { BadgeId } from '#shared/gamification/badges.ts';
import { t } from '../../parts/text/text.ts';

interface AwardText {
  readonly name: string;
  readonly description: string;
}

export const awardTexts: Readonly<Record<BadgeId, AwardText>> = {
  first_checkin: { name: t('award_first_checkin'), description: t('award_first_checkin_for') },
  profile_complete: { name: t('award_profile_complete'), description: t('award_profile_complete_for') },
  first_session: { name: t('award_first_session'), description: t('award_first_session_for') },
  first_connection: { name: t('award_first_connection'), description: t('award_first_connection_for') },
  feedback_giver: { name: t('award_feedback_giver'), description: t('award_feedback_giver_for') },
  early_bird: { name: t('award_early_bird'), description: t('award_early_bird_for') },
  session_explorer: { name: t('award_session_explorer'), description: t('award_session_explorer_for') },
  networker: { name: t('award_networker'), description: t('award_networker_for') },
  booth_hopper: { name: t('award_booth_hopper'), description: t('award_booth_hopper_for') },
  curious_mind: { name: t('award_curious_mind'), description: t('award_curious_mind_for') },
  super_networker: { name: t('award_super_networker'), description: t('award_super_networker_for') },
  track_master: { name: t('award_track_master'), description: t('award_track_master_for') },
  expo_champion: { name: t('award_expo_champion'), description: t('award_expo_champion_for') },
  all_rounder: { name: t('award_all_rounder'), description: t('award_all_rounder_for') },
  event_legend: { name: t('award_event_legend'), description: t('award_event_legend_for') },
};
