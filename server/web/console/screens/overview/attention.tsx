/** What does not go by itself, with the page where it is put right. */
import { countText } from '../../../parts/money-text.ts';
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
      count: data.stats.conflicts,
      one: 'person admitted twice',
      many: 'people admitted twice',
      hint: 'Two kiosks let the same ticket in.',
      href: `#/gate/${id}`,
      action: 'Review',
    },
    {
      count: data.alerts,
      one: 'payment to review',
      many: 'payments to review',
      hint: 'Something about money needs a decision.',
      href: `#/orders/${id}?show=alerts`,
      action: 'Review',
    },
    {
      count: data.refundsFailed,
      one: 'refund failed',
      many: 'refunds failed',
      hint: 'The processor refused it. Try again.',
      href: `#/orders/${id}?show=refunds`,
      action: 'Show',
    },
    {
      count: data.kiosksOffline,
      one: 'kiosk is offline',
      many: 'kiosks are offline',
      hint: 'They keep scanning and send their scans later.',
      href: `#/board/${id}`,
      action: 'Open',
    },
    {
      count: data.mailsFailed,
      one: 'email failed',
      many: 'emails failed',
      hint: 'Check the address and send it again.',
      href: `#/messages/${id}`,
      action: 'Show',
    },
  ].filter(({ count }) => count > 0);
}

export function Attention({ event, data }: { readonly event: EventSummary; readonly data: OverviewData }) {
  const matters = mattersOf(event, data);
  return (
    <section className="card" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {matters.length === 0 && <p className="soft">Nothing needs your attention.</p>}
      <ul className="rows">
        {matters.map(({ count, one, many, hint, href, action }) => (
          <li key={href}>
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
