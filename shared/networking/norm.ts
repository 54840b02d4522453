/** Words of profiles as they are compared: without regard to case, width and punctuation. `design/events.md` 1. */

/** NFKC, lower case, every run of other characters than letters, numbers, + and # is one space. */
export function norm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();
}

/** Normalized item → how its owner spells it; of two spellings the first. Items without letters or numbers are left out. */
export function itemsOf(list: readonly string[] | null | undefined): ReadonlyMap<string, string> {
  const items = new Map<string, string>();
  for (const spelling of list ?? []) {
    const item = norm(spelling);
    if (item !== '' && !items.has(item)) items.set(item, spelling.trim());
  }
  return items;
}

export function hasWords(text: string, words: string): boolean {
  return ` ${text} `.includes(` ${words} `);
}

export function shared<T>(a: ReadonlyMap<T, unknown>, b: ReadonlyMap<T, unknown>): number {
  let count = 0;
  for (const key of a.keys()) if (b.has(key)) count += 1;
  return count;
}

/** The share of what is looked for that is offered; 0 if nothing is looked for. */
export function cover(common: number, lookedFor: number): number {
  return lookedFor === 0 ? 0 : common / lookedFor;
}

/** Dice coefficient of two sets by their sizes (Dice 1945); 0 if either is empty. */
export function dice(common: number, a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (2 * common) / (a + b);
}

/** Returns how much two people complement each other, from the share of the other's wishes that each covers. */
export function complement(c1: number, c2: number): number {
  return 0.7 * Math.max(c1, c2) + 0.3 * Math.min(c1, c2);
}
