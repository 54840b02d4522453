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

/** Of a player whose captions have no languages of their own. */
const usualLanguages = ['en'];

/** What a person typed with commas between. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Of captions, the first one being that of the outgoing video; empty: the event has none. */
export function captionLanguagesOf({ streaming }: StreamedEvent): readonly string[] {
  if (streaming?.enabled === false || streaming?.captions?.enabled === false) return [];
  const languages = streaming?.captions?.languages ?? [];
  return languages.length > 0 ? languages : usualLanguages;
}
