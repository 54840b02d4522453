/** A caption: text that is shown from one moment of a stream to another. */
export interface Cue {
  /** Milliseconds since the stream went live. */
  readonly startMs: number;
  readonly endMs: number;
  /** Lines are separated by `\n`. */
  readonly text: string;
}

/** Maximum length of the text of a cue from any source, in UTF-16 units. */
export const cueTextMax = 500;
/** Maximum duration of a cue, ten minutes: longer is a mistake of units. */
export const cueDurationMaxMs = 600_000;
/** Maximum start of a cue: a stream of a week. */
export const cueStartMaxMs = 7 * 86_400_000;

/** Sorts by start, then by end, as players expect. */
export function inOrder<C extends Cue>(cues: readonly C[]): readonly C[] {
  return cues.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}
