/** Decides which accounts need a payment on their behalf: those in another region than the platform’s. Pure. */

/**
 * One region: the European Economic Area. Every other country counts as a region of its own, so that two of them are taken for
 * different regions rather than for one.
 */
const economicArea = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

const regionOf = (country: string) => (economicArea.has(country) ? 'EEA' : country);

/** Null: one of the countries is not known. */
export function isOtherRegion(country: string | null, platform: string | null): boolean | null {
  return country === null || platform === null ? null : regionOf(country) !== regionOf(platform);
}
