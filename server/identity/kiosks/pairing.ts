/**
 * A pairing code turns a device into a kiosk of one gate, an exhibitor's device or a venue box: 8 characters, single use, good
 * for 10 minutes unless its maker sets another time.
 */

import { assert } from '#shared/base/assert.ts';
import { fromBase64url } from '#shared/base/bytes.ts';
import { isId } from '#shared/base/id.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, isoTime, minuteMs } from '#shared/base/time.ts';
import { type KioskRecord, kiosks } from '#shared/modules/events/gate.ts';
import { where } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { PairingPreview } from '#shared/sync/down.ts';
import type { PairRequest } from '#shared/sync/up.ts';
import { syncVersionFloor } from '#shared/sync/version.ts';
import { commitControl, deleteControlRows } from '../../core/tenants/commit-control.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { TenantStore, Transaction } from '../../store/contract.ts';
import { spokenCode } from '../credentials/new-id.ts';
import { credentialHash } from '../credentials/secrets.ts';
import { type PairingCodeRecord, pairingCodes } from './tables.ts';

const pairingCodeMs = 10 * minuteMs;
const pairingCodeLength = 8;
const kioskNameMax = 120;
const actor = 'system:pairing';

const goneTenant = { code: 'pairing_code_unknown', message: 'The tenant of this pairing code was deleted.' };

export interface PairingCodeOptions {
  readonly event: string;
  /** Id or key of the gate. Absent only with an exhibitor, and for a box. */
  readonly gate?: string | null;
  /** Id of the exhibitor whose device it becomes; with the role `exhibitor`. */
  readonly exhibitor?: string | null;
  /** Absent: `gate`. */
  readonly role?: KioskRecord['role'];
  /** Maker of the code, as the log names actors: what ends this person's access ends the code. Absent: made on the machine. */
  readonly maker?: string;
  /** Absent: 10 minutes. */
  readonly lifetimeMs?: number;
}

export interface Pairing {
  createPairingCode(
    tenant: TenantRecord,
    options: PairingCodeOptions,
  ): Promise<Result<{ pairingCode: string; expiresAt: string }>>;
  /** Describes the pairing that the code of a kiosk is for; the code stays good. The code of a box is refused. */
  preview(typed: string): Promise<Result<PairingPreview>>;
  pair(request: PairRequest): Promise<Result<{ tenant: TenantRecord; kiosk: KioskRecord }>>;
}

/** Deletes the codes of this maker that no device has used. @param maker as the log names actors */
export async function endPairingCodes(control: TenantStore, tenant: string, maker: string): Promise<void> {
  await deleteControlRows(control, actor, 'pairing_codes', where({ tenant, maker, usedAt: null }));
}

async function findCode(
  reader: Pick<Transaction, 'findOne'>,
  typed: string,
  nowMs: number,
): Promise<Result<PairingCodeRecord>> {
  const refused = (code: string, message: string) => refuse({ code, message, path: 'pairingCode' });
  const hash = credentialHash(typed.toUpperCase().replace(/[\s-]/g, ''));
  const code = await reader.findOne(pairingCodes, { hash });
  if (!code) return refused('pairing_code_unknown', 'This pairing code was not found. Check it for typing mistakes.');
  if (code.usedAt) return refused('pairing_code_used', 'This pairing code was already used. Ask for a new one.');
  if (code.expiresAt < isoTime(nowMs))
    return refused('pairing_code_expired', 'This pairing code has expired. Ask for a new one.');
  return ok(code);
}

/** Refuses the code of a kiosk to a box, and the code of a box to a kiosk; the code stays good. */
function ofDevice(code: PairingCodeRecord, device: PairRequest['device']): Result<PairingCodeRecord> {
  if ((code.role === 'box') === (device === 'box')) return ok(code);
  const message =
    device === 'box'
      ? 'This pairing code is for a kiosk. Create one with the role `box`.'
      : 'This pairing code is for a box of the venue. Ask for the code of a kiosk.';
  return refuse({ code: 'pairing_code_other_device', message, path: 'pairingCode' });
}

