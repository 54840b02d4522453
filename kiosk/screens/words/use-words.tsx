/**
 * The words of the page in React: the current language and its catalogue. The page's own provider is in kiosk-page.tsx;
 * a part in another language (a guest's, at a self-service kiosk) is wrapped in `InLanguage`. Rooms with words of their
 * own keep catalogues of their own and read them by `useWordsOf`.
 */
import { createContext, type ReactElement, type ReactNode, useContext, useEffect } from 'react';
import { type Language, languageTraits } from '#shared/base/languages.ts';
import { type Wording, wordingOf } from './catalogues.ts';
import { type Formats, formatsOf } from './formats.ts';
import { isolating } from './isolating.ts';

const CurrentLanguage = createContext<Language>('en');
/** The event's; null: this machine's, until an event is known. */
const CurrentZone = createContext<string | null>(null);

interface InProps {
  readonly language: Language;
  readonly children: ReactNode;
}

/** Sets the language of the whole page: `<html lang dir>` follows. */
export function PageLanguage({ language, children }: InProps): ReactElement {
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = languageTraits[language].direction;
  }, [language]);
  return <CurrentLanguage value={language}>{children}</CurrentLanguage>;
}

/** Sets the language of a part of the page. The wrapper says so to screen readers and lays the part out; it has no box. */
export function InLanguage({ language, children }: InProps): ReactElement {
  return (
    <CurrentLanguage value={language}>
      <div className="in-language" lang={language} dir={languageTraits[language].direction}>
        {children}
      </div>
    </CurrentLanguage>
  );
}

/** Times within are those of the event. */
export function InZone({
  timeZone,
  children,
}: {
  readonly timeZone: string | null;
  readonly children: ReactNode;
}): ReactElement {
  return <CurrentZone value={timeZone}>{children}</CurrentZone>;
}

export function useLanguage(): Language {
  return useContext(CurrentLanguage);
}

/** The kiosk's catalogue, with `language` and `format` of the language that holds here. */
export function useWords(): Wording {
  return wordingOf(useLanguage(), useContext(CurrentZone));
}

/** A catalogue of a room of its own: one value per language, all of one type. */
export type Catalogues<W> = Readonly<Record<Language, W>>;

/** @returns the words of the language that holds here; values in their sentences keep their own direction */
export function useWordsOf<W>(catalogues: Catalogues<W>): W {
  const language = useLanguage();
  return isolating(catalogues[language], language);
}

export function useFormats(): Formats {
  return formatsOf(useLanguage(), useContext(CurrentZone));
}
