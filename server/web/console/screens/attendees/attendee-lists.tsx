/** The lists in the drawer of an attendee: payments and refunds, emails, scans, changes. */

import type { ReactNode } from 'react';
import { exactTimeAt, momentAt } from '../../../parts/event-time.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { named, t, tx } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import type { TypeNames } from './attendee-columns.tsx';
import type { AttendeeData, Change, Mail, Scan } from './attendee-data.ts';

const goodStates = ['paid', 'succeeded', 'sent', 'delivered', 'admitted'];
const badStates = ['failed', 'refused'];

export function toneOf(state: string): Tone {
  if (goodStates.includes(state)) return 'success';
  return badStates.includes(state) ? 'danger' : 'warn';
}

interface Line {
  readonly id: string;
  readonly what: ReactNode;
  readonly when: string;
  readonly state: string;
  readonly problem?: string | null;
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className="rows">
        {lines.map(({ id, what, when, state, problem }) => (
          <li key={id}>
            <div>
              {what}
              <span>{when}</span>
              {problem && <span className="odd">{problem}</span>}
            </div>
            <StatePill tone={toneOf(state)}>{named(state)}</StatePill>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OfEvent {
  readonly event: EventSummary;
}

export function Money({ event, data: { payments, refunds } }: OfEvent & { readonly data: AttendeeData }) {
  const lines = [
    ...payments.map(({ id, amount, currency, createdAt, state, problem }) => ({
      id,
      what: t('payment_of', { sum: moneyText(amount, currency) }),
      when: momentAt(event, createdAt),
      state,
      problem,
    })),
    ...refunds.map(({ id, amount, currency, createdAt, percent, state, problem }) => ({
      id,
      what: t('refund_of', { sum: moneyText(amount, currency), percent }),
      when: momentAt(event, createdAt),
      state,
      problem,
    })),
  ];
  return <Lines title={t('payments_and_refunds')} lines={lines} />;
}

export function Mails({ event, mails }: OfEvent & { readonly mails: readonly Mail[] }) {
  const lines = mails.map(({ id, template, createdAt, state, problem, recipient }) => ({
    id,
    what: named(template),
    when: t('to', { time: momentAt(event, createdAt), recipient }),
    state,
    problem,
  }));
  return <Lines title={t('emails')} lines={lines} />;
}

export function Scans({ event, scans }: OfEvent & { readonly scans: readonly Scan[] }) {
  const lines = scans.map(({ id, verdict, gate, direction, scannedAt }) => ({
    id,
    what: t('at', { part: direction === 'exit' ? t('exit') : t('entry'), part2: gate ?? t('a_gate') }),
    when: exactTimeAt(event, scannedAt),
    state: verdict,
  }));
  return <Lines title={t('scans')} lines={lines} />;
}

/** Labels of the fields whose changes are shown to an organizer. */
const shownFields: Readonly<Record<string, string>> = {
  name: t('name'),
  email: t('email'),
  company: t('company'),
  role: t('role'),
  status: t('status'),
  paymentStatus: t('payment'),
  ticketType: t('ticket'),
  checkedInAt: t('checked_in'),
  attentionNote: t('note_for_staff'),
  blockedReason: t('blocked'),
  revokedAt: t('withdrawn'),
};

/** Texts by the kind of the actor, which is the part of `user:…` before the colon; for any other kind, `Gatehouse` is shown. */
const actors: Readonly<Record<string, string>> = {
  user: t('by_a_member'),
  key: t('by_an_api_key'),
  kiosk: t('by_a_kiosk'),
  guest: t('the_attendee'),
  public: t('the_attendee'),
};

export function History(props: OfEvent & { readonly changes: readonly Change[]; readonly types: TypeNames }) {
  const { event, changes, types } = props;
  const text = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (field === 'ticketType') return types.get(String(value))?.name ?? t('another_ticket');
    return field.endsWith('At') ? momentAt(event, String(value)) : named(String(value));
  };
  const shown = changes.flatMap((change) => {
    const fields = Object.keys(change.previous ?? {}).filter((field) => shownFields[field] !== undefined);
    return change.op === 'create' || fields.length > 0 ? [{ ...change, fields }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section>
      <h3>{t('history')}</h3>
      <ol className="history">
        {shown.map(({ version, op, at, actor, previous, record, fields }) => (
          <li key={version}>
            {op === 'create' && t('registered')}
            {fields.map((field) => (
              <div key={field}>
                {shownFields[field]} <del>{text(field, previous?.[field])}</del> <ins>{text(field, record[field])}</ins>
              </div>
            ))}
            <small>
              {tx('by', {
                exactTimeAt: exactTimeAt(event, at),
                part: actors[actor.split(':')[0] ?? ''] ?? 'Gatehouse',
              })}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
