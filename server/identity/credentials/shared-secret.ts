/**
 * The one secret of all servers on a database: a token that one of them stamped, and a key that one of them sealed, are
 * good at every other. The first server that starts brings it; every reader of the control database has it.
 */
import { randomBytes } from 'node:crypto';
import { ok } from '#shared/base/result.ts';
import type { TenantStore } from '../../store/contract.ts';
import { rootBytes } from './secrets.ts';
import { installations } from './tables.ts';

const name = 'gatehouse';
const actor = 'system:installation';

/**
 * @param own of this server's data folder: kept where the database has none yet, so that what was sealed with it opens
 * @returns the secret that all servers on this database use, in no matter which order they came
 */
export async function sharedRoot(control: TenantStore, own: Buffer | null): Promise<Buffer> {
  await control.migrate([installations]);
  const known = await control.findOne('installations', { name });
  if (known) return Buffer.from(String(known['secret']), 'base64');
  const offered = (own ?? randomBytes(rootBytes)).toString('base64');
  const done = await control.commit(actor, async (tx) =>
    ok((await tx.findOne('installations', { name })) ?? (await tx.create('installations', { name, secret: offered }))),
  );
  if (!done.ok) throw new Error(`the installation's secret was not stored: ${done.errors[0].message}`);
  return Buffer.from(String(done.value.value['secret']), 'base64');
}
