/** The streaming setting of an event, as the console reads it. */
import type { Versioned } from '../../data/save-record.ts';

export interface StreamedEvent extends Versioned {
  readonly streaming: {
    readonly enabled?: boolean;
    readonly access?: string;
    readonly ticketTypes?: readonly string[] | null;
    readonly record?: boolean;
    readonly captions?: { readonly enabled?: boolean; readonly languages?: readonly string[] | null } | null;
  } | null;
}

/** The languages of captions where the setting names none. */
const usualLanguages = ['en'];

/** Splits a list that a person typed with commas. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The languages of captions; the first is that of the outgoing video. Empty: the event has none. */
export function captionLanguagesOf({ streaming }: StreamedEvent): readonly string[] {
  if (streaming?.enabled === false || streaming?.captions?.enabled === false) return [];
  const languages = streaming?.captions?.languages ?? [];
  return languages.length > 0 ? languages : usualLanguages;
}
