/** Ticket types, a row each: how the sale stands, the price now, what is sold, and the prices over time. */
import { PartBar } from '../../../parts/charts/bars.tsx';
import { countText, priceText } from '../../../parts/money-text.ts';
import { StatePill } from '../../../parts/state-pill.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import type { EventSummary } from '../../data/event-summary.ts';
import { PriceStrip, spanOf } from './price-strip.tsx';
import { saleStateOf, soldOf, stepNow, type TicketsData, type TicketType } from './ticket-type.ts';

export interface TypeListProps {
  readonly event: EventSummary;
  readonly data: TicketsData;
  readonly openId: string | null;
}

export function TypeList({ event, data, openId }: TypeListProps) {
  if (data.types.length === 0)
    return (
      <EmptyState>
        <p>No ticket types yet. Add one so that people can register.</p>
        <a className="btn" href={`#/tickets/${event.id}/new`}>
          Add ticket type
        </a>
      </EmptyState>
    );
  return (
    <ol className="types" aria-label="Ticket types">
      {data.types.map((type, n) => (
        <TypeRow key={type.id} {...{ event, data, type, n }} isOpen={type.id === openId} />
      ))}
    </ol>
  );
}

interface TypeRowProps {
  readonly event: EventSummary;
  readonly data: TicketsData;
  readonly type: TicketType;
  readonly n: number;
  readonly isOpen: boolean;
}

function noteOf(type: TicketType): string {
  if (type.kind === 'add_on') return 'Add-on to other tickets';
  return type.hidden ? 'Sold by voucher only' : (type.description ?? '');
}

function TypeRow({ event, data, type, n, isOpen }: TypeRowProps) {
  const { id, name, quantity, currency } = type;
  const { label, tone } = saleStateOf(data, type);
  const sold = soldOf(data, type);
  const step = stepNow(data, type);
  return (
    <li aria-current={isOpen ? 'true' : undefined} data-type={type.key}>
      <div>
        <a href={`#/tickets/${event.id}/${id}`}>{name}</a> <StatePill tone={tone}>{label}</StatePill>
        <small>{noteOf(type)}</small>
      </div>
      <div>
        <strong className="price">{priceText(step?.price ?? type.price, currency)}</strong>
        <small>{step?.name ?? 'now'}</small>
      </div>
      <div className={`sold c${(n % 6) + 1}`}>
        <span>
          <strong>{countText(sold)}</strong> sold{' '}
          <span className="soft">{quantity < 0 ? 'no limit' : `of ${countText(quantity)}`}</span>
        </span>
        {quantity >= 0 && (
          <PartBar parts={[{ label: 'sold', value: sold }]} whole={quantity} label={`${sold} of ${quantity} sold`} />
        )}
      </div>
      <PriceStrip type={type} step={step} span={spanOf(data.types, event)} />
    </li>
  );
}
