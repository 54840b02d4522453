/** The log lines of a running world, for people who replay a seed. */
import type { Fault } from './scenario.ts';

export type Tell = (who: string, what: string) => void;

export const silent: Tell = () => {};

export function faultText({ kind, ...rest }: Fault): string {
  const values = Object.entries(rest).map(
    ([name, value]) => `${name} ${typeof value === 'number' ? Math.round(value * 100) / 100 : String(value)}`,
  );
  return `${kind}: ${values.join(', ')}`;
}
