/**
 * A row that its kiosk signs because it goes up by way of a box (SY25): the box can pass it on and change nothing about it.
 * Another text than that of an entry between peers, so that neither can be used as the other.
 */
import { canonicalJson } from '../base/json.ts';

/** Collections of which a box takes rows up. */
export const boxedCollections = ['scans', 'walk_ins'] as const;
export type BoxedCollection = (typeof boxedCollections)[number];

/** Sync version from which on a kiosk signs its rows. */
export const signsRowsSince = 7;

export function rowClaim(collection: BoxedCollection, document: unknown): string {
  return `gatehouse-row-v1\n${collection}\n${canonicalJson(document)}`;
}

export function isBoxed(collection: string): collection is BoxedCollection {
  return boxedCollections.some((name) => name === collection);
}
