/**
 * The texts of the console in the language of the reader. English is the source and always there; another language is loaded
 * before the app is, so that every module finds its texts.
 */

import { createElement, Fragment, type ReactNode } from 'react';
import { formatIn } from '#shared/base/zoned-time.ts';
import en from './en.json' with { type: 'json' };

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

let messages: Messages = en;
let shown: Language = 'en';
/** The server's refusals by code, in the reader's language where that is not the server's. */
let refusals: Readonly<Record<string, string>> = {};

const keptName = 'gatehouse.language';
const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);

/** Returns the language chosen in this browser, else the first of its languages that has texts here, else English. */
export function chosenLanguage(): Language {
  const kept = localStorage.getItem(keptName);
  const wanted = [kept ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}

/** Loads the texts of a language. To be called before any module that has texts is loaded. */
export async function loadLanguage(language: Language): Promise<void> {
  messages = en;
  refusals = {};
  if (language === 'de') {
    messages = (await import('./de.json', { with: { type: 'json' } })).default;
    refusals = (await import('./refusals.de.json', { with: { type: 'json' } })).default;
  }
  shown = language;
  document.documentElement.lang = language;
}

/** The page starts again: modules keep the texts that they were loaded with. */
export function changeLanguage(language: Language): void {
  localStorage.setItem(keptName, language);
  location.reload();
}

export const language = (): Language => shown;
/** Returns the locale for dates and numbers. English dates are written the British way: day before month, 24 hours. */
export const localeOf = (): string => ({ en: 'en-GB', de: 'de-DE' })[shown];

const placeholder = /\{(\w+)\}/g;

type TextValues = Readonly<Record<string, string | number | null | undefined>>;

const fill = (text: string, values: TextValues): string =>
  text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? '') : whole,
  );

/** A text. Placeholders without a value stay as they are: a text may speak about placeholders. */
export function t(key: MessageKey, values: TextValues = {}): string {
  return fill(messages[key], values);
}

/** A text with elements in it, e.g. a link. */
export function tx(key: MessageKey, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = messages[key].split(/(\{\w+\})/).map((part): ReactNode => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name !== undefined && Object.hasOwn(values, name) ? values[name] : part;
  });
  return createElement(Fragment, null, ...parts);
}

/** Returns which sentence of a code applies: a number that is too small reads otherwise than a time. */
function kindOf({ expected, max, maxBytes, maxLength, min }: Readonly<Record<string, unknown>>): string {
  if (typeof expected === 'string') return expected;
  if (typeof min === 'string' || typeof max === 'string') return 'date';
  if (maxBytes !== undefined) return 'bytes';
  return maxLength === undefined ? '' : 'text';
}

function shownFact(value: unknown): string | number | undefined {
  if (typeof value === 'number') return new Intl.NumberFormat(localeOf()).format(value);
  if (typeof value !== 'string') return undefined;
  const ms = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? value : formatIn({ dateStyle: 'medium' }, undefined, localeOf()).format(ms);
}

/**
 * Returns the text of a refusal in place of the server's message.
 *
 * @param detail the facts of the refusal, for the placeholders of its sentence
 * @returns null: the server's message stands, which is English
 */
export function refusalWords(code: string, detail: Readonly<Record<string, unknown>> = {}): string | null {
  const facts = Object.entries(detail).map(([name, value]) => [name, shownFact(value)] as const);
  const values = Object.fromEntries(facts.filter(([, value]) => value !== undefined));
  const key = `refusal_${code}`;
  if (Object.hasOwn(messages, key)) return fill(messages[key as MessageKey], values);
  const found = [`${code}_${kindOf(detail)}`, code].find((name) => Object.hasOwn(refusals, name));
  return found === undefined ? null : fill(refusals[found] ?? '', values);
}

/** A state or kind as the server names it, e.g. `refund_pending`; one without a text of its own is shown in words. */
export function named(value: string): string {
  const key = `state_${value.replaceAll('-', '_')}`;
  return Object.hasOwn(messages, key) ? messages[key as MessageKey] : value.replaceAll('_', ' ');
}

/** The status of an event: what is cancelled has another word in German than a ticket. */
export const namedEventStatus = (status: string): string =>
  status === 'cancelled' ? t('state_event_is_cancelled') : named(status);
