/** The pages of an attendee. */

/** Tabs in the order of the bar. Each but the first is a part of the ticket page's address. */
export const attendeeTabs = ['ticket', 'programme', 'stream', 'networking', 'activity', 'more'] as const;
export type AttendeeTab = (typeof attendeeTabs)[number];
