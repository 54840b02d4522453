/** A part of the events module: a module in small, made of the same ports. */
import type { Module } from '../../core/collections/module.ts';
import type { PersonalData } from './personal-data.ts';
import type { EventsPorts } from './ports.ts';

type Lists = Pick<
  Module,
  | 'collections'
  | 'internal'
  | 'actions'
  | 'rules'
  | 'followers'
  | 'jobs'
  | 'runners'
  | 'pages'
  | 'intakes'
  | 'exports'
  | 'sealed'
>;

export interface Part {
  /** The name of its folder. */
  readonly name: string;
  /** Parts it cannot do without: it reads or writes their collections, or its relations lead there. */
  readonly needs?: readonly string[];
  /** Its collections that say something of attendees or buyers; a page shows people what is stored about them. */
  readonly personal?: readonly PersonalData[];
  /** @param parts all of the module, for a part that shows what the others name */
  readonly make: (ports: EventsPorts, parts: readonly Part[]) => Partial<Lists>;
}

/** @throws where a part that another one needs is not among them, with the names of both */
export function assertNeeds(parts: readonly Part[]): void {
  const names = new Set(parts.map(({ name }) => name));
  const missing = parts.flatMap(({ name, needs = [] }) =>
    needs.filter((need) => !names.has(need)).map((need) => `${name} needs ${need}`),
  );
  if (missing.length === 0) return;
  throw new Error(
    `The events module cannot start: ${missing.join(', ')}. Add the missing parts to events/module.ts, or remove those that need them.`,
  );
}

/** @returns the names of a part and of all that cannot do without it, by what they need in turn */
export function withDependents(parts: readonly Part[], name: string): ReadonlySet<string> {
  const found = new Set([name]);
  for (const one of found) for (const { name: other, needs = [] } of parts) if (needs.includes(one)) found.add(other);
  return found;
}
