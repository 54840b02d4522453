/** What an administration command is: a name, its options, and a function from options to a printed value. */
import type { ParseArgsConfig } from 'node:util';
import type { Assembly } from '../assemble.ts';
import type { TenantRecord } from '../tenants/control.ts';

export interface Command {
  /** `tenant create` */
  readonly name: string;
  /** As the help shows it, after the name. */
  readonly usage: string;
  readonly summary: string;
  /** Names of what stands without a dash, in order. */
  readonly positionals: readonly string[];
  readonly options: NonNullable<ParseArgsConfig['options']>;
  readonly run: (house: Assembly, given: Given) => Promise<CommandAnswer>;
}

export interface Given {
  /** Positionals and options alike; commands check what they need. */
  readonly text: (name: string) => string | undefined;
  readonly needed: (name: string) => string;
  /** Of an option with commas; absent: empty. */
  readonly list: (name: string) => readonly string[];
}

export interface CommandAnswer {
  /** Printed by `--json`. */
  readonly value: unknown;
  /** Printed otherwise. */
  readonly lines: readonly string[];
  readonly exitCode?: number;
}

/** Wrong words on the command line: one sentence, exit 2. */
export class UsageError extends Error {}

export async function neededTenant(house: Assembly, slug: string): Promise<TenantRecord> {
  const tenant = await house.directory.bySlug(slug);
  if (!tenant) throw new UsageError(`There is no tenant ${slug}; see: tenant list.`);
  return tenant;
}
