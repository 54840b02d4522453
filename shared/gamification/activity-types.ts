/**
 * The activities that earn points, and what an event may change of them. Points, limits and the types that a client
 * cannot report are those of section 5 of the design of events.
 */

export interface ActivityType {
  /** Points for each activity that counts. */
  readonly points: number;
  /** Activities a day of the event's zone that earn points; null: no limit. */
  readonly maxPerDay: number | null;
  /** Whether a program may report it. What the server sees by itself is not taken from a client. */
  readonly reportable: boolean;
  /** Once for each registration: with any subject that a client names it is the same activity. */
  readonly once?: true;
}

export const activityTypes = {
  checkin: { points: 10, maxPerDay: 1, reportable: false },
  early_checkin: { points: 10, maxPerDay: null, reportable: false, once: true },
  session_attended: { points: 10, maxPerDay: null, reportable: false },
  session_rated: { points: 3, maxPerDay: null, reportable: true },
  match_mutual: { points: 5, maxPerDay: null, reportable: true },
  meeting_completed: { points: 15, maxPerDay: null, reportable: false },
  booth_visit: { points: 5, maxPerDay: null, reportable: false },
  question_approved: { points: 4, maxPerDay: 5, reportable: true },
  poll_vote: { points: 2, maxPerDay: null, reportable: true },
  profile_completed: { points: 10, maxPerDay: null, reportable: true, once: true },
} as const satisfies Readonly<Record<string, ActivityType>>;

export type ActivityName = keyof typeof activityTypes;
export const activityNames = Object.keys(activityTypes) as [ActivityName, ...ActivityName[]];

export function isActivityName(name: string): name is ActivityName {
  return Object.hasOwn(activityTypes, name);
}

/** The subject of activities that happen once. */
export const onlySubject = 'once';

/** An activity that an organizer adds: attendees report it themselves. */
export interface OwnActivity {
  readonly id: string;
  readonly points: number;
  readonly maxPerDay: number;
}

export interface ActivitySetting {
  /** Type → points instead of the usual ones. */
  readonly points: Readonly<Record<string, number>>;
  /** Type → activities a day that earn points. */
  readonly caps: Readonly<Record<string, number>>;
  readonly own: readonly OwnActivity[];
}

/** @returns the type as this event has it; null: the event knows no such type */
export function activityTypeOf(name: string, { caps, own, points }: ActivitySetting): ActivityType | null {
  if (isActivityName(name)) {
    const usual: ActivityType = activityTypes[name];
    return { ...usual, points: points[name] ?? usual.points, maxPerDay: caps[name] ?? usual.maxPerDay };
  }
  const added = own.find(({ id }) => id === name);
  return added ? { points: added.points, maxPerDay: added.maxPerDay, reportable: true } : null;
}

/**
 * @param earnedToday activities of this type that earned points on the same day
 * @returns the points, and whether the limit of the day is the reason for none
 */
export function pointsFor(
  type: ActivityType,
  earnedToday: number,
): { readonly points: number; readonly capped: boolean } {
  const capped = type.maxPerDay !== null && earnedToday >= type.maxPerDay;
  return { points: capped ? 0 : type.points, capped };
}
