/** The state of a box: read once at the start, kept in memory, written with the records that it belongs to. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { must } from '#shared/base/assert.ts';
import { parseJson } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import type { SealPlace } from '#shared/base/seals.ts';
import { validate } from '#shared/schema/validate.ts';
import { type BoxCredentials, boxCredentials } from '#shared/sync/down.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { Secrets } from '../../identity/credentials/secrets.ts';
import type { TenantStore } from '../../store/contract.ts';
import { type BoxStateRecord, boxActor, boxRows, boxStates, sealedBoxFields } from './tables.ts';

const [keyField, credentialsField] = sealedBoxFields;
/** Slug of the box's one tenant. */
export const boxTenant = 'venue';

/** A place in the log of the server upstream. */
export interface Cursor {
  readonly log: string;
  readonly seq: number;
}

export interface Pairing {
  readonly upstream: string;
  readonly privateKey: KeyObject;
  readonly credentials: BoxCredentials;
}

export interface BoxState {
  readonly tenant: TenantRecord;
  readonly store: TenantStore;
  record(): BoxStateRecord;
  credentials(): BoxCredentials;
  /** @returns an Ed25519 signature by the device key, base64url */
  sign(message: string): string;
  /** Private key of this device: it signs what the device says to others at the venue. */
  deviceKey(): KeyObject;
  /** Takes over a cursor that was written together with its records, once they are durable. */
  moved(cursor: Cursor): void;
  /** Stores new credentials; the box need not be paired again. */
  renewed(credentials: BoxCredentials): Promise<void>;
  /** Stores why the box must be paired again. */
  ended(why: NonNullable<BoxStateRecord['ended']>): Promise<void>;
}

export function parseBoxCredentials(value: unknown): BoxCredentials | null {
  const parsed = validate(boxCredentials, value, { mode: 'create', unknown: 'drop' });
  return parsed.ok ? parsed.value : null;
}

type Sealing = Pick<Secrets, 'seal' | 'open'>;

const placeOf = (tenant: string, id: string): SealPlace => ({ tenant, collection: boxStates.name, id });

/** @returns null: this data folder was not paired yet */
export async function readBoxState(directory: Directory, secrets: Sealing): Promise<BoxState | null> {
  const tenant = await directory.bySlug(boxTenant);
  if (!tenant) return null;
  const store = await directory.open(tenant);
  const [record] = await store.find(boxStates, { limit: 1 });
  return record ? stateOf({ tenant, store, record, secrets }) : null;
}

interface Ground {
  readonly tenant: TenantRecord;
  readonly store: TenantStore;
  readonly record: BoxStateRecord;
  readonly secrets: Sealing;
}

function opened({ record, secrets, tenant }: Ground, field: typeof keyField | typeof credentialsField): Buffer {
  const sealed = record[field.field];
  const plain = sealed === null ? null : secrets.open(field.purpose, sealed, placeOf(tenant.id, record.id));
  return Buffer.from(must(plain, 'a value that this box sealed'));
}

function stateOf(ground: Ground): BoxState {
  const { secrets, store, tenant } = ground;
  let { record } = ground;
  const privateKey = createPrivateKey({ key: opened(ground, keyField), format: 'der', type: 'pkcs8' });
  let credentials = must(
    parseBoxCredentials(parseJson(opened(ground, credentialsField).toString())),
    'credentials that were read before',
  );

  async function write(patch: Readonly<Record<string, unknown>>): Promise<void> {
    const done = await store.commit(boxActor, async (tx) => ok(await tx.update(boxStates, record.id, patch)));
    record = must(done.ok ? done.value.value : null, 'the state of the box');
  }

  return {
    tenant,
    store,
    record: () => record,
    credentials: () => credentials,
    sign: (message) => sign(null, Buffer.from(message), privateKey).toString('base64url'),
    deviceKey: () => privateKey,
    moved(cursor) {
      record = { ...record, ...cursor };
    },
    async renewed(next) {
      await write({ sealedCredentials: sealCredentials(secrets, next, placeOf(tenant.id, record.id)), ended: null });
      credentials = next;
    },
    ended: (why) => write({ ended: why }),
  };
}

function sealCredentials(secrets: Sealing, credentials: BoxCredentials, place: SealPlace): string {
  return secrets.seal(credentialsField.purpose, Buffer.from(JSON.stringify(credentials)), place);
}

/**
 * Keeps a new pairing. Rows that were not sent yet under an earlier one go on to wait: the caller checks that both are of the
 * same event.
 *
 * @returns refused where the commit was
 */
export async function keepPairing(
  directory: Directory,
  secrets: Sealing,
  { credentials, privateKey, upstream }: Pairing,
): Promise<Result<BoxState>> {
  const tenant = await tenantFor(directory, credentials.demo);
  const store = await directory.open(tenant);
  const done = await store.commit(boxActor, async (tx) => {
    const [known] = await tx.find(boxStates, { limit: 1 });
    const named = { upstream, kiosk: credentials.kioskId, event: credentials.event };
    const { id } = known ?? (await tx.create(boxStates, named));
    const place = placeOf(tenant.id, id);
    const key = privateKey.export({ format: 'der', type: 'pkcs8' });
    return ok(
      await tx.update(boxStates, id, {
        ...named,
        sealedKey: secrets.seal(keyField.purpose, key, place),
        sealedCredentials: sealCredentials(secrets, credentials, place),
        // Loaded again: another server, or another log of the same one.
        log: null,
        seq: null,
        ended: null,
      }),
    );
  });
  return done.ok ? ok(stateOf({ tenant, store, record: done.value.value, secrets })) : done;
}

async function tenantFor(directory: Directory, demo: boolean): Promise<TenantRecord> {
  const known = await directory.bySlug(boxTenant);
  if (known) return known;
  const made = await directory.create({ slug: boxTenant, plan: 'enterprise', modules: ['events'], demo });
  const { live } = must(made.ok ? made.value : null, 'a folder without tenants');
  await directory.finish(live);
  return live;
}

/** Returns the number of rows in this state. */
export function countRows({ store }: Pick<BoxState, 'store'>, state: 'waiting' | 'refused'): Promise<number> {
  return store.count(boxRows, { kind: 'field', path: 'state', op: 'equals', value: state });
}
