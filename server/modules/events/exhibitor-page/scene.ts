/** The data from which the page of an exhibitor's member is rendered, and the forms of the page. */
import type { Html } from '#shared/base/html.ts';
import { form } from '../attendee-page/scene.ts';
import type { EventFacts } from '../registration-page/event-facts.ts';
import type { Reading } from '../registration-page/frame.ts';
import { type ExhibitorData, filterQuery } from './page-data.ts';
import type { ExhibitorWords } from './words/exhibitor-words.ts';

/** Answer of a step that the page shows once: a member's link, or a code that pairs a device. */
export type Shown =
  | { readonly kind: 'link'; readonly email: string; readonly link: string }
  | { readonly kind: 'pairing'; readonly code: string; readonly address: string };

export interface Done {
  readonly errand: keyof ExhibitorWords['done'];
  readonly lead: string | null;
}

/** The page's forms go where the reader is: the filter stays. Addresses of files have none. */
export const filtered = ({ data, reading }: Pick<ExhibitorScene, 'data' | 'reading'>): Reading => ({
  ...reading,
  keep: { ...reading.keep, ...filterQuery(data.filter) },
});

export const ownForm = (scene: ExhibitorScene, fields: Readonly<Record<string, string>>, inside: Html): Html =>
  form({ reading: filtered(scene) }, fields, inside);

export interface ExhibitorScene {
  readonly data: ExhibitorData;
  readonly facts: EventFacts;
  readonly reading: Reading;
  readonly words: ExhibitorWords;
  readonly shown: Shown | null;
  /** Result of the previous form: its errand, and the lead where it is about one. */
  readonly done: Done | null;
  /** Whether this server pairs devices and writes exports. */
  readonly can: { readonly pair: boolean; readonly export: boolean };
}
