/**
 * The functions that the events module needs from outside. Made by start/open-modules.ts, replaced in tests; nothing here is
 * the domain's own.
 */

import type { Result } from '#shared/base/result.ts';
import type { Seals } from '#shared/base/seals.ts';
import type { Clock } from '#shared/base/time.ts';
import type { SyncSignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import type { ExportPort } from './export/export-port.ts';
import type { LeadPhotoPort } from './leads/photos/photo-port.ts';
import type { Letter, ShownLetter } from './letters/letter.ts';
import type { Embeddings } from './networking/embeddings.ts';
import type { PaymentProcessor } from './payments/processor.ts';
import type { StreamingPorts } from './streaming/ports.ts';

/** Ed25519. Synchronous: a plan inside a commit awaits nothing but its transaction. */
export interface Signer extends SyncSignatureVerifier {
  /** The same as `verify`, on another thread. */
  verifyAside(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
  /** `publicKey` raw 32 bytes; `privateKey` in the form that `sign` takes. */
  makeKeyPair(): { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array };
  sign(privateKey: Uint8Array, message: Uint8Array): Uint8Array;
}

export type Delivery =
  | { readonly kind: 'sent'; readonly messageId: string }
  /** Greylisting, a full box, no connection: worth another attempt. */
  | { readonly kind: 'later'; readonly problem: string }
  /** The receiver said no for good. */
  | { readonly kind: 'refused'; readonly problem: string };

export interface Mailer {
  send(letter: Letter): Promise<Delivery>;
}

export interface PaymentPorts {
  readonly mode: 'test' | 'stripe';
  /** Several while one is being replaced; in test mode the first one signs. Absent in test mode: one is made. */
  readonly webhookSecrets?: readonly string[];
  /**
   * Whether a message without amount, currency or mode is accepted where the event says nothing of it: the form that the
   * interface shows at least. Accepted as long as no processor is set up that would send the whole.
   */
  readonly minimalMessages: 'accepted' | 'refused';
  /** A sandbox takes test messages only, every other tenant live ones only, unless its processor has a test key. */
  readonly isSandbox: (tenant: string) => Promise<boolean>;
  /** Whom a tenant’s payments go to; null: its messages come without being asked for. Absent: as `mode` has it. */
  readonly processorOf?: (sandbox: boolean) => PaymentProcessor | 'built-in' | null;
  /** Paid tickets of tenants that are no sandbox, where there is no processor for live payments. Absent: allowed. */
  readonly liveSales?: 'allowed' | 'refused';
}

export interface EventsPorts {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Returns bytes from a cryptographic source. */
  readonly randomBytes: (size: number) => Uint8Array;
  /** Encrypts under the server's own secret; `purpose` is bound into it. */
  readonly seal: Seals['seal'];
  /** Null when it was not sealed by us for this purpose. */
  readonly open: Seals['open'];
  readonly signer: Signer;
  readonly mailer: Mailer;
  /** Renders the mail that the mailer would send, for previews. */
  readonly showLetter: (letter: Letter) => ShownLetter;
  /** Public base URL of the server, without a slash at the end. */
  readonly publicUrl: string;
  /** The host of ticket pages, without a slash at the end. */
  readonly pagesUrl: string;
  /** The tenant's slug, which addresses of its pages name: of a sandbox that of its live tenant. */
  readonly slugOf: (tenant: string) => Promise<{ readonly tenant: string; readonly sandbox: boolean }>;
  readonly payments: PaymentPorts;
  /** Turns text into vectors; null or absent: there is no such service. */
  readonly embeddings?: Embeddings | null;
  /** Absent: there is no streaming process. */
  readonly streaming?: StreamingPorts;
  /** A code that pairs a device of this exhibitor. Absent: exhibitors pair none themselves. */
  readonly pairDevice?: (
    tenant: string,
    place: { readonly event: string; readonly exhibitor: string },
  ) => Promise<Result<{ readonly pairingCode: string; readonly expiresAt: string }>>;
  /** Ends a device for good, on every server. Absent: there are none. */
  readonly revokeDevice?: (kiosk: string) => Promise<Result<unknown>>;
  /** Storage for photos of business cards. Absent: none are taken. */
  readonly leadPhotos?: LeadPhotoPort;
  /** Writes exports in the background. Absent: they are streamed at once and in no other way. */
  readonly exports?: ExportPort;
}
