/** Lists what needs the organizer's attention, with a link to the page where it is put right. */

import { countText } from '../../../parts/money-text.ts';
import { t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import type { OverviewData } from './overview-data.ts';

interface Matter {
  readonly count: number;
  readonly one: string;
  readonly many: string;
  readonly hint: string;
  readonly href: string;
  readonly action: string;
}

function mattersOf({ id }: EventSummary, data: OverviewData): readonly Matter[] {
  return [
    {
      count: data.conflicts,
      one: t('person_admitted_twice'),
      many: t('people_admitted_twice'),
      hint: t('two_kiosks_let_the_same_ticket_2'),
      href: `#/gate/${id}`,
      action: t('review'),
    },
    {
      count: data.alerts,
      one: t('payment_to_review'),
      many: t('payments_to_review_2'),
      hint: t('something_about_money_needs_a_decision'),
      href: `#/orders/${id}?show=alerts`,
      action: t('review'),
    },
    {
      count: data.mailAlerts,
      one: t('problem_with_sending_emails'),
      many: t('problems_with_sending_emails'),
      hint: t('emails_may_not_arrive_read_what'),
      href: `#/orders/${id}?show=alerts`,
      action: t('show'),
    },
    {
      count: data.refundsFailed,
      one: t('refund_failed'),
      many: t('refunds_failed'),
      hint: t('the_processor_refused_it_try_again'),
      href: `#/orders/${id}?show=refunds`,
      action: t('show'),
    },
    {
      count: data.kiosksOffline,
      one: t('kiosk_is_offline'),
      many: t('kiosks_are_offline'),
      hint: t('they_keep_scanning_and_send_their'),
      href: `#/board/${id}`,
      action: t('open'),
    },
    {
      count: data.mailsFailed,
      one: t('email_failed'),
      many: t('emails_failed'),
      hint: t('check_the_address_and_send_it'),
      href: `#/messages/${id}`,
      action: t('show'),
    },
    {
      count: data.reports,
      one: t('attendee_was_reported'),
      many: t('reports_about_attendees'),
      hint: t('another_attendee_blocked_them_and_said'),
      href: `#/audience/${id}/reports`,
      action: t('review'),
    },
  ].filter(({ count }) => count > 0);
}

export function Attention({ event, data }: { readonly event: EventSummary; readonly data: OverviewData }) {
  const matters = mattersOf(event, data);
  return (
    <section className="card" aria-labelledby="attention">
      <h2 id="attention">{t('needs_attention')}</h2>
      {matters.length === 0 && <p className="soft">{t('nothing_needs_your_attention')}</p>}
      <ul className="rows">
        {matters.map(({ count, one, many, hint, href, action }) => (
          <li key={many}>
            <div>
              <strong>
                {countText(count)} {count === 1 ? one : many}
              </strong>
              <span>{hint}</span>
            </div>
            <a className="btn small" href={href} aria-label={`${action}: ${many}`}>
              {action}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
