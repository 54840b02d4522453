/** Copies a text; where the browser does not let pages do that, chooses it, so that a key press does. */

import { type RefObject, useState } from 'react';
import { Button } from './button.tsx';

export interface CopyButtonProps {
  readonly text: string;
  /** Where it stands on the page. */
  readonly shown: RefObject<HTMLElement | null>;
  readonly what: string;
}

export function CopyButton({ text, shown, what }: CopyButtonProps) {
  const [said, setSaid] = useState('');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      // No permission, or a page that is not secure.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid('Selected: copy it with Ctrl+C (⌘C).');
    }
  }

  return (
    <span className="copy">
      <Button onClick={() => void copy()}>
        Copy<span className="visually-hidden"> {what}</span>
      </Button>
      <span role="status">{said}</span>
    </span>
  );
}
