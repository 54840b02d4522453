/** The way from the settings to the board. */
import type { ReactElement } from 'react';
import { Section } from '../panel.tsx';
import { useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';

export function OpenBoard({ onOpen }: { readonly onOpen: () => void }): ReactElement {
  const words = useWordsOf(catalogues);
  return (
    <Section title={words.title}>
      <p>{words.about}</p>
      <button type="button" className="button" onClick={onOpen}>
        {words.open}
      </button>
    </Section>
  );
}
