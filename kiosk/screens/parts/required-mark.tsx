/** The word beside a field that must be filled in. */
import type { ReactElement } from 'react';
import { useWords } from '../words/use-words.tsx';

export function RequiredMark(): ReactElement {
  const { common } = useWords();
  return <span className="required"> ({common.required})</span>;
}
