/** Writes one line of the audit log, in the same transaction as the change that it records. */

import { type Actor, actorName } from '../core/policy/actor.ts';
import type { Transaction } from '../store/contract.ts';

export interface Audited {
  /** E.g. `member.invited`. */
  readonly action: string;
  /** Cut to 300 characters. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export async function audit(tx: Transaction, actor: Actor, { action, subject, detail }: Audited): Promise<void> {
  await tx.create('audit_entries', {
    actor: actorName(actor),
    actorLabel: actor.label ?? null,
    action,
    subject: subject.slice(0, 300),
    from: actor.from ?? null,
    detail: detail ?? null,
  });
}
