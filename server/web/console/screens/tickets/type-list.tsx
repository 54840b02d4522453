/** Ticket types, a row each: how the sale stands, the price now, what is sold, and the prices over time. */

import { PartBar } from '../../../parts/charts/bars.tsx';
import { countText, priceText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { EmptyState, Notice } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { PriceStrip, spanOf } from './price-strip.tsx';
import { ReorderHandle } from './reorder.tsx';
import { saleStateOf, soldOf } from './sale-state.ts';
import { saveOrder, stepNow, type TicketsData, type TicketType } from './ticket-type.ts';

export interface TypeListProps {
  readonly event: EventSummary;
  readonly data: TicketsData;
  readonly openId: string | null;
  readonly mayWrite: boolean;
  readonly onMoved: () => void;
}

export function TypeList({ event, data, openId, mayWrite, onMoved }: TypeListProps) {
  const acting = useAct(onMoved);
  const move = (from: number, to: number) => {
    const [type] = data.types.slice(from, from + 1);
    if (!type) return;
    const next = data.types.toSpliced(from, 1).toSpliced(to, 0, type);
    void acting.act(t('is_now_at_position', { name: type.name, value: to + 1 }), () => saveOrder(next));
  };
  if (data.types.length === 0)
    return (
      <EmptyState>
        <p>{t('no_ticket_types_yet_add_one')}</p>
        <a className="btn" href={`#/tickets/${event.id}/new`}>
          {t('add_ticket_type')}
        </a>
      </EmptyState>
    );
  return (
    <>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem} />
      <ol className="types" aria-label={t('ticket_types_2')}>
        {data.types.map((type, n) => (
          <TypeRow
            key={type.id}
            {...{ event, data, type, n }}
            isOpen={type.id === openId}
            onMove={mayWrite && data.types.length > 1 ? (to) => move(n, to) : null}
          />
        ))}
      </ol>
    </>
  );
}

interface TypeRowProps {
  readonly event: EventSummary;
  readonly data: TicketsData;
  readonly type: TicketType;
  readonly n: number;
  readonly isOpen: boolean;
  readonly onMove: ((to: number) => void) | null;
}

function noteOf(type: TicketType): string {
  if (type.kind === 'add_on') return t('add_on_to_other_tickets');
  return type.hidden ? t('sold_by_voucher_only') : (type.description ?? '');
}

function TypeRow({ event, data, type, n, isOpen, onMove }: TypeRowProps) {
  const { id, name, quantity, currency } = type;
  const { label, tone } = saleStateOf(event, data, type);
  const sold = soldOf(data, type);
  const step = stepNow(data, type);
  return (
    <li aria-current={isOpen ? 'true' : undefined} data-type={type.key}>
      <div>
        {onMove && <ReorderHandle name={name} at={n} count={data.types.length} onMove={onMove} />}
        <a href={`#/tickets/${event.id}/${id}`}>{name}</a> <StatePill tone={tone}>{label}</StatePill>
        <small>{noteOf(type)}</small>
      </div>
      <div>
        <strong className="price">{priceText(step?.price ?? type.price, currency)}</strong>
        <small>{step?.name ?? t('now')}</small>
      </div>
      <div className={`sold c${(n % 6) + 1}`}>
        <span>
          {quantity < 0
            ? tx('type_sold_no_limit', { strong: <strong>{countText(sold)}</strong> })
            : tx('sold', {
                strong: <strong>{countText(sold)}</strong>,
                span: <span className="soft">{t('of_9', { count: countText(quantity) })}</span>,
              })}
        </span>
        {quantity >= 0 && sold > quantity && (
          <StatePill tone="warn">{t('sold_over', { over: countText(sold - quantity) })}</StatePill>
        )}
        {quantity >= 0 && (
          <PartBar
            parts={[{ label: t('sold_2'), value: sold }]}
            whole={quantity}
            label={t('of_sold', { sold, quantity })}
          />
        )}
      </div>
      <PriceStrip type={type} step={step} span={spanOf(data.types, event)} />
    </li>
  );
}
