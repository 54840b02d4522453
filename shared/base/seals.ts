/**
 * The place to which a sealed value is bound. A value that an intruder with access to the database copies into another
 * record or tenant does not open there: the place is part of what is authenticated (AES-GCM additional data).
 */

export interface SealPlace {
  /** The tenant's id; `control` for the control database. */
  readonly tenant: string;
  readonly collection: string;
  readonly id: string;
}

/** Version 2: bound to its place. Version 1 had no mark; a point stands in no base64url, so that the two cannot be confused. */
export const boundMark = '2.';

export const isBoundSeal = (sealed: string) => sealed.startsWith(boundMark);

export function boundText({ tenant, collection, id }: SealPlace): string {
  return JSON.stringify([tenant, collection, id]);
}

export interface Seals {
  seal(purpose: string, plain: Uint8Array, place?: SealPlace): string;
  open(purpose: string, sealed: string, place?: SealPlace): Uint8Array | null;
}

/** @returns the same value bound to its place, where it was not; what does not open is left as it is */
export function bound({ open, seal }: Seals, purpose: string, sealed: string, place: SealPlace): string {
  const plain = isBoundSeal(sealed) ? null : open(purpose, sealed);
  return plain === null ? sealed : seal(purpose, plain, place);
}
