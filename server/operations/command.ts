/** An administration command: a name, its options, and a function from options to a printed value. */
import type { ParseArgsConfig } from 'node:util';
import type { TenantRecord } from '../core/tenants/control.ts';
import type { Assembly } from '../start/assemble.ts';
import type { Config } from '../start/config.ts';

interface CommandWords {
  /** `tenant create` */
  readonly name: string;
  /** Text that the help shows after the name. */
  readonly usage: string;
  readonly summary: string;
  /** Names of what stands without a dash, in order. */
  readonly positionals: readonly string[];
  readonly options: NonNullable<ParseArgsConfig['options']>;
}

/** Works on the opened data. */
export interface ServerCommand extends CommandWords {
  readonly run: (assembly: Assembly, given: Given) => Promise<CommandAnswer>;
}

/** Works on the data folder as it is: it may be damaged, or empty. */
export interface FolderCommand extends CommandWords {
  readonly runOnFolder: (ground: Ground, given: Given) => Promise<CommandAnswer>;
}

/** Works on a remote server by its API: needs no local data. */
export interface RemoteCommand extends CommandWords {
  readonly runAfar: (given: Given) => Promise<CommandAnswer>;
}

export type Command = ServerCommand | FolderCommand | RemoteCommand;

export interface Ground {
  readonly config: Config;
  /** The caller closes its store. */
  readonly openAssembly: () => Promise<Assembly>;
}

export interface Given {
  /** Positionals and options alike; commands check what they need. */
  readonly text: (name: string) => string | undefined;
  /** @throws UsageError where it is absent */
  readonly needed: (name: string) => string;
  /** Returns the values of an option with commas; absent: empty. */
  readonly list: (name: string) => readonly string[];
}

export interface CommandAnswer {
  /** Printed by `--json`. */
  readonly value: unknown;
  /** Printed otherwise. */
  readonly lines: readonly string[];
  /** 0 when absent. */
  readonly exitCode?: number;
}

/** Wrong words on the command line: one sentence, exit 2. */
export class UsageError extends Error {}

/** @throws UsageError where no tenant has the slug */
export async function neededTenant(assembly: Assembly, slug: string): Promise<TenantRecord> {
  const tenant = await assembly.directory.bySlug(slug);
  if (!tenant) throw new UsageError(`No tenant has the slug ${slug}; see: tenant list.`);
  return tenant;
}
