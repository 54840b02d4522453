/** The event's own words for each email to attendees and exhibitors: placeholders, a preview with example values, a test. */

import { useState } from 'react';
import { letterPlaceholders, settingOf, wordedTemplates } from '#shared/modules/events/letters.ts';
import { Button } from '../../../parts/button.tsx';
import { ChoiceRow, LongTextRow, TextRow } from '../../../parts/form/fields.tsx';
import { textOrNull } from '../../../parts/form/values.ts';
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import { SendTest } from '../messages/send-test.tsx';
import type { EventRecord, LetterWords } from './event-record.ts';
import type { EventSectionProps } from './event-section.ts';

type Template = (typeof wordedTemplates)[number];

const templateLabels: Readonly<Record<Exclude<keyof typeof letterPlaceholders, 'message'>, string>> = {
  ticket_confirmed: t('ticket'),
  registration_cancelled: t('cancelled_ticket'),
  ticket_transferred: t('transferred_ticket'),
  order_received: t('order_that_waits_for_payment'),
  order_paid: t('receipt'),
  refund_sent: t('refund'),
  refund_failed: t('refund_that_failed'),
  event_cancelled: t('cancelled_event'),
  waitlist_offer: t('offer_from_the_waiting_list'),
  session_promoted: t('seat_in_a_session'),
  session_changed: t('changed_session'),
  session_displaced: t('seat_lost_in_a_session'),
  session_cancelled: t('cancelled_session'),
  prize_won: t('prize'),
  meeting_proposed: t('proposed_meeting'),
  meeting_moved: t('proposed_other_time'),
  meeting_confirmed: t('confirmed_meeting'),
  meeting_kept: t('kept_meeting'),
  meeting_declined: t('declined_proposal'),
  meeting_withdrawn: t('withdrawn_proposal'),
  meeting_cancelled: t('cancelled_meeting'),
  exhibitor_invited: t('invitation_of_an_exhibitor'),
};

interface LettersDraft {
  readonly replyTo: string;
  readonly words: Readonly<Record<string, { readonly subject: string; readonly body: string }>>;
}

const wordsIn = (record: EventRecord, template: Template): LetterWords => {
  const found = record.letters?.[settingOf(template)];
  return found !== null && typeof found === 'object' ? found : {};
};

const draftOf = (record: EventRecord): LettersDraft => ({
  replyTo: record.letters?.replyTo ?? '',
  words: Object.fromEntries(
    wordedTemplates.map((template) => {
      const { subject, body } = wordsIn(record, template);
      return [template, { subject: subject ?? '', body: body ?? '' }];
    }),
  ),
});

const valuesOf = ({ replyTo, words }: LettersDraft): Partial<EventRecord> => ({
  letters: {
    replyTo: textOrNull(replyTo),
    ...Object.fromEntries(
      wordedTemplates.map((template) => [
        settingOf(template),
        { subject: textOrNull(words[template]?.subject ?? ''), body: textOrNull(words[template]?.body ?? '') },
      ]),
    ),
  },
});

export function Letters({ event, record, mayWrite }: EventSectionProps) {
  const [template, setTemplate] = useState<Template>('ticket_confirmed');
  return (
    <RecordEdit
      title={t('emails')}
      collection="events"
      labels={{ letters: t('emails') }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => {
        const own = value.words[template] ?? { subject: '', body: '' };
        const change = (patch: Partial<typeof own>) =>
          set({ words: { ...value.words, [template]: { ...own, ...patch } } });
        return (
          <>
            <TextRow
              label={t('answers_go_to')}
              name="replyTo"
              type="email"
              value={value.replyTo}
              onChange={(replyTo) => set({ replyTo })}
            />
            <ChoiceRow
              label={t('email')}
              name="template"
              value={template}
              options={Object.entries(templateLabels).map(([name, label]) => ({ value: name, label }))}
              onChange={(name) => setTemplate(name as Template)}
            />
            <TextRow
              label={t('subject_optional')}
              name={`letters.${settingOf(template)}.subject`}
              maxLength={200}
              value={own.subject}
              onChange={(subject) => change({ subject })}
            />
            <LongTextRow
              label={t('text_optional')}
              name={`letters.${settingOf(template)}.body`}
              rows={8}
              maxLength={10_000}
              hint={t('empty_our_words_in_the_language', {
                list: letterPlaceholders[template].map((name) => `{${name}}`).join(', '),
              })}
              value={own.body}
              onChange={(body) => change({ body })}
            />
            <Try key={template} {...{ event, template, own, mayWrite }} />
          </>
        );
      }}
    </RecordEdit>
  );
}

interface TryProps extends Pick<EventSectionProps, 'event' | 'mayWrite'> {
  readonly template: Template;
  readonly own: { readonly subject: string; readonly body: string };
}

function Try({ event, template, own, mayWrite }: TryProps) {
  const acting = useAct(() => {});
  const [shown, setShown] = useState<{ readonly subject: string; readonly text: string } | null>(null);
  const subject = textOrNull(own.subject);
  const body = textOrNull(own.body);
  const words = { template, ...(subject !== null && { subject }), ...(body !== null && { body }) };
  const path = `/events/${event.id}/letters`;
  return (
    <section aria-label={t('preview')}>
      <div className="actions">
        <Button
          onClick={() => void acting.act('', async () => setShown(await request('POST', `${path}/preview`, words)))}
        >
          {t('preview')}
        </Button>
      </div>
      {mayWrite && <SendTest acting={acting} send={(to) => request('POST', `${path}/test`, { ...words, to })} />}
      <p role="status">{acting.notice}</p>
      <Problem error={acting.problem} />
      {shown && (
        <article className="card">
          <h3>{shown.subject}</h3>
          <p className="letter-text">{shown.text}</p>
        </article>
      )}
    </section>
  );
}
