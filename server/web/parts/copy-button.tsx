/** Copies a text; where the browser does not let pages do that, chooses it, so that a key press does. */

import { type RefObject, useState } from 'react';
import { Button } from './button.tsx';
import { t, tx } from './text/text.ts';

export interface CopyButtonProps {
  readonly text: string;
  /** Element on the page that shows the text. */
  readonly shown: RefObject<HTMLElement | null>;
  readonly what: string;
}

export function CopyButton({ text, shown, what }: CopyButtonProps) {
  const [said, setSaid] = useState('');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t('copied'));
    } catch {
      // No permission, or a page that is not secure.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid(t('selected_copy_it_with_ctrl_c'));
    }
  }

  return (
    <span className="copy">
      <Button onClick={() => void copy()}>
        {tx('copy', { span: <span className="visually-hidden"> {what}</span> })}
      </Button>
      <span role="status">{said}</span>
    </span>
  );
}
