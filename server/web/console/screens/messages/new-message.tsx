/** Writes to attendees: words, whom, when. How many get it and what they read is shown before it is sent. */

import { useEffect, useState } from 'react';
import { isObject } from '#shared/base/json.ts';
import { fromZonedInput } from '#shared/base/zoned-input.ts';
import { Button } from '../../../parts/button.tsx';
import { Drawer } from '../../../parts/drawer.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, LongTextRow, TextRow, TimeRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { goTo, useFilters } from '../../shell/address.ts';
import { readTickets } from '../tickets/ticket-type.ts';
import { type MessageBody, type MessagePreview, previewMessage, sendMessage, sendTest } from './message.ts';
import { SendTest } from './send-test.tsx';

const groups = {
  all: t('everyone_with_a_valid_ticket'),
  here: t('those_who_are_checked_in'),
  missing: t('those_who_have_not_come_yet'),
  pending: t('those_who_have_not_paid_yet'),
} as const;
type Group = keyof typeof groups;

const whereOfGroup: Readonly<Record<Group, Readonly<Record<string, unknown>>>> = {
  all: {},
  here: { checkedInAt: { exists: true } },
  missing: { checkedInAt: { exists: false } },
  pending: { status: { equals: 'pending' } },
};

const placeholders = '{name}, {event}, {begins}, {venue}, {ticket_type}, {ticket_page}';

/** The filter of the people who were chosen in the list of attendees; null: none. */
function chosenIn(text: string): Readonly<Record<string, unknown>> | null {
  if (text === '') return null;
  try {
    const where: unknown = JSON.parse(text);
    return isObject(where) ? where : null;
  } catch {
    return null;
  }
}

export function NewMessage({ event }: { readonly event: EventSummary }) {
  const filters = useFilters();
  const chosen = chosenIn(filters.get('to'));
  const chosenCount = Number(filters.get('count'));
  const draft = useDraft({ subject: '', body: '', group: 'all' as Group, type: '', sendAt: '' });
  const { value, set } = draft;
  const [sent, setSent] = useState(false);
  const close = () => goTo(`/messages/${event.id}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was sent
  useEffect(() => {
    if (sent) close();
  }, [sent]);

  const where = chosen ?? { ...whereOfGroup[value.group], ...(value.type && { ticketType: { equals: value.type } }) };
  const message: MessageBody = { subject: value.subject.trim(), body: value.body.trim(), where };

  async function save(): Promise<void> {
    const sendAt = fromZonedInput(value.sendAt, event.timezone);
    const { recipients } = await previewMessage(event.id, message);
    const when = sendAt === null ? t('now') : t('at_the_time_you_chose');
    const people = recipients === 1 ? t('one_person') : t('people', { count: countText(recipients) });
    if (!confirm(t('send_to', { subject: message.subject, people, when }))) return;
    await sendMessage(event.id, message, sendAt);
    setSent(true);
  }

  return (
    <Drawer title={t('write_a_message')} onClose={close}>
      <EditForm
        title={t('message')}
        submit={value.sendAt ? t('schedule_message') : t('send_message')}
        isDirty={draft.isDirty && !sent}
        onSave={save}
      >
        {chosen ? (
          <p>
            {tx('to_chosen', {
              count: countText(chosenCount),
              part: chosenCount === 1 ? t('person_2') : t('people_3'),
            })}
          </p>
        ) : (
          <Recipients event={event} value={value} set={set} />
        )}
        <TextRow
          label={t('subject')}
          name="subject"
          required
          maxLength={200}
          value={value.subject}
          onChange={(subject) => set({ subject })}
        />
        <LongTextRow
          label={t('text')}
          name="body"
          required
          rows={8}
          maxLength={10_000}
          hint={t('filled_in_for_each_person_bold', { placeholders })}
          value={value.body}
          onChange={(body) => set({ body })}
        />
        <TimeRow
          label={t('send_at')}
          name="sendAt"
          hint={t('leave_it_empty_to_send_it')}
          timezone={event.timezone}
          value={value.sendAt}
          onChange={(sendAt) => set({ sendAt })}
        />
        <Preview event={event} message={message} />
      </EditForm>
    </Drawer>
  );
}

interface RecipientsProps {
  readonly event: EventSummary;
  readonly value: { readonly group: Group; readonly type: string };
  readonly set: (patch: { readonly group?: Group; readonly type?: string }) => void;
}

function Recipients({ event, value, set }: RecipientsProps) {
  const { data } = useLiveQuery({
    key: ['tickets', event.id],
    read: () => readTickets(event.id),
    of: ['ticket_types'],
  });
  return (
    <div className="fields">
      <ChoiceRow
        label={t('to_2')}
        name="where"
        value={value.group}
        options={Object.entries(groups).map(([group, label]) => ({ value: group, label }))}
        onChange={(group) => set({ group: group as Group })}
      />
      <ChoiceRow
        label={t('with_the_ticket')}
        name="type"
        value={value.type}
        options={[
          { value: '', label: t('any') },
          ...(data?.types ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(type) => set({ type })}
      />
    </div>
  );
}

function Preview({ event, message }: { readonly event: EventSummary; readonly message: MessageBody }) {
  const acting = useAct(() => {});
  const [shown, setShown] = useState<MessagePreview | null>(null);
  const isReady = message.subject !== '' && message.body !== '';
  const preview = async () => setShown(await previewMessage(event.id, message));
  return (
    <section className="trial" aria-label={t('preview')}>
      <div className="actions">
        <Button disabled={!isReady} onClick={() => void acting.act('', preview)}>
          {t('preview')}
        </Button>
      </div>
      <SendTest acting={acting} disabled={!isReady} send={(to) => sendTest(event.id, message, to)} />
      <p role="status">{acting.notice}</p>
      <Problem error={acting.problem} />
      {shown && (
        <>
          <p>
            {tx('the_first_one_reads', {
              part:
                shown.recipients === 1
                  ? t('1_person_gets_it')
                  : t('people_get_it', { count: countText(shown.recipients) }),
              part2: shown.suppressed > 0 && t('more_have_unsubscribed', { count: countText(shown.suppressed) }),
            })}
          </p>
          <p className="letter">
            <strong>{shown.subject}</strong>
            {'\n\n'}
            {shown.text}
          </p>
        </>
      )}
    </section>
  );
}
