/** Keys of records that people name. */

/** @returns a key of at most 48 characters made from the name, or `ticket`; with a number after it where that key is taken */
export function keyFor(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .slice(0, 48);
  const key = plain || 'ticket';
  if (!taken.includes(key)) return key;
  let n = 2;
  while (taken.includes(`${key}-${n}`)) n++;
  return `${key}-${n}`;
}
