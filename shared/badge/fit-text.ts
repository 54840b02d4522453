/**
 * Makes a text fit a box: as large as it goes, on as few lines as that takes; at the smallest size it wraps
 * inside words, and only then ends in an ellipsis. Pure: the caller brings the measure.
 */
export interface FitRequest {
  readonly text: string;
  readonly widthDots: number;
  readonly heightDots: number;
  readonly maxLines: number;
  readonly largestDots: number;
  readonly smallestDots: number;
}

export interface FittedText {
  readonly sizeDots: number;
  readonly lines: readonly string[];
  /** Something of the text is missing. */
  readonly shortened: boolean;
}

/** @returns the width in dots of a text at a font size in dots */
export type Measure = (text: string, sizeDots: number) => number;

/** Distance of baselines over font size: Arabic and stacked accents need more than Latin. */
export const lineHeight = 1.2;

const ellipsis = '…';
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Scripts, most of them written without spaces, of which a line may end before and after any character. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Marks on one letter beyond the fourth, which are left out: no script stacks so many. */
const tooManyMarks = /(\p{M}{4})\p{M}+/gu;

/**
 * Control, bidirectional and invisible formatting characters go, white space becomes one space. The joiners stay
 * between letters, where Persian, Indic scripts and emoji need them.
 */
export function cleanBadgeText(text: string): string {
  return text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g, '')
    .replace(tooManyMarks, '$1')
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}\p{S}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}\p{N}\p{S}])/gu, '')
    .trim();
}

/** Fits `request.text`; the result's lines are never wider than the box. An empty text has no lines. */
export function fitText(request: FitRequest, measure: Measure): FittedText {
  const text = cleanBadgeText(request.text);
  const smallest = Math.max(1, Math.floor(request.smallestDots));
  if (text === '') return { sizeDots: smallest, lines: [], shortened: false };
  const pieces = breakable(text);
  for (let size = Math.max(smallest, Math.floor(request.largestDots)); size > smallest; size -= stepBelow(size)) {
    const lines = wrap(pieces, linesAt(request, size), (line) => measure(line, size) <= request.widthDots);
    if (lines !== null)
      return { sizeDots: size, lines: balance(lines, pieces, (line) => measure(line, size)), shortened: false };
  }
  return atSmallest(text, pieces, request, smallest, measure);
}

/** Two per cent a step: invisible on paper, and a fitting takes some sixty measurements. */
function stepBelow(size: number): number {
  return Math.max(1, Math.floor(size / 50));
}

function linesAt(request: FitRequest, size: number): number {
  return Math.min(request.maxLines, Math.floor(request.heightDots / (size * lineHeight)));
}

/** The text cut at every place where a line may end; joined they are the text again. */
function breakable(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(text)) {
    if (unspaced.test(segment) && piece !== '') {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
    if (segment === ' ' || segment === '-' || segment === '‐' || unspaced.test(segment)) {
      pieces.push(piece);
      piece = '';
    }
  }
  return piece === '' ? pieces : [...pieces, piece];
}

/** @returns null when it needs more lines, or one piece alone is too wide */
function wrap(pieces: readonly string[], maxLines: number, fits: (line: string) => boolean): readonly string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && !fits((line + piece).trimEnd())) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
    if (!fits(line.trimEnd())) return null;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines.length <= maxLines ? lines : null;
}

/** Two lines look best when they are about as wide: the break moves, the size stays. */
function balance(
  lines: readonly string[],
  pieces: readonly string[],
  width: (line: string) => number,
): readonly string[] {
  if (lines.length !== 2) return lines;
  let best = lines;
  let bestWidth = Math.max(...lines.map(width));
  for (let cut = 1; cut < pieces.length; cut++) {
    const pair = [pieces.slice(0, cut).join('').trimEnd(), pieces.slice(cut).join('').trimEnd()];
    const widest = Math.max(...pair.map(width));
    if (widest < bestWidth) [best, bestWidth] = [pair, widest];
  }
  return best;
}

function atSmallest(
  text: string,
  pieces: readonly string[],
  request: FitRequest,
  sizeDots: number,
  measure: Measure,
): FittedText {
  const maxLines = Math.max(1, linesAt(request, sizeDots));
  const fits = (line: string) => measure(line, sizeDots) <= request.widthDots;
  const atWords = wrap(pieces, maxLines, fits);
  if (atWords !== null)
    return { sizeDots, lines: balance(atWords, pieces, (line) => measure(line, sizeDots)), shortened: false };
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  const lines: string[] = [];
  let at = 0;
  while (at < letters.length && lines.length < maxLines) {
    let end = at;
    while (
      end < letters.length &&
      fits(
        letters
          .slice(at, end + 1)
          .join('')
          .trimEnd(),
      )
    )
      end++;
    const last = lines.length === maxLines - 1 && end < letters.length;
    if (!last && end > at) {
      const cut = end < letters.length ? lastBreak(letters, at, end) : end;
      lines.push(letters.slice(at, cut).join('').trim());
      at = cut;
      continue;
    }
    while (end > at && !fits(letters.slice(at, end).join('').trimEnd() + ellipsis)) end--;
    const kept = letters.slice(at, end).join('').trimEnd() + ellipsis;
    // A box narrower than the ellipsis itself stays empty: nothing may be wider than its box.
    return { sizeDots, lines: fits(kept) ? [...lines, kept] : lines, shortened: true };
  }
  return { sizeDots, lines, shortened: at < letters.length };
}

/** @returns where to end a line that starts at `from` and may reach `to`: after a space or hyphen if there is one */
function lastBreak(letters: readonly string[], from: number, to: number): number {
  for (let cut = to; cut > from; cut--) {
    const before = letters[cut - 1];
    if (before === ' ' || before === '-' || letters[cut] === ' ') return cut;
  }
  return to;
}
