/** The exhibitor's own rating, apart from the computed quality. */
import { type ReactElement, useId } from 'react';
import { useFormats, useWordsOf } from '../../words/use-words.tsx';
import { catalogues } from '../words/catalogues.ts';
import type { CardPartProps } from './card-part.ts';

const stars = [1, 2, 3, 4, 5] as const;

export function RatingPart({ shown: { lead }, enter }: CardPartProps): ReactElement {
  const { lead: words } = useWordsOf(catalogues);
  const format = useFormats();
  const name = useId();
  return (
    <fieldset>
      <legend>{words.rating}</legend>
      <div className="lead-stars" data-rating={lead.rating ?? 0}>
        {stars.map((star) => (
          <label key={star} className={star <= (lead.rating ?? 0) ? 'lit' : ''}>
            <input type="radio" name={name} checked={lead.rating === star} onChange={() => enter('rating', star)} />
            <svg
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              aria-hidden="true"
              focusable="false"
            >
              <path d="m12 3.500 2.600 5.500 5.900.8-4.300 4.200 1 6L12 17.200 6.800 20l1-6L3.500 9.800l5.900-.8z" />
            </svg>
            <span className="only-read">{words.stars(format.number(star))}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
