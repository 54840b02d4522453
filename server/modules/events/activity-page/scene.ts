/** The data that the sections of the activity page are rendered from. */
import type { AttendeeScene } from '../attendee-page/scene.ts';
import type { ActivityData } from './activity-data.ts';
import type { ActivityWords } from './words/activity-words.ts';

export type ActivityScene = AttendeeScene<ActivityData, ActivityWords>;
