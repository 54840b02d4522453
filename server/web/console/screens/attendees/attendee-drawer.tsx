/** Everything about one person, and what can be done for them. */

import { useState } from 'react';
import { codeGroups } from '#shared/text/code-groups.ts';
import { Button } from '../../../parts/button.tsx';
import { Drawer } from '../../../parts/drawer.tsx';
import { momentAt } from '../../../parts/event-time.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Loading } from '../../../parts/states.tsx';
import { named, t, tx } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { goTo } from '../../shell/address.ts';
import { type TypeNames, tones } from './attendee-columns.tsx';
import { type AttendeeData, readAttendee } from './attendee-data.ts';
import { type ActionName, AttendeeForm } from './attendee-forms.tsx';
import { History, Mails, Money, Scans } from './attendee-lists.tsx';
import { checkIn, openTicket, type Registration, reprintBadge, resendMail } from './registration.ts';

export interface AttendeeDrawerProps {
  readonly event: EventSummary;
  readonly id: string;
  readonly types: TypeNames;
  readonly mayWrite: boolean;
  /** Runs actions for the list, which then reads again what was changed here. */
  readonly acting: Acting;
  readonly backTo: string;
}

export function AttendeeDrawer(props: AttendeeDrawerProps) {
  const { event, id, types, mayWrite, backTo } = props;
  const [form, setForm] = useState<ActionName | null>(null);
  const { data, error, refresh } = useLiveQuery({
    key: ['attendee', id],
    read: () => readAttendee(event.id, id),
    of: ['registrations', 'payments', 'refunds', 'outgoing_mails', 'scans'],
    atMostEveryMs: 1_000,
  });
  const registration = data?.registration;
  const done = () => {
    setForm(null);
    refresh();
  };
  return (
    <Drawer
      title={registration?.name ?? t('attendee')}
      intro={[registration?.role, registration?.company].filter(Boolean).join(', ')}
      onClose={() => goTo(backTo)}
    >
      <Problem error={error} />
      {!data && !error && <Loading />}
      {data && <Standing event={event} registration={data.registration} />}
      {data && mayWrite && <Actions {...props} data={data} onForm={setForm} onDone={refresh} />}
      {data && form && (
        <AttendeeForm
          key={form}
          name={form}
          {...{ event, types, mayWrite }}
          registration={data.registration}
          onDone={done}
        />
      )}
      {data && <Facts event={event} data={data} types={types} />}
      {data && <Money event={event} data={data} />}
      {data && <Mails event={event} mails={data.mails} />}
      {data && <Scans event={event} scans={data.scans} />}
      {data && <History event={event} changes={data.changes} types={types} />}
    </Drawer>
  );
}

function Standing({ event, registration }: { readonly event: EventSummary; readonly registration: Registration }) {
  const { status, checkedInAt, blockedReason, revokedAt } = registration;
  return (
    <>
      {checkedInAt !== null ? (
        <p className="verdict">
          <strong>{t('checked_in')}</strong> {momentAt(event, checkedInAt)}
        </p>
      ) : (
        <p>
          <StatePill tone={tones[status]}>{named(status)}</StatePill>
        </p>
      )}
      {blockedReason && <p className="note warn">{tx('blocked_at_the_gate', { blockedReason })}</p>}
      {revokedAt && <p className="note warn">{t('the_ticket_is_withdrawn')}</p>}
    </>
  );
}

interface ActionsProps extends AttendeeDrawerProps {
  readonly data: AttendeeData;
  readonly onForm: (name: ActionName) => void;
  readonly onDone: () => void;
}

function Actions({ event, data, acting, onForm, onDone }: ActionsProps) {
  const { id, name, status, checkedInAt } = data.registration;
  const isValid = status === 'confirmed';
  const isOver = status === 'cancelled' || status === 'expired';
  const [gate] = event.gates;
  const act = (done: string, work: () => Promise<unknown>) => void acting.act(done, work).then(onDone);
  return (
    <>
      <div className="actions">
        {isValid && checkedInAt === null && (
          <Button
            look="primary"
            onClick={() => act(t('is_checked_in', { name }), () => checkIn(event.id, id, gate?.id ?? 'console'))}
          >
            {t('check_in')}
          </Button>
        )}
        <Button onClick={() => onForm('edit')}>{t('edit')}</Button>
        {isValid && (
          <Button onClick={() => act(t('ticket_sent_to', { name }), () => resendMail(event.id, id))}>
            {t('resend_ticket')}
          </Button>
        )}
        {isValid && (
          <Button onClick={() => act(t('badge_of_queued', { name }), () => reprintBadge(event.id, id))}>
            {t('print_badge')}
          </Button>
        )}
        {!isOver && (
          <Button onClick={() => act(t('ticket_page_opened'), () => openTicket(event.id, id))}>
            {t('ticket_page')}
          </Button>
        )}
      </div>
      {!isOver && (
        <div className="actions">
          <Button small onClick={() => onForm('type')}>
            {t('change_ticket')}
          </Button>
          <Button small onClick={() => onForm('transfer')}>
            {t('transfer_to_someone_else')}
          </Button>
          <Button small look="danger" onClick={() => onForm('cancel')}>
            {t('cancel_ticket')}
          </Button>
        </div>
      )}
      <p role="status">{acting.notice}</p>
      <Problem error={acting.problem} />
    </>
  );
}

interface FactsProps {
  readonly event: EventSummary;
  readonly data: AttendeeData;
  readonly types: TypeNames;
}

function answerText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  return String(value ?? '–');
}

function Facts({ event, data: { registration, order, questions }, types }: FactsProps) {
  const { amount, currency, email, paymentStatus, ticketNumber, ticketType, addOns, formAnswers, createdAt } =
    registration;
  const money = amount === 0 ? t('free_2') : `${moneyText(amount, currency)}, ${named(paymentStatus)}`;
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [t('ticket'), types.get(ticketType)?.name ?? '–'],
    [t('number'), <code key="number">{codeGroups(ticketNumber).join(' ')}</code>],
    [
      t('email'),
      <a key="email" href={`mailto:${email}`}>
        {email}
      </a>,
    ],
    [
      t('order'),
      order ? (
        <a key="order" href={`#/orders/${event.id}/${order.id}`}>
          {order.number}
        </a>
      ) : (
        '–'
      ),
    ],
    [t('price'), money],
    [t('registered'), momentAt(event, createdAt)],
    ...(addOns ?? []).map(({ name, quantity }) => [t('add_on'), `${quantity} × ${name}`] as const),
    ...Object.entries(formAnswers ?? {}).map(([key, value]) => [questions.get(key) ?? key, answerText(value)] as const),
    ...(registration.attentionNote ? [[t('note_for_staff'), registration.attentionNote] as const] : []),
  ];
  return (
    <dl className="facts">
      {facts.map(([label, value], n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two add-ons may have one label
        <div key={n}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
