/** The way through a list that is read page by page; nothing where one page is all there is. */
import { Button } from '../button.tsx';

export interface PagerProps {
  readonly of: string;
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

export function Pager({ of, previous, next }: PagerProps) {
  if (!previous && !next) return null;
  return (
    <nav className="pager" aria-label={`Pages of ${of}`}>
      <Button disabled={!previous} onClick={() => previous?.()}>
        Previous
      </Button>
      <Button disabled={!next} onClick={() => next?.()}>
        Next
      </Button>
    </nav>
  );
}
