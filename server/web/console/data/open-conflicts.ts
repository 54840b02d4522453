/** Selects the conflicts that someone has to review, for the list of them and for what counts them. */

export const openConflicts = (event: string) =>
  ({ event: { equals: event }, acknowledgedAt: { exists: false } }) as const;
