/** Lists what is left to do once the event is over: read from its state where it can be, otherwise a link to the page. */
import { Problem } from '../../../parts/problem.tsx';
import { t } from '../../../parts/text/text.ts';
import { countEach } from '../../data/count-each.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import type { OverviewData } from './overview-data.ts';

const atMostEveryMs = 5_000;
const unfinished = ['scheduled', 'open', 'frozen'];

interface Left {
  readonly draws: number;
  readonly openDraws: number;
  readonly ratings: number;
  readonly leads: number;
}

interface Matter {
  readonly label: string;
  readonly href: string;
  /** Absent: the page cannot know. */
  readonly isDone?: boolean;
}

function readLeft(eventId: string): Promise<Left> {
  const event = { equals: eventId };
  return countEach(['draws', 'openDraws', 'ratings', 'leads'], (name) => {
    if (name === 'draws') return ['prize_draws', { event }];
    if (name === 'openDraws') return ['prize_draws', { event, state: { in: unfinished } }];
    if (name === 'leads') return ['leads', { event }];
    return ['session_bookings', { event, rating: { exists: true } }];
  });
}

/** No payment is awaited or to be looked at, and no refund is on its way or refused by the processor. */
function isMoneySettled({ alerts, refundsFailed, sales }: OverviewData): boolean {
  const onItsWay = sales.revenue.reduce((sum, { refundPending }) => sum + refundPending, 0);
  return sales.pending + alerts + refundsFailed + onItsWay === 0;
}

export function mattersAfter({ id }: EventSummary, data: OverviewData, left: Left): readonly Matter[] {
  const tookMoney = data.sales.revenue.some(({ paid }) => paid > 0);
  return [
    ...(left.draws > 0
      ? [{ label: t('hold_the_draws_left'), href: `#/audience/${id}/draws`, isDone: left.openDraws === 0 }]
      : []),
    ...(tookMoney
      ? [
          { label: t('give_back_what_is_open'), href: `#/orders/${id}?show=refunds`, isDone: isMoneySettled(data) },
          { label: t('look_at_the_invoices'), href: `#/orders/${id}?show=invoices` },
        ]
      : []),
    ...(left.ratings > 0 ? [{ label: t('read_the_ratings'), href: `#/schedule/${id}` }] : []),
    ...(left.leads > 0 ? [{ label: t('pass_on_the_leads'), href: `#/exhibitors/${id}` }] : []),
    { label: t('export_attendees_and_checkins'), href: `#/import/${id}` },
    { label: t('unpair_the_kiosks'), href: `#/kiosks/${id}`, isDone: data.kiosks === 0 },
  ];
}

export function AfterEvent({ event, data }: { readonly event: EventSummary; readonly data: OverviewData }) {
  const { data: left, error } = useLiveQuery({
    key: ['after-event', event.id],
    read: () => readLeft(event.id),
    of: ['prize_draws', 'session_bookings', 'leads'],
    atMostEveryMs,
  });
  return (
    <section className="card" aria-labelledby="after-event">
      <h2 id="after-event">{t('after_the_event')}</h2>
      <Problem error={error} />
      <ul className="steps">
        {left &&
          mattersAfter(event, data, left).map(({ label, isDone, href }) => (
            <li key={label} data-done={isDone ? '' : undefined} data-way={isDone === undefined ? '' : undefined}>
              <a href={href}>{label}</a>
              {isDone && <span className="visually-hidden">{t('done_2')}</span>}
            </li>
          ))}
      </ul>
    </section>
  );
}
