/** The way from the settings to the pre-flight. */
import type { ReactElement } from 'react';
import { Section } from '../parts/panel.tsx';
import { useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';

export function OpenPreflight({ onOpen }: { readonly onOpen: () => void }): ReactElement {
  const words = useWordsOf(catalogues);
  return (
    <Section title={words.title}>
      <p>{words.about}</p>
      <button type="button" className="button strong" onClick={onOpen}>
        {words.run}
      </button>
    </Section>
  );
}
