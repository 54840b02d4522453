/**
 * Makes the guide that `npm start` prints about its demo, at every start: an API key, a supervisor with a PIN, tickets to
 * scan. Keys are stored as hashes, so the demo's is kept beside the data as well, sealed by the server's secret. Tenants that
 * are no demo have none of this.
 */

import { pbkdf2 } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pinHashBytes, verifyPin } from '#shared/admission/supervisor-pin.ts';
import { isObject } from '#shared/base/json.ts';
import { supervisors } from '#shared/modules/events/admission.ts';
import { systemActor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Secrets } from '../../identity/credentials/secrets.ts';
import type { TenantStore } from '../../store/contract.ts';
import { type DemoServer, demoSupervisor, demoTicketPages, type TicketPage } from './create-demo.ts';

export interface DemoGuideServer extends DemoServer {
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly config: DemoServer['config'] & { readonly dataDir: string };
}

export interface DemoGuide {
  readonly apiKey: string;
  /** Null: a person has set another PIN, which is not known here. */
  readonly supervisor: { readonly name: string; readonly pin: string } | null;
  readonly ticketPages: readonly TicketPage[];
}

interface Kept {
  readonly tenant: string;
  readonly apiKey: string;
}

const fileName = 'demo-guide';
const derive = promisify(pbkdf2);

/** @param madeKey the key of a tenant that was made just now; null: a start later */
export async function openDemoGuide(
  assembly: DemoGuideServer,
  tenant: TenantRecord,
  eventId: string,
  madeKey: string | null,
): Promise<DemoGuide> {
  const store = await assembly.directory.open(tenant);
  const kept = await readKept(assembly);
  const known = kept?.tenant === tenant.id && (await isGood(assembly, kept.apiKey)) ? kept.apiKey : null;
  const apiKey = madeKey ?? known ?? (await newKey(assembly, tenant));
  await keep(assembly, { tenant: tenant.id, apiKey });
  const ticketPages = await demoTicketPages(assembly, systemActor(tenant.id, 'demo'), store, eventId);
  return { apiKey, supervisor: (await hasPin(store, eventId)) ? demoSupervisor : null, ticketPages };
}

async function readKept({ secrets, config }: DemoGuideServer): Promise<Kept | null> {
  const sealed = await readFile(join(config.dataDir, fileName), 'utf8').catch(() => null);
  const plain = sealed === null ? null : secrets.open(fileName, sealed);
  // The seal proves that `keep` wrote this.
  const value: unknown = plain === null ? null : JSON.parse(new TextDecoder().decode(plain));
  if (!isObject(value)) return null;
  const { tenant, apiKey } = value;
  return typeof tenant === 'string' && typeof apiKey === 'string' ? { tenant, apiKey } : null;
}

async function keep({ secrets, config }: DemoGuideServer, kept: Kept): Promise<void> {
  const sealed = secrets.seal(fileName, new TextEncoder().encode(JSON.stringify(kept)));
  await writeFile(join(config.dataDir, fileName), sealed, { mode: 0o600 });
}

/** Whether the key still counts: another one takes the place of a key that was revoked in the console. */
async function isGood({ credentials }: DemoGuideServer, apiKey: string): Promise<boolean> {
  const key = await credentials.findKey(apiKey);
  return key !== null && key.revokedAt === null;
}

async function newKey(assembly: DemoGuideServer, tenant: TenantRecord): Promise<string> {
  const areas = [...assembly.modules.registryOf(tenant.modules).modules, 'custom', 'admin'];
  const scopes = areas.flatMap((area) => [`${area}:read`, `${area}:write`]);
  const options = { name: 'npm start', scopes, roles: ['owner', 'supervisor'] };
  return (await assembly.credentials.createKey(tenant, options)).apiKey;
}

/** Whether the demo's PIN still opens: the console can set another one. */
async function hasPin(store: TenantStore, event: string): Promise<boolean> {
  const { name, pin } = demoSupervisor;
  const found = await store.findOne(supervisors, { event, name, active: true });
  const byNode = (typed: Uint8Array, salt: Uint8Array, rounds: number) =>
    derive(typed, salt, rounds, pinHashBytes, 'sha256').then((hash) => new Uint8Array(hash));
  return found !== null && verifyPin(pin, found, byNode);
}
