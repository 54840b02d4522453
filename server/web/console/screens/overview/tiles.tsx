/** The numbers of an event, each with a small picture. */

import type { ReactNode } from 'react';
import { formatIn } from '#shared/base/zoned-time.ts';
import { Legend, PartBar, SparkBars } from '../../../parts/charts/bars.tsx';
import { countText, moneyText, shareText } from '../../../parts/money-text.ts';
import { StatePill } from '../../../parts/state-pill.tsx';
import { localeOf, t, tx } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import type { OverviewData } from './overview-data.ts';

interface TilesProps {
  readonly event: EventSummary;
  readonly data: OverviewData;
}

export function Tiles({ event, data }: TilesProps) {
  return (
    <div className="overview">
      <CheckedIn {...{ event, data }} />
      <dl className="tiles-four">
        <Registered {...{ event, data }} />
        <Revenue data={data} />
        <Paid data={data} />
        <Capacity {...{ event, data }} />
      </dl>
    </div>
  );
}

/** The gate as a gauge: the share of registered people who have come. */
function CheckedIn({ event, data: { sales, stats } }: TilesProps) {
  const share = sales.confirmed === 0 ? 0 : Math.min(1, stats.checkedIn / sales.confirmed);
  return (
    <section className="gauge" aria-labelledby="checked-in">
      <svg viewBox="0 0 120 150" aria-hidden="true">
        <clipPath id="gate-arch">
          <path d="M0 150V60a60 60 0 0 1 120 0v90z" />
        </clipPath>
        <g clipPath="url(#gate-arch)">
          <rect className="rest" width="120" height="150" />
          <rect className="share" y={150 * (1 - share)} width="120" height={150 * share} />
        </g>
        <circle className="cut" cx="60" cy="64" r="20" />
        <path className="cut" d="M44 150v-44a16 16 0 0 1 32 0v44z" />
      </svg>
      <div>
        <h2 id="checked-in">{t('checked_in')}</h2>
        <p className="value">{countText(stats.checkedIn)}</p>
        <p>
          {sales.confirmed === 0
            ? t('no_one_is_registered_yet')
            : t('of_registered', { round: Math.round(share * 100), count: countText(sales.confirmed) })}
        </p>
        <p className="inside">{tx('inside_now', { strong: <strong>{countText(stats.insideNow)}</strong> })}</p>
        <a href={`#/gate/${event.id}`}>{t('gate')}</a>
      </div>
    </section>
  );
}

interface TileProps {
  readonly label: string;
  readonly value: string;
  readonly of?: string | undefined;
  readonly children?: ReactNode;
}

function Tile({ label, value, of, children }: TileProps) {
  return (
    <div className="tile">
      <dt>{label}</dt>
      <dd>
        <span className="value">
          {value} {of && <small>{of}</small>}
        </span>
        {children}
      </dd>
    </div>
  );
}

function Registered({ event, data: { sales } }: TilesProps) {
  const day = formatIn({ day: 'numeric', month: 'short' }, event.timezone, localeOf());
  const bars = sales.byDay.map(({ day: at, registered }) => ({
    label: day.format(Date.parse(at)),
    value: registered,
  }));
  const week = sales.byDay.slice(-7).reduce((sum, { registered }) => sum + registered, 0);
  const [first] = bars;
  return (
    <Tile label={t('registered')} value={countText(sales.confirmed)}>
      <SparkBars
        bars={bars}
        label={t('registrations_a_day_since', {
          part: first?.label ?? '',
          list: bars.map(({ value }) => value).join(', '),
        })}
      />
      <small>{tx('in_the_last_7_days', { count: countText(week) })}</small>
    </Tile>
  );
}

const keptOf = ({ paid, refunded, refundPending }: OverviewData['sales']['revenue'][number]) =>
  paid - refunded - refundPending;

function Revenue({ data: { sales } }: { readonly data: OverviewData }) {
  const [main, ...others] = sales.revenue;
  if (!main) return <Tile label={t('revenue')} value="–" />;
  const kept = keptOf(main);
  return (
    <Tile label={t('revenue')} value={moneyText(kept, main.currency)}>
      <PartBar
        parts={[{ label: t('kept'), value: kept }]}
        whole={main.paid}
        label={t('of_kept', { sum: moneyText(kept, main.currency), sum2: moneyText(main.paid, main.currency) })}
      />
      <small>
        {tx('paid_refunded', {
          sum: moneyText(main.paid, main.currency),
          sum2: moneyText(main.refunded, main.currency),
          map: others.map((one) => ` · ${moneyText(keptOf(one), one.currency)}`),
        })}
        {main.refundPending > 0 &&
          ` · ${t('sum_being_refunded', { sum: moneyText(main.refundPending, main.currency) })}`}
      </small>
    </Tile>
  );
}

function Paid({ data: { sales } }: { readonly data: OverviewData }) {
  const parts = [
    { label: t('paid_2'), value: sales.paid },
    { label: t('open_2'), value: sales.pending },
    { label: t('free_2'), value: sales.confirmed - sales.paid },
  ];
  return (
    <Tile
      label={t('paid')}
      value={countText(sales.paid)}
      of={t('of_9', { count: countText(sales.paid + sales.pending) })}
    >
      <PartBar parts={parts} whole={null} label={parts.map(({ label, value }) => `${value} ${label}`).join(', ')} />
      <Legend parts={parts} />
    </Tile>
  );
}

const namedMax = 3;

function Capacity({ event, data }: TilesProps) {
  // An add-on takes no seat of the event.
  const types = data.types.filter(({ kind }) => kind !== 'add_on');
  const limited = types.every(({ quantity }) => quantity >= 0) && types.length > 0;
  const whole = event.capacity ?? (limited ? types.reduce((sum, { quantity }) => sum + quantity, 0) : null);
  const sold = types.reduce((sum, { taken }) => sum + taken, 0);
  const byCount = [...types].sort((a, b) => b.taken - a.taken);
  const others = byCount.slice(namedMax).reduce((sum, { taken }) => sum + taken, 0);
  const parts = [
    ...byCount.slice(0, namedMax).map(({ name, taken }) => ({ label: name, value: taken })),
    ...(others > 0 ? [{ label: t('other'), value: others }] : []),
  ];
  // Rounded down: 100 % says that no place is left.
  const share = whole ? shareText(Math.floor((sold / whole) * 100) / 100) : countText(sold);
  const isUsedUp = whole !== null && sold >= whole;
  return (
    <Tile
      label={t('capacity')}
      value={share}
      of={whole === null ? t('sold_no_limit') : t('of_9', { count: countText(whole) })}
    >
      {isUsedUp && <StatePill tone="warn">{t('capacity_is_used_up')}</StatePill>}
      <PartBar parts={parts} whole={whole} label={parts.map(({ label, value }) => `${label} ${value}`).join(', ')} />
      <Legend parts={parts} />
    </Tile>
  );
}
