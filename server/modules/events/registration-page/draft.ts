/**
 * An order before it is placed, sealed into the address of the last step: no cookie, no row, and no one but this server
 * can read whom it names. Its key makes two clicks, a reload and the way back one order.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isObject } from '#shared/base/json.ts';
import type { EventsPorts } from '../ports.ts';

const purpose = 'registration-draft';
/** Maximum length of a sealed draft in an address, in characters: proxies refuse lines above 8 KB. */
const addressMax = 6_000;
const plainMax = 512 * 1024;
const keyBytes = 16;

export interface DraftPerson {
  readonly ticketType: string;
  readonly attendee: Readonly<Record<string, string>>;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly addOns?: readonly { readonly ticketType: string; readonly quantity: number }[];
}

export interface Draft {
  readonly event: string;
  /** Idempotency key of the order. */
  readonly key: string;
  /** Key of this buyer’s cart: an order of it that is not paid is replaced by the next. */
  readonly cart?: string;
  /** When it was sealed, Unix milliseconds. Orders of the cart after it are this draft or a later one. */
  readonly at?: number;
  readonly voucher: string | null;
  readonly items: readonly DraftPerson[];
  readonly buyer: Readonly<Record<string, unknown>> | null;
}

type Ports = Pick<EventsPorts, 'open' | 'randomBytes' | 'seal'>;

export function newDraftKey({ randomBytes }: Ports): string {
  return `page-${Buffer.from(randomBytes(keyBytes)).toString('base64url')}`;
}

export function sealDraft({ seal }: Ports, draft: Draft): string {
  return seal(purpose, deflateRawSync(Buffer.from(JSON.stringify(draft))));
}

export function fitsAddress(sealed: string): boolean {
  return sealed.length <= addressMax;
}

/** @returns null for what this server did not seal, and for the draft of another event */
export function openDraft({ open }: Ports, sealed: string, event: string): Draft | null {
  const packed = open(purpose, sealed);
  if (!packed) return null;
  const draft: unknown = JSON.parse(inflateRawSync(packed, { maxOutputLength: plainMax }).toString('utf8'));
  return isObject(draft) && draft['event'] === event ? (draft as unknown as Draft) : null;
}
