/** The calendar entry of a meeting: with whom, at which event and where. Mail and page use the same. */

/**
 * @param other name of the other person
 * @param table name of the table or room; null: none is agreed
 * @param event null: it is gone
 */
export function meetingPlace(
  other: string,
  table: string | null,
  event: { readonly name: string; readonly venue: string | null } | null,
): { readonly name: string; readonly venue: string | null } {
  const joined = (parts: readonly (string | null | undefined)[], between: string) =>
    parts.filter(Boolean).join(between);
  return { name: joined([other, event?.name], ' · '), venue: joined([table, event?.venue], ', ') || null };
}
