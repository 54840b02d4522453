/** Finds a scope that does not exist in a tenant: a misspelt one would make a key or an app that opens nothing. */
import { scopePattern } from '#shared/modules/auth/roles.ts';
import { pairingScope } from './may-grant.ts';

export interface Areas {
  readonly modules: readonly string[];
  readonly collections: ReadonlyMap<string, unknown>;
}

export interface UnknownScope {
  /** Its place in the list, from 0. */
  readonly index: number;
  /** All areas for which there are scopes in the tenant. */
  readonly areas: readonly string[];
}

/** @returns the first scope that does not exist; null: all exist */
export function findUnknownScope(scopes: readonly string[], { modules, collections }: Areas): UnknownScope | null {
  const areas = new Set(['*', 'admin', ...modules, ...collections.keys()]);
  const index = scopes.findIndex(
    (scope) => scope !== pairingScope && !(scopePattern.test(scope) && areas.has(scope.split(':')[0] ?? '')),
  );
  return index < 0 ? null : { index, areas: [...areas, 'pairing'] };
}
