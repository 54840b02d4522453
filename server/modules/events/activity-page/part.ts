/** The page where attendees see their points and badges, vote, ask, answer and claim. */
import type { Part } from '../part.ts';
import { activityPages } from './activity-pages.ts';

export const activityPagePart: Part = {
  name: 'activity-page',
  needs: ['event', 'registration'],
  make: (ports) => ({ pages: activityPages(ports) }),
};
