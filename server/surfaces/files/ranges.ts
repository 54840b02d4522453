/** Parses `Range` (RFC 9110 section 14): the parts of a file of known size that are asked for. */

export interface Part {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/** With more ranges than this the whole file is sent: each range is read separately. */
const partsMax = 8;

/**
 * @param size in bytes
 * @returns null where the whole is to be sent (no range, another unit, nonsense, too many or overlapping parts);
 *   an empty list where nothing of it can be had (416)
 */
export function rangesOf(header: string | undefined, size: number): readonly Part[] | null {
  const specs = /^bytes=(.+)$/i.exec(header?.trim() ?? '')?.[1]?.split(',');
  if (!specs || specs.length > partsMax) return null;
  const parts: Part[] = [];
  for (const spec of specs) {
    const [, first = '', last = ''] = /^\s*(\d{0,15})-(\d{0,15})\s*$/.exec(spec) ?? [];
    if (first === '' && last === '') return null;
    if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
    const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
    const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
    if (start <= end) parts.push({ start, end });
  }
  const sorted = parts.toSorted((a, b) => a.start - b.start);
  const overlap = sorted.some((part, i) => i > 0 && part.start <= sorted[i - 1]!.end);
  return overlap ? null : parts;
}
