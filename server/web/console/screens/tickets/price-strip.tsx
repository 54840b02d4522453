/** The prices of a ticket type over the time of its sale, with a line for now. */

import { formatIn } from '#shared/base/zoned-time.ts';
import { priceText } from '../../../parts/money-text.ts';
import { localeOf, t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { type PriceStep, stepsOf, type TicketType } from './ticket-type.ts';

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const weekMs = 7 * 86_400_000;

/** Returns the time that each strip shows, in Unix ms: the same for all rows of an event, so that they can be compared. */
export function spanOf(types: readonly TicketType[], event: EventSummary): Span {
  const moments = types.flatMap((type) => [
    ...(type.saleStart ? [Date.parse(type.saleStart)] : []),
    ...(type.saleEnd ? [Date.parse(type.saleEnd)] : []),
    ...(type.priceSteps ?? []).map(({ from }) => Date.parse(from)),
  ]);
  const all = [...moments, Date.now() - weekMs, Date.parse(event.endsAt)];
  return { fromMs: Math.min(...all), toMs: Math.max(...all, Date.now() + weekMs) };
}

interface Segment {
  readonly price: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly isNow: boolean;
}

function segmentsOf(type: TicketType, now: PriceStep | null, { fromMs, toMs }: Span): readonly Segment[] {
  const start = type.saleStart ? Date.parse(type.saleStart) : fromMs;
  const end = type.saleEnd ? Date.parse(type.saleEnd) : toMs;
  const steps = stepsOf(type);
  const points = [
    { price: type.price, at: start, step: null as PriceStep | null },
    ...steps.map((step) => ({ price: step.price, at: Math.max(start, Date.parse(step.from)), step })),
  ];
  return points.flatMap(({ price, at, step }, n) => {
    const until = Math.min(end, points[n + 1]?.at ?? end);
    return until > at ? [{ price, fromMs: at, toMs: until, isNow: step === now }] : [];
  });
}

export interface PriceStripProps {
  readonly type: TicketType;
  readonly step: PriceStep | null;
  readonly span: Span;
}

export function PriceStrip({ type, step, span }: PriceStripProps) {
  const percent = (ms: number) => ((ms - span.fromMs) / (span.toMs - span.fromMs)) * 100;
  const segments = segmentsOf(type, step, span);
  const day = formatIn({ day: 'numeric', month: 'short' }, undefined, localeOf());
  const said = segments
    .map(({ price, fromMs }) => t('from', { priceText: priceText(price, type.currency), format: day.format(fromMs) }))
    .join(', ');
  return (
    <div className="strip" role="img" aria-label={t('prices_of', { name: type.name, said })}>
      {segments.map(({ price, fromMs, toMs, isNow }) => (
        <span
          key={fromMs}
          data-now={isNow ? '' : undefined}
          style={{ insetInlineStart: `${percent(fromMs)}%`, inlineSize: `${percent(toMs) - percent(fromMs)}%` }}
        >
          <b>{priceText(price, type.currency)}</b>
        </span>
      ))}
      <i style={{ insetInlineStart: `${percent(Date.now())}%` }} />
    </div>
  );
}
