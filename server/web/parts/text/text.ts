/**
 * What the console says, in the language of the reader. English is the source and always there; another language is
 * loaded before the app is, so that every module finds its texts.
 */
import { createElement, Fragment, type ReactNode } from 'react';
import en from './en.json' with { type: 'json' };

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

let messages: Messages = en;
let shown: Language = 'en';

const keptName = 'gatehouse.language';
const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);

/** As chosen in this browser, else the first one of the browser's that there is. */
export function chosenLanguage(): Language {
  const kept = localStorage.getItem(keptName);
  const wanted = [kept ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}

/** Call it before any module that has texts is loaded. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === 'de') messages = (await import('./de.json', { with: { type: 'json' } })).default;
  shown = language;
  document.documentElement.lang = language;
}

/** The page starts again: modules keep the texts that they were loaded with. */
export function changeLanguage(language: Language): void {
  localStorage.setItem(keptName, language);
  location.reload();
}

export const language = (): Language => shown;
/** For dates and numbers. English dates are written the British way: day before month, 24 hours. */
export const localeOf = (): string => ({ en: 'en-GB', de: 'de-DE' })[shown];

const placeholder = /\{(\w+)\}/g;

/** A text. Placeholders without a value stay as they are: a text may speak about placeholders. */
export function t(key: MessageKey, values: Readonly<Record<string, string | number | null | undefined>> = {}): string {
  return messages[key].replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? '') : whole,
  );
}

/** A text with elements in it, e.g. a link. */
export function tx(key: MessageKey, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = messages[key].split(/(\{\w+\})/).map((part): ReactNode => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name !== undefined && Object.hasOwn(values, name) ? values[name] : part;
  });
  return createElement(Fragment, null, ...parts);
}

/** What is said of a refusal in place of the server's message; null: nothing of its own. */
export function refusalWords(code: string): string | null {
  const key = `refusal_${code}`;
  return Object.hasOwn(messages, key) ? messages[key as MessageKey] : null;
}

/** A state or kind as the server names it, e.g. `refund_pending`; one without a text of its own is shown in words. */
export function named(value: string): string {
  const key = `state_${value.replaceAll('-', '_')}`;
  return Object.hasOwn(messages, key) ? messages[key as MessageKey] : value.replaceAll('_', ' ');
}

/** The status of an event: what is cancelled has another word in German than a ticket. */
export const namedEventStatus = (status: string): string =>
  status === 'cancelled' ? t('event_is_cancelled') : named(status);
