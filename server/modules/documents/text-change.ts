/**
 * Change from one text to another: one replaced stretch between what both begin and end with. It never separates the halves
 * of a surrogate pair: Yjs would make two replacement characters of them.
 */
export interface TextChange {
  /** Position in UTF-16 code units, as Yjs counts. */
  readonly at: number;
  readonly deleted: number;
  readonly inserted: string;
}

function splitsPair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return at > 0 && at < text.length && code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

/** @returns null where nothing changes */
export function textChange(from: string, to: string): TextChange | null {
  if (from === to) return null;
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from.charCodeAt(start) === to.charCodeAt(start)) start++;
  if (splitsPair(from, start) || splitsPair(to, start)) start--;
  let end = 0;
  while (end < shorter - start && from.charCodeAt(from.length - 1 - end) === to.charCodeAt(to.length - 1 - end)) end++;
  if (splitsPair(from, from.length - end) || splitsPair(to, to.length - end)) end--;
  return { at: start, deleted: from.length - end - start, inserted: to.slice(start, to.length - end) };
}
