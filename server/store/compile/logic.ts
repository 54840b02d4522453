/** AND, OR and NOT over SQL conditions; one that is unknown (null) counts as false. */
import type { Compiling } from './dialect.ts';
import { join, type Sql, sql } from './sql.ts';

export function allOf(parts: readonly Sql[], { dialect }: Compiling): Sql {
  if (parts.length === 1) return parts[0]!;
  return parts.length === 0 ? dialect.yes : sql`(${join(parts, ' AND ')})`;
}

export function anyOf(parts: readonly Sql[], { dialect }: Compiling): Sql {
  if (parts.length === 1) return parts[0]!;
  return parts.length === 0 ? dialect.no : sql`(${join(parts, ' OR ')})`;
}

/** Compiles a negated condition: a condition that is only possibly true must know whether it stands inside a NOT. */
export function not(state: Compiling, make: () => Sql): Sql {
  return state.dialect.not(state.negated(make));
}
