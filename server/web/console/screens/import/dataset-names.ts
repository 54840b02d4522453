/** The names of the exported datasets on the page. Each dataset needs a name here, which a test checks. */
import { t } from '../../../parts/text/text.ts';

export const datasetNames: Readonly<Record<string, string>> = {
  event: t('event'),
  registrations: t('attendees'),
  checkins: t('check_ins'),
  leads: t('leads'),
  orders: t('orders'),
  payments: t('payments'),
  sessions: t('sessions'),
  session_bookings: t('session_bookings'),
  leaderboard: t('leaderboard'),
  matches: t('matches'),
  meetings: t('meetings'),
};