/** The code is used up and the kiosk's home written in one commit: a code pairs one device, also in a race. */
async function redeem(
  tx: Transaction,
  { pairingCode, device }: PairRequest,
  kioskId: string,
  nowMs: number,
): Promise<Result<PairingCodeRecord>> {
  const known = await findCode(tx, pairingCode, nowMs);
  const found = known.ok ? ofDevice(known.value, device) : known;
  if (!found.ok) return found;
  const code = found.value;
  await tx.update('pairing_codes', code.id, { usedAt: tx.now });
  await tx.create('kiosk_homes', { tenant: code.tenant, revokedAt: null }, kioskId);
  return ok(code);
}

/** Undoes `redeem` after the tenant took no kiosk: the code is as good as before, and no home is left. */
async function giveBack(tx: Transaction, code: PairingCodeRecord, kioskId: string): Promise<Result<null>> {
  if (await tx.get('kiosk_homes', kioskId)) await tx.delete('kiosk_homes', kioskId);
  if (await tx.get('pairing_codes', code.id)) await tx.update('pairing_codes', code.id, { usedAt: null });
  return ok(null);
}

/** Returns the exhibitor that the code names, else its gate; null: it names neither, or the record no longer exists. */
async function placeOf(
  reader: Pick<Transaction, 'get'>,
  { exhibitor, gate }: Pick<PairingCodeRecord, 'exhibitor' | 'gate'>,
): Promise<StoredRecord | null> {
  if (exhibitor !== null) return reader.get('exhibitors', exhibitor);
  return gate === null ? null : reader.get('gates', gate);
}

const nameOf = (record: StoredRecord | null): string => String(record?.['name'] ?? '');

/** An exhibitor that was removed from its event pairs no device, not even with a code that was made before. */
const isRemoved = (place: StoredRecord | null): boolean => typeof place?.['removedAt'] === 'string';

interface Place {
  readonly gate: string | null;
  readonly exhibitor: string | null;
}

/** Checks the place of the device: an exhibitor of the event, one of its gates, or both; a box has neither. */
async function checkPlace(store: TenantStore, asked: PairingCodeOptions): Promise<Result<Place>> {
  const { event, exhibitor = null, gate = null, role } = asked;
  const notFound = (message: string, path: string) => refuse({ code: 'not_found', message, path });
  if (exhibitor !== null && role !== 'exhibitor')
    return refuse({
      code: 'invalid_value',
      message: 'Only a device with the role `exhibitor` belongs to an exhibitor. Leave `exhibitor` out.',
      path: 'exhibitor',
    });
  if (exhibitor !== null) {
    const found = isId(exhibitor) ? await store.get('exhibitors', exhibitor) : null;
    if (found?.['event'] !== event || isRemoved(found))
      return notFound(`The event has no exhibitor ${exhibitor}.`, 'exhibitor');
  }
  // A box serves all gates of its event.
  if (role === 'box' && gate !== null)
    return refuse({ code: 'invalid_value', message: 'A box belongs to no gate. Leave `gate` out.', path: 'gate' });
  if (gate === null && (exhibitor !== null || role === 'box')) return ok({ gate, exhibitor });
  if (gate === null) return refuse({ code: 'required', message: 'Send the gate of the kiosk.', path: 'gate' });
  const found =
    (isId(gate) ? await store.get('gates', gate) : null) ?? (await store.findOne('gates', { event, key: gate }));
  return found?.['event'] === event
    ? ok({ gate: found.id, exhibitor })
    : notFound(`The event has no gate ${gate}.`, 'gate');
}

/** Returns the default name of a kiosk, before its number. An exhibitor's phone is no kiosk. */
function kindOf(role: PairingCodeRecord['role'], place: string): string {
  if (role === 'box') return 'Venue box';
  return role === 'exhibitor' ? `${place || 'Exhibitor'} · device` : `${place || 'Gate'} · kiosk`;
}

