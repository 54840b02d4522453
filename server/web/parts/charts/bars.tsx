/** Small charts beside a number. Each says its finding as text for those who do not see it. */

import { localeOf } from '../text/text.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
}

const width = 100;
const height = 28;
const gap = 0.25;

/** Columns from a zero baseline; the last one is marked. */
export function SparkBars({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = width / Math.max(1, bars.length);
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {bars.map(({ label, value }, n) => {
        const tall = Math.max(value > 0 ? 2 : 1, (value / most) * height);
        return (
          <rect
            key={label}
            className={n === bars.length - 1 ? 'last' : undefined}
            x={n * step + (step * gap) / 2}
            y={height - tall}
            width={step * (1 - gap)}
            height={tall}
          />
        );
      })}
    </svg>
  );
}

export interface PartBarProps {
  /** Parts in the order of the series’ colours. */
  readonly parts: readonly Bar[];
  /** Null: no limit, so the parts fill the bar. */
  readonly whole: number | null;
  readonly label: string;
}

/** Parts of a whole in one line. */
export function PartBar({ parts, whole, label }: PartBarProps) {
  const sum = parts.reduce((all, { value }) => all + value, 0);
  const full = Math.max(1, whole ?? sum, sum);
  let x = 0;
  return (
    <svg className="part-bar" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className="rest" width="100" height="8" />
      {parts.map(({ label, value }, n) => {
        const from = x;
        x += (value / full) * 100;
        return <rect key={label} className={`s${(n % 6) + 1}`} x={from} width={x - from} height="8" />;
      })}
    </svg>
  );
}

/** Lists the parts with their labels and numbers. */
export function Legend({ parts }: { readonly parts: readonly Bar[] }) {
  return (
    <ul className="legend">
      {parts.map(({ label, value }, n) => (
        <li key={label}>
          <i className={`s${(n % 6) + 1}`} aria-hidden="true" />
          {new Intl.NumberFormat(localeOf()).format(value)} {label}
        </li>
      ))}
    </ul>
  );
}
