/** The five languages by their own names, for this visit. */
import type { ReactElement } from 'react';
import { type Language, languages, languageTraits } from '#shared/base/languages.ts';
import { useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';

export interface LanguageRowProps {
  readonly language: Language;
  readonly onChoose: (language: Language) => void;
}

export function LanguageRow({ language, onChoose }: LanguageRowProps): ReactElement {
  const words = useWordsOf(catalogues);
  return (
    <div className="language-row" role="group" aria-label={words.languages}>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          className="button"
          lang={one}
          aria-pressed={one === language}
          onClick={() => onChoose(one)}
        >
          {languageTraits[one].name}
        </button>
      ))}
    </div>
  );
}
