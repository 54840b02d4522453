/** The writes that a collection offers to clients, apart from their rights: one answer for the policy and all surfaces. */
import type { CollectionDefinition } from './definition.ts';

export const writeVerbs = ['create', 'update', 'delete'] as const;
export type WriteVerb = (typeof writeVerbs)[number];

const offered: Readonly<Record<NonNullable<CollectionDefinition['writable']>, readonly WriteVerb[]>> = {
  all: writeVerbs,
  'no-create': ['update', 'delete'],
  'update-only': ['update'],
  none: [],
};

export function offeredWrites({ writable = 'all' }: Pick<CollectionDefinition, 'writable'>): readonly WriteVerb[] {
  return offered[writable];
}
