/**
 * The state that the parts of the webhooks module share in one process: the ports, the secrets, and the state of each
 * followed tenant.
 */

import { must } from '#shared/base/assert.ts';
import { setBounded } from '#shared/base/bounded-map.ts';
import { bound, type Seals } from '#shared/base/seals.ts';
import { WeakValues } from '#shared/base/weak-values.ts';
import type { WebhookRecord } from '#shared/modules/webhooks/webhooks.ts';
import type { Change } from '../../store/contract.ts';
import { emptyQueue, type QueueFigures } from './count-queue.ts';
import type { Poster } from './poster.ts';
import { writeSecret } from './sign.ts';
import { Slots } from './slots.ts';

/** A mail to an owner or administrator of a tenant. */
export interface Notice {
  /** The same at every attempt. */
  readonly messageId: string;
  readonly recipient: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly label: string; readonly url: string };
}

export interface WebhookPorts {
  readonly poster: Poster;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly seal: Seals['seal'];
  readonly open: Seals['open'];
  /** Also sends to private addresses: for tests and closed networks. */
  readonly allowPrivate: boolean;
  readonly notify: (
    notice: Notice,
  ) => Promise<{ readonly kind: 'sent' | 'refused' } | { readonly kind: 'later'; readonly problem: string }>;
  /** The console's address without a slash at the end, and the tenant's name. */
  readonly addressOf: (tenant: string) => Promise<{ readonly base: string; readonly tenantName: string }>;
}

export const secretPurpose = 'webhook-secret';

/** Number of recently read changes that are kept for sending; older ones are read from the log again. */
const recentMax = 2_000;

/** State that one tenant's follower, sender and replayer share. A cache: it can be lost at any time. */
export class TenantState {
  readonly #recent = new Map<number, Change>();
  readonly #listeners = new Map<'send' | 'replay', () => void>();
  /** The figures of the last count. */
  figures: QueueFigures = emptyQueue;
  readonly #onLeft: () => void;

  /** @param onLeft neither sender nor replayer is there any more: the tenant is not followed by this process */
  constructor(onLeft: () => void) {
    this.#onLeft = onLeft;
  }

  remember(change: Change): void {
    setBounded(this.#recent, change.seq, change, recentMax);
  }

  recall(seq: number): Change | undefined {
    return this.#recent.get(seq);
  }

  onWake(who: 'send' | 'replay', listener: () => void): () => void {
    this.#listeners.set(who, listener);
    return () => {
      if (this.#listeners.get(who) === listener) this.#listeners.delete(who);
      if (this.#listeners.size === 0) this.#onLeft();
    };
  }

  wake(who: 'send' | 'replay'): void {
    this.#listeners.get(who)?.();
  }
}

export interface WebhookFigures {
  readonly queued: number;
  /** Age of the oldest overdue message; 0: none is overdue. */
  readonly oldestSeconds: number;
  readonly inFlight: number;
  readonly delivered: number;
  readonly failed: number;
}

export class WebhookState {
  readonly ports: WebhookPorts;
  readonly slots = new Slots();
  readonly attempts = { delivered: 0, failed: 0 };
  /** Only of followed tenants: the state of a tenant at rest is dropped. */
  readonly #tenants = new WeakValues<TenantState>();

  constructor(ports: WebhookPorts) {
    this.ports = ports;
  }

  of(tenant: string): TenantState {
    const known = this.#tenants.get(tenant);
    if (known) return known;
    const made: TenantState = new TenantState(() => {
      if (this.#tenants.get(tenant) === made) this.#tenants.delete(tenant);
    });
    this.#tenants.set(tenant, made);
    return made;
  }

  /** Returns the figures of all tenants this process follows. */
  figures(nowMs: number): WebhookFigures {
    const all = [...this.#tenants.values()].map((one) => one.figures);
    const oldestAtMs = Math.min(...all.map((one) => one.oldestAtMs), Number.POSITIVE_INFINITY);
    return {
      queued: all.reduce((sum, one) => sum + one.queued, 0),
      oldestSeconds: Number.isFinite(oldestAtMs) ? Math.max(0, (nowMs - oldestAtMs) / 1_000) : 0,
      inFlight: this.slots.used,
      ...this.attempts,
    };
  }

  newSecret(size: number, webhook: WebhookPlace): string {
    return this.ports.seal(secretPurpose, this.ports.randomBytes(size), placeOf(webhook));
  }

  /** Returns the secret as it is shown once. */
  readSecret(sealed: string, webhook: WebhookPlace): string {
    return writeSecret(must(this.#open(sealed, webhook), 'a secret that was just sealed'));
  }

  /** Returns the sealed secret bound to its webhook, also where an earlier release sealed it unbound; null for null. */
  boundSecret(sealed: string | null, webhook: WebhookPlace): string | null {
    return sealed && bound(this.ports, secretPurpose, sealed, placeOf(webhook));
  }

  /** Returns the current secret, and the former one while it is valid. Null: this server cannot open the current one. */
  secretsOf(webhook: WebhookRecord, tenant: string, nowIso: string): readonly Uint8Array[] | null {
    const { id, sealedSecret, sealedPrevious, previousSecretUntil } = webhook;
    const current = this.#open(sealedSecret, { tenant, id });
    if (!current) return null;
    const isGood = (previousSecretUntil ?? '') > nowIso;
    const previous = isGood ? this.#open(sealedPrevious, { tenant, id }) : null;
    return previous ? [current, previous] : [current];
  }

  #open(sealed: string | null, webhook: WebhookPlace): Uint8Array | null {
    return sealed === null ? null : this.ports.open(secretPurpose, sealed, placeOf(webhook));
  }
}

export interface WebhookPlace {
  readonly tenant: string;
  readonly id: string;
}

const placeOf = ({ tenant, id }: WebhookPlace) => ({ tenant, collection: 'webhooks', id });
