/** Lists the keyboard shortcuts. */
import type { ReactElement } from 'react';
import { Panel } from '../../parts/panel.tsx';
import { shortcutKeys } from '../../parts/shortcut-keys.ts';
import type { Words } from '../../words/catalogues.ts';
import { useWords } from '../../words/use-words.tsx';

/** Names as they stand on the keyboard. */
const enterKey = 'Enter';
const escapeKey = 'Esc';

export function KeysPanel({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { keys } = useWords();
  return (
    <Panel title={keys.title} onClose={onClose}>
      <p>{keys.text}</p>
      <dl className="rows panel-section">
        {rowsOf(keys).map(([key, what]) => (
          <div key={key} className="row key-row">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function rowsOf(keys: Words['keys']): readonly (readonly [key: string, what: string])[] {
  return [
    [shortcutKeys.help, keys.help],
    [enterKey, keys.enter],
    [escapeKey, keys.close],
    [shortcutKeys.find, keys.find],
    [shortcutKeys.walkIn, keys.walkIn],
    [shortcutKeys.recent, keys.recent],
    [shortcutKeys.direction, keys.direction],
    [shortcutKeys.settings, keys.settings],
    [shortcutKeys.board, keys.board],
    [shortcutKeys.questions, keys.questions],
    [shortcutKeys.override, keys.overrule],
    [shortcutKeys.undo, keys.undo],
    [shortcutKeys.party, keys.party],
  ];
}
