/** Finds the row of a form that a refusal is about. Pure. */

/** A name within a path: of `priceSteps[1].from`, `priceSteps` and `from`. */
const name = /[A-Za-z_]\w*/g;

/**
 * The row that has the whole path as its name, or the end of it if that has several steps (`points.checkin` of
 * `gamification.points.checkin`), else the innermost name that has a row: `streaming.captions.languages[0]`
 * is about `languages`. What stands within an element of a list counts only where nothing before it has a row: the name
 * of a price step is not the name of the ticket type.
 *
 * @param rows names of the form's rows
 * @returns null: no row is about it
 */
export function rowOf(path: string | undefined, rows: ReadonlySet<string>): string | null {
  if (path === undefined) return null;
  if (rows.has(path)) return path;
  const end = [...rows].find((row) => row.includes('.') && path.endsWith(`.${row}`));
  if (end !== undefined) return end;
  const whole = [...rows].find((row) => row.includes('[') && path.startsWith(`${row}.`));
  const [before = '', ...inside] = path.split('[');
  const known = (text: string) => (text.match(name) ?? []).findLast((one) => rows.has(one)) ?? null;
  return whole ?? known(before) ?? known(inside.join('['));
}
