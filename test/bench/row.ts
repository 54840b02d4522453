/** One line of the table: what was measured, beside its ceiling or peer from the same run, and what is asked for. */
export interface Row {
  /** `K1`, as the figures are named. */
  readonly row: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Measured in the same run: the bare operation, or another system. */
  readonly ceiling?: { readonly name: string; readonly value: number };
  readonly ratio?: number;
  /** In words, e.g. `≤ 3 × the bare put`. */
  readonly target?: string;
  /** Absent: orientation only. */
  readonly met?: boolean;
  /** No figure of speed but a rule of the product: the bench fails where it is not met, on any machine. */
  readonly isRule?: boolean;
  /** Why it falls short, as far as it is known; printed where it does. */
  readonly short?: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Nearest rank. @param p 0 to 1 */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))]!;
}

/** What the command line says about all benches. */
export interface BenchSetting {
  /** 1: the sizes the figures name; less: for a look in between. */
  readonly scale: number;
}

/** A size to measure with; at least one. */
export function scaled(size: number, scale: number): number {
  return Math.max(1, Math.round(size * scale));
}
