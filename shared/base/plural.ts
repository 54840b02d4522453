/**
 * Sentences with a count: one form for every category that the language tells apart (CLDR plural rules), so that a
 * missing form is a type error. Called by the catalogues.
 */
import { type Language, languageTraits } from './languages.ts';

/** Categories that `Intl.PluralRules` names for each language; a test compares. */
export const pluralCategories = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  es: ['one', 'many', 'other'],
  fr: ['one', 'many', 'other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
} as const satisfies Readonly<Record<Language, readonly Intl.LDMLPluralRule[]>>;

/** `#` stands for the figure; a form may say it in words instead. */
export type PluralForms<L extends Language> = Readonly<Record<(typeof pluralCategories)[L][number], string>>;

export type Count<L extends Language> = (value: number, forms: PluralForms<L>) => string;

interface Formats {
  readonly rules: Intl.PluralRules;
  readonly figures: Intl.NumberFormat;
}

/** Made when the first sentence is said: some thirty catalogues would make theirs while a server starts, 27 ms of CPU. */
const made = new Map<Language, Formats>();

function formatsOf(language: Language): Formats {
  const known = made.get(language);
  if (known) return known;
  const { tag } = languageTraits[language];
  const formats = { rules: new Intl.PluralRules(tag), figures: new Intl.NumberFormat(tag) };
  made.set(language, formats);
  return formats;
}

export function countIn<L extends Language>(language: L): Count<L> {
  return (value, forms) => {
    const { figures, rules } = formatsOf(language);
    const byCategory: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
    const form = byCategory[rules.select(value)] ?? byCategory.other ?? '';
    return form.replace('#', () => figures.format(value));
  };
}
