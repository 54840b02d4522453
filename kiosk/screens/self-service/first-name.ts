/** The first name for a greeting, from a full name. */

/** Titles that stand before a name in the kiosk's languages, in lower case; a name may write them with a dot. */
const titles: ReadonlySet<string> = new Set(
  'dr prof professor med ing dipl mag mr mrs ms miss mx sir madam herr frau hr fr señor señora sr sra don doña m mme mlle monsieur madame mademoiselle الدكتور الدكتورة د السيد السيدة الأستاذ الأستاذة'.split(
    ' ',
  ),
);

/** @returns the first word that is no title, of `Berg, Anna` the first after the comma; the whole name where all are titles */
export function firstNameOf(name: string): string {
  const whole = name.trim().replace(/\s+/g, ' ');
  const [family = '', given = ''] = whole.split(/[,،]\s*/, 2);
  const words = (given === '' ? family : given).split(' ');
  const first = words.find((word) => !isTitle(word));
  return first ?? whole;
}

function isTitle(word: string): boolean {
  // `Dr.-Ing.`, `Prof.Dr.`: titles grown together.
  const parts = word
    .toLowerCase()
    .split(/[.-]+/)
    .filter((part) => part !== '');
  return parts.every((part) => titles.has(part));
}
