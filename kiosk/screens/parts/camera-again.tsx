/** The way back to a camera that was not allowed: the sentence beside it says what to do first. */
import type { ReactElement } from 'react';
import { useWords } from '../words/use-words.tsx';

export interface CameraAgainProps {
  readonly isDenied: boolean;
  readonly onAgain: () => void;
}

export function CameraAgain({ isDenied, onAgain }: CameraAgainProps): ReactElement | null {
  const { common } = useWords();
  if (!isDenied) return null;
  return (
    <button type="button" className="button" onClick={onAgain}>
      {common.tryAgain}
    </button>
  );
}
