/** A number of hours with its noun, in the form that belongs to the number: `1 hour`, `48 Stunden`. */

/** @param tag of the language (BCP 47) */
export function hoursText(hours: number, tag: string): string {
  return new Intl.NumberFormat(tag, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours);
}
