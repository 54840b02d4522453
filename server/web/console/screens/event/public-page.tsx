/** The page where guests register: its address, what it says, and whether it is open. */

import { LongTextRow, TextRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { textOrNull } from '../../../parts/form/values.ts';
import { t } from '../../../parts/text/text.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import { ShareCard } from '../new-event/share-card.tsx';
import type { EventRecord } from './event-record.ts';
import type { EventSectionProps } from './event-section.ts';

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

const labels = { slug: t('address'), publicPage: t('public_page'), summary: t('summary'), terms: t('terms') } as const;

export function PublicPage({ event, record, mayWrite }: EventSectionProps) {
  return (
    <>
      <ShareCard event={{ ...event, slug: record.slug ?? null, publicPage: record.publicPage ?? null }} />
      <RecordEdit
        title={t('public_page')}
        collection="events"
        askBefore={async ({ slug }) =>
          record.status === 'draft' || slug === record.slug ? null : t('links_with_the_old_address_lead')
        }
        {...{ record, mayWrite, draftOf, valuesOf, labels }}
      >
        {(value, set) => (
          <>
            <CheckRow
              label={t('people_can_register_on_the_public')}
              name="publicPage"
              hint={t('when_it_is_off_only_you')}
              checked={value.publicPage}
              onChange={(publicPage) => set({ publicPage })}
            />
            <TextRow
              label={t('address')}
              name="slug"
              isCode
              required
              hint={t('the_last_part_of_the_link')}
              value={value.slug}
              onChange={(slug) => set({ slug })}
            />
            <LongTextRow
              label={t('summary')}
              name="summary"
              hint={t('one_or_two_sentences_shown_on')}
              value={value.summary}
              onChange={(summary) => set({ summary })}
            />
            <LongTextRow
              label={t('terms')}
              name="terms"
              hint={t('a_text_or_a_link_guests')}
              value={value.terms}
              onChange={(terms) => set({ terms })}
            />
          </>
        )}
      </RecordEdit>
    </>
  );
}
