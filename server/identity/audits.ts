/**
 * The audit log for what is not done in a tenant's own database: keys, pairing codes, the tenant itself. Written right
 * after it; what is done there writes its line in the same transaction (audit.ts).
 */
import { ok } from '#shared/base/result.ts';
import { type Actor, actorName, systemActor } from '../core/policy/actor.ts';
import type { Directory } from '../core/tenants/directory.ts';
import { type Audited, audit } from './audit.ts';

export interface Audits {
  /** Does nothing for a tenant that was deleted; throws where the line was not stored. */
  record(actor: Actor, audited: Audited): Promise<void>;
  /** Records an act of administration on the machine itself, as `record` does. */
  recordHere(tenant: string, audited: Audited): Promise<void>;
}

export function openAudits(directory: Directory): Audits {
  async function record(actor: Actor, audited: Audited): Promise<void> {
    const tenant = await directory.byId(actor.tenant);
    if (!tenant) return;
    const store = await directory.open(tenant);
    const done = await store.commit(actorName(actor), async (tx) => {
      await audit(tx, actor, audited);
      return ok(null);
    });
    if (!done.ok) throw new Error(`not recorded in the audit log: ${done.errors[0].message}`);
  }
  return { record, recordHere: (tenant, audited) => record(systemActor(tenant, 'administration'), audited) };
}
