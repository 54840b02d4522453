/** Opens the board from the settings, on kiosks that have one. */
import type { ReactElement } from 'react';
import type { StationState } from '#kiosk/station/station.ts';
import { Section } from '../parts/panel.tsx';
import { shortcutKeys } from '../parts/shortcut-keys.ts';
import { useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';

/** Whether the kiosk has a board: one with staff does, once its event is loaded. */
export function hasBoard({ role, ready }: Pick<StationState, 'role' | 'ready'>): boolean {
  return role === 'gate' && ready;
}

export function OpenBoard({ onOpen }: { readonly onOpen: () => void }): ReactElement {
  const words = useWordsOf(catalogues);
  return (
    <Section title={words.title}>
      <p>{words.about}</p>
      <button type="button" className="button" aria-keyshortcuts={shortcutKeys.board} onClick={onOpen}>
        {words.open}
      </button>
    </Section>
  );
}
