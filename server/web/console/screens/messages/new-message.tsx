/** Writes to attendees: words, whom, when. How many get it and what they read is shown before it is sent. */
import { useEffect, useState } from 'react';
import { fromZonedInput } from '#shared/base/zoned-input.ts';
import { Button } from '../../../parts/button.tsx';
import { Drawer } from '../../../parts/drawer.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, LongTextRow, TextRow, TimeRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { useWho } from '../../data/may-write.ts';
import { goTo, useFilters } from '../../shell/address.ts';
import { readTickets } from '../tickets/ticket-type.ts';
import { type MessageBody, type MessagePreview, previewMessage, sendMessage, sendTest } from './message.ts';

const groups = {
  all: 'Everyone with a valid ticket',
  here: 'Those who are checked in',
  missing: 'Those who have not come yet',
  pending: 'Those who have not paid yet',
} as const;
type Group = keyof typeof groups;

const whereOfGroup: Readonly<Record<Group, Readonly<Record<string, unknown>>>> = {
  all: {},
  here: { checkedInAt: { exists: true } },
  missing: { checkedInAt: { exists: false } },
  pending: { status: { equals: 'pending' } },
};

const placeholders = '{name}, {event}, {begins}, {venue}, {ticket_type}, {ticket_page}';

export function NewMessage({ event }: { readonly event: EventSummary }) {
  const filters = useFilters();
  const ids = filters.get('ids').split(',').filter(Boolean);
  const draft = useDraft({ subject: '', body: '', group: 'all' as Group, type: '', sendAt: '' });
  const { value, set } = draft;
  const [sent, setSent] = useState(false);
  const close = () => goTo(`/messages/${event.id}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was sent
  useEffect(() => {
    if (sent) close();
  }, [sent]);

  const where =
    ids.length > 0
      ? { id: { in: ids } }
      : { ...whereOfGroup[value.group], ...(value.type && { ticketType: { equals: value.type } }) };
  const message: MessageBody = { subject: value.subject.trim(), body: value.body.trim(), where };

  async function save(): Promise<void> {
    const sendAt = fromZonedInput(value.sendAt, event.timezone);
    const { recipients } = await previewMessage(event.id, message);
    const when = sendAt === null ? 'now' : 'at the time you chose';
    const people = recipients === 1 ? '1 person' : `${countText(recipients)} people`;
    if (!confirm(`Send “${message.subject}” to ${people} ${when}?`)) return;
    await sendMessage(event.id, message, sendAt);
    setSent(true);
  }

  return (
    <Drawer title="Write a message" onClose={close}>
      <EditForm
        title="Message"
        submit={value.sendAt ? 'Schedule message' : 'Send message'}
        isDirty={draft.isDirty && !sent}
        onSave={save}
      >
        {ids.length > 0 ? (
          <p>
            To {countText(ids.length)} chosen {ids.length === 1 ? 'person' : 'people'}.
          </p>
        ) : (
          <Recipients event={event} value={value} set={set} />
        )}
        <TextRow
          label="Subject"
          name="subject"
          required
          maxLength={200}
          value={value.subject}
          onChange={(subject) => set({ subject })}
        />
        <LongTextRow
          label="Text"
          name="body"
          required
          rows={8}
          maxLength={10_000}
          hint={`Filled in for each person: ${placeholders}. **Bold**, *italic*, lists and [links](https://…) work.`}
          value={value.body}
          onChange={(body) => set({ body })}
        />
        <TimeRow
          label="Send at"
          name="sendAt"
          hint="Leave it empty to send it now."
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
        label="To"
        name="where"
        value={value.group}
        options={Object.entries(groups).map(([group, label]) => ({ value: group, label }))}
        onChange={(group) => set({ group: group as Group })}
      />
      <ChoiceRow
        label="With the ticket"
        name="type"
        value={value.type}
        options={[
          { value: '', label: 'any' },
          ...(data?.types ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(type) => set({ type })}
      />
    </div>
  );
}

function Preview({ event, message }: { readonly event: EventSummary; readonly message: MessageBody }) {
  const email = useWho()?.user?.email ?? null;
  const acting = useAct(() => {});
  const [shown, setShown] = useState<MessagePreview | null>(null);
  const isReady = message.subject !== '' && message.body !== '';
  const preview = async () => setShown(await previewMessage(event.id, message));
  return (
    <section aria-label="Preview">
      <div className="actions">
        <Button disabled={!isReady} onClick={() => void acting.act('', preview)}>
          Preview
        </Button>
        {email !== null && (
          <Button
            disabled={!isReady}
            onClick={() => void acting.act(`A test was sent to ${email}.`, () => sendTest(event.id, message, email))}
          >
            Send me a test
          </Button>
        )}
      </div>
      <p role="status">{acting.notice}</p>
      <Problem error={acting.problem} />
      {shown && (
        <>
          <p>
            {shown.recipients === 1 ? '1 person gets it' : `${countText(shown.recipients)} people get it`}
            {shown.suppressed > 0 && `; ${countText(shown.suppressed)} more have unsubscribed`}. The first one reads:
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
