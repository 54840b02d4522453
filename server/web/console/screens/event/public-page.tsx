/** The page where guests register: its address, what it says, and whether it is open. */

import { LongTextRow, TextRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { textOrNull } from '../../../parts/form/values.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import { ShareCard } from '../new-event/share-card.tsx';
import type { EventRecord } from './event-record.ts';
import type { EventSectionProps } from './event-settings.tsx';

const draftOf = ({ slug, publicPage, summary, terms }: EventRecord) => ({
  slug: slug ?? '',
  publicPage: publicPage !== false,
  summary: summary ?? '',
  terms: terms ?? '',
});

const valuesOf = ({ slug, publicPage, summary, terms }: ReturnType<typeof draftOf>): Partial<EventRecord> => ({
  slug: textOrNull(slug),
  publicPage,
  summary: textOrNull(summary),
  terms: textOrNull(terms),
});

const labels = { slug: 'Address', publicPage: 'Public page', summary: 'Summary', terms: 'Terms' } as const;

export function PublicPage({ event, record, mayWrite }: EventSectionProps) {
  return (
    <>
      <ShareCard event={{ ...event, slug: record.slug ?? null, publicPage: record.publicPage ?? null }} />
      <RecordEdit title="Public page" collection="events" {...{ record, mayWrite, draftOf, valuesOf, labels }}>
        {(value, set) => (
          <>
            <CheckRow
              label="People can register on the public page"
              name="publicPage"
              hint="When it is off, only you and your own programs can register people."
              checked={value.publicPage}
              onChange={(publicPage) => set({ publicPage })}
            />
            <TextRow
              label="Address"
              name="slug"
              isCode
              hint="The last part of the link: lower-case letters, digits and hyphens. Links that you have already sent stop working when you change it."
              value={value.slug}
              onChange={(slug) => set({ slug })}
            />
            <LongTextRow
              label="Summary"
              name="summary"
              hint="One or two sentences: shown on the page and where its link is shared."
              value={value.summary}
              onChange={(summary) => set({ summary })}
            />
            <LongTextRow
              label="Terms"
              name="terms"
              hint="A text or a link. Guests confirm the terms before they order."
              value={value.terms}
              onChange={(terms) => set({ terms })}
            />
          </>
        )}
      </RecordEdit>
    </>
  );
}