async function createKiosk(
  tx: Transaction,
  code: PairingCodeRecord,
  request: PairRequest,
  kioskId: string,
): Promise<Result<KioskRecord>> {
  const place = await placeOf(tx, code);
  if (isRemoved(place))
    return refuse({
      code: 'pairing_code_expired',
      message: 'This pairing code is of an exhibitor that was removed from the event. Ask for a new one.',
      path: 'pairingCode',
    });
  const number = (await tx.count('kiosks')) + 1;
  const name = request.name?.trim() || `${kindOf(code.role, nameOf(place))} ${number}`;
  const values = {
    event: code.event,
    gate: code.gate,
    exhibitor: code.exhibitor,
    role: code.role,
    name: [...name].slice(0, kioskNameMax).join(''),
    publicKey: request.publicKey,
    pairedAt: tx.now,
    revokedAt: null,
    lastSeenAt: tx.now,
    // The first status of the kiosk follows at once.
    presence: 'offline',
    knownSeq: null,
    pending: null,
    printer: null,
    softwareVersion: request.softwareVersion,
  };
  return ok(await tx.create(kiosks, values, kioskId));
}

export function openPairing(directory: Directory, clock: Clock, newId: () => string): Pairing {
  const { control } = directory;

  return {
    async createPairingCode(tenant, asked) {
      const { event, maker, role = 'gate', lifetimeMs = pairingCodeMs } = asked;
      const store = await directory.open(tenant);
      const eventRecord = isId(event) ? await store.get('events', event) : null;
      if (!eventRecord) return refuse({ code: 'not_found', message: `No event has the ID ${event}.`, path: 'event' });
      const place = await checkPlace(store, asked);
      if (!place.ok) return place;
      const pairingCode = spokenCode(pairingCodeLength);
      const expiresAt = isoTime(clock() + lifetimeMs);
      const values = {
        hash: credentialHash(pairingCode),
        tenant: tenant.id,
        event,
        ...place.value,
        role,
        maker: maker ?? null,
        expiresAt,
        usedAt: null,
      };
      const stored = await control.commit(actor, async (tx) => ok(await tx.create('pairing_codes', values)));
      return stored.ok ? ok({ pairingCode, expiresAt }) : stored;
    },

    async preview(typed) {
      const known = await findCode(control, typed, clock());
      const found = known.ok ? ofDevice(known.value, 'kiosk') : known;
      if (!found.ok) return found;
      const { event, role, expiresAt, tenant: tenantId } = found.value;
      assert(role !== 'box', 'the code of a kiosk');
      const tenant = await directory.byId(tenantId);
      if (!tenant) return refuse(goneTenant);
      const store = await directory.open(tenant);
      const name = nameOf(await store.get('events', event));
      return ok({ event: name, gate: nameOf(await placeOf(store, found.value)), role, expiresAt, demo: tenant.demo });
    },

    async pair(request) {
      if (request.syncVersion < syncVersionFloor)
        return refuse({
          code: 'sync_version_unsupported',
          message: 'This kiosk’s software is outdated. Update the kiosk.',
        });
      if (fromBase64url(request.publicKey)?.length !== 32)
        return refuse({
          code: 'invalid_format',
          message: '`publicKey` must be 32 bytes in base64url.',
          path: 'publicKey',
        });
      const kioskId = newId();
      const redeemed = await control.commit(actor, (tx) => redeem(tx, request, kioskId, clock()));
      if (!redeemed.ok) return redeemed;
      const code = redeemed.value.value;
      const unpaired = async <T>(refused: T): Promise<T> => {
        await commitControl(control, actor, (tx) => giveBack(tx, code, kioskId));
        return refused;
      };
      const tenant = await directory.byId(code.tenant);
      if (!tenant) return unpaired(refuse(goneTenant));
      const store = await directory.open(tenant);
      const paired = await store.commit(actor, (tx) => createKiosk(tx, code, request, kioskId));
      return paired.ok ? ok({ tenant, kiosk: paired.value.value }) : unpaired(paired);
    },
  };
}
