/** What happened to a registration: money, emails, scans, changes. */
import type { ReactNode } from 'react';
import { exactTimeAt, timeAt } from '../../../parts/event-time.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
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
            <StatePill tone={toneOf(state)}>{state.replaceAll('_', ' ')}</StatePill>
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
      what: `Payment of ${moneyText(amount, currency)}`,
      when: timeAt(event, createdAt),
      state,
      problem,
    })),
    ...refunds.map(({ id, amount, currency, createdAt, percent, state, problem }) => ({
      id,
      what: `Refund of ${moneyText(amount, currency)} (${percent}%)`,
      when: timeAt(event, createdAt),
      state,
      problem,
    })),
  ];
  return <Lines title="Payments and refunds" lines={lines} />;
}

export function Mails({ event, mails }: OfEvent & { readonly mails: readonly Mail[] }) {
  const lines = mails.map(({ id, template, createdAt, state, problem, recipient }) => ({
    id,
    what: template.replaceAll('_', ' '),
    when: `${timeAt(event, createdAt)} to ${recipient}`,
    state,
    problem,
  }));
  return <Lines title="Emails" lines={lines} />;
}

export function Scans({ event, scans }: OfEvent & { readonly scans: readonly Scan[] }) {
  const lines = scans.map(({ id, verdict, gate, direction, scannedAt }) => ({
    id,
    what: `${direction === 'exit' ? 'Exit' : 'Entry'} at ${gate ?? 'a gate'}`,
    when: exactTimeAt(event, scannedAt),
    state: verdict,
  }));
  return <Lines title="Scans" lines={lines} />;
}

/** Fields that say something to an organizer, and how they are called. */
const shownFields: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  company: 'Company',
  role: 'Role',
  status: 'Status',
  paymentStatus: 'Payment',
  ticketType: 'Ticket',
  checkedInAt: 'Checked in',
  attentionNote: 'Note for staff',
  blockedReason: 'Blocked',
  revokedAt: 'Withdrawn',
};

/** `user:…`, `key:…`, `kiosk:…`, `system:…` */
const actors: Readonly<Record<string, string>> = {
  user: 'a member',
  key: 'an API key',
  kiosk: 'a kiosk',
  guest: 'the attendee',
  public: 'the attendee',
};

export function History(props: OfEvent & { readonly changes: readonly Change[]; readonly types: TypeNames }) {
  const { event, changes, types } = props;
  const text = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (field === 'ticketType') return types.get(String(value))?.name ?? 'another ticket';
    return field.endsWith('At') ? timeAt(event, String(value)) : String(value).replaceAll('_', ' ');
  };
  const shown = changes.flatMap((change) => {
    const fields = Object.keys(change.previous ?? {}).filter((field) => shownFields[field] !== undefined);
    return change.op === 'create' || fields.length > 0 ? [{ ...change, fields }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section>
      <h3>History</h3>
      <ol className="history">
        {shown.map(({ version, op, at, actor, previous, record, fields }) => (
          <li key={version}>
            {op === 'create' && 'Registered'}
            {fields.map((field) => (
              <div key={field}>
                {shownFields[field]} <del>{text(field, previous?.[field])}</del> <ins>{text(field, record[field])}</ins>
              </div>
            ))}
            <small>
              {exactTimeAt(event, at)} by {actors[actor.split(':')[0] ?? ''] ?? 'Gatehouse'}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
