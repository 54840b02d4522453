/** A text with the parts marked that were searched for. */
import type { ReactElement } from 'react';
import type { Range } from '#shared/people-search/highlight.ts';

export interface MarkedProps {
  readonly text: string;
  /** Ranges in rising order, apart from each other; undefined: nothing is marked. */
  readonly ranges: readonly Range[] | undefined;
}

export function Marked({ text, ranges = [] }: MarkedProps): ReactElement {
  const last = ranges.at(-1)?.[1] ?? 0;
  return (
    <span dir="auto">
      {ranges.map(([start, end], n) => (
        <span key={start}>
          {text.slice(ranges[n - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(last)}
    </span>
  );
}
