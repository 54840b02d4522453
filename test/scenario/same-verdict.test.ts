/**
 * One hundred thousand attempts at a gate, decided three times: from the case's own lists, from the kiosk's maps, and
 * from rows of the server's store. Maps and store keep what earlier cases left in them, so that what they find has to be
 * found among other people's records, changed many times over.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packChunk, unpackChunk } from '#kiosk/store/packed-chunk.ts';
import { createRosterMaps, type RosterMaps } from '#kiosk/store/roster-maps.ts';
import { hashOfCode } from '#server/modules/events/import/external-codes.ts';
import type { Store, TenantStore, Transaction } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { replicaOf } from '#server/surfaces/replication/replica-view.ts';
import { gateContext, listOf } from '#shared/admission/facts-from-records.ts';
import type { VerdictCode } from '#shared/admission/verdict.ts';
import { must } from '#shared/base/assert.ts';
import { fromBase64url } from '#shared/base/bytes.ts';
import { externalSchemes } from '#shared/base/external-scheme.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { type CheckinRecord, checkins } from '#shared/modules/events/gate.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { externalCodes } from '#shared/modules/events/transfer.ts';
import { asHeldByDevice } from '#shared/schema/definition.ts';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { decideGateCase, type GateCase, type GateLookups, randomGateCase } from '#test/fixtures/gate-cases.ts';
import { nodeVerifier, remembering, webCryptoVerifier } from '#test/fixtures/ticket-signing.ts';

const caseCount = 100_000;
/** Plans that arrive together are one transaction. */
const together = 500;
const bornMs = Date.UTC(2026, 0, 1);

let folder: string;
let store: Store;
let tenant: TenantStore;
let ids = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-verdicts-'));
  const newId = () => uuidv7(bornMs + ids++, new Uint8Array(10));
  store = openSqliteStore({ folder, clock: () => bornMs, newId });
  tenant = await store.tenant('one');
  await tenant.migrate([registrations, checkins, externalCodes]);
});

afterAll(async () => {
  await store?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a case says of the person whose ticket is scanned; the other people of the case stand for nothing in it. */
interface Touched {
  readonly registration: RegistrationRecord | null;
  readonly checkin: CheckinRecord | null;
}

/** What both ends are asked about a case; read once. */
interface Asked extends Touched {
  /** Null: the text is no ticket of ours. */
  readonly ticketNumber: string | null;
  /** Of a code of another system. */
  readonly hashes: readonly string[];
}

function hashesOf({ externalCodeKey }: GateCase['records']['event'], text: string): readonly string[] {
  const key = must(fromBase64url(externalCodeKey ?? ''), 'the key of the event');
  return externalSchemes.flatMap((scheme) => hashOfCode(key, scheme, text) ?? []);
}

function askedOf({ records, text }: GateCase): Asked {
  const parsed = parseTicketCode(text);
  const ticketNumber = parsed.ok ? parsed.code.ticketNumber : null;
  const hashes = parsed.ok ? [] : hashesOf(records.event, text);
  // Also of a code of another system, by the hashes it may stand under.
  const foreign = records.externalCodes.find(({ codeHash }) => hashes.includes(codeHash));
  const number = ticketNumber ?? foreign?.ticketNumber ?? null;
  const registration = records.registrations.find((one) => one.ticketNumber === number) ?? null;
  const checkin = records.checkins.find((one) => one.registration === registration?.id) ?? null;
  // In the cases all check-ins have one id; where many are kept, each person's needs its own.
  const own = checkin && { ...checkin, id: must(registration, 'whose it is').id };
  return { ticketNumber, hashes, registration, checkin: own };
}

const ownLists = ({ records }: GateCase): GateLookups => ({
  registrationOf: (number) => records.registrations.find((one) => one.ticketNumber === number) ?? null,
  checkinOf: (id, list) => records.checkins.find((one) => one.registration === id && one.list === list) ?? null,
  externalCodeOf: (hash) => records.externalCodes.find((one) => one.codeHash === hash) ?? null,
});

async function put(tx: Transaction, collection: string, id: string, record: object | null): Promise<void> {
  const known = await tx.get(collection, id);
  if (record === null) {
    if (known) await tx.delete(collection, id);
    return;
  }
  const { id: _id, createdAt, updatedAt, version, ...values } = record as Record<string, unknown>;
  if (known) await tx.update(collection, id, values);
  else await tx.create(collection, values, id);
}

/** One case at the server: its person as the case has them, then the two questions the check-in asks. */
async function atServer(c: GateCase, asked: Asked): Promise<GateLookups> {
  const { checkinLists: lists, ...records } = c.records;
  const list = listOf(gateContext({ ...c, ...records, lists, knowledgeComplete: true }));
  const { checkin, hashes, registration, ticketNumber } = asked;
  const done = expectOk(
    await tenant.commit('system:test', async (tx) => {
      if (registration) await put(tx, 'registrations', registration.id, registration);
      if (registration) await put(tx, 'checkins', registration.id, checkin);
      for (const one of hashes.length > 0 ? c.records.externalCodes : []) await put(tx, 'external_codes', one.id, one);
      const where = { kind: 'field', path: 'codeHash', op: 'in', value: hashes } as const;
      const [foreign] = hashes.length > 0 ? await tx.find(externalCodes, { where, limit: 2 }) : [];
      const number = ticketNumber ?? foreign?.ticketNumber;
      const found = number === undefined ? null : await tx.findOne('registrations', { ticketNumber: number });
      return ok({
        foreign,
        found,
        admitted: found && (await tx.findOne('checkins', { registration: found.id, list })),
      });
    }),
  );
  const { foreign, found, admitted } = done.value;
  return {
    registrationOf: () => found as RegistrationRecord | null,
    checkinOf: () => admitted as CheckinRecord | null,
    externalCodeOf: (hash) => (foreign?.codeHash === hash ? foreign : null),
  };
}

const held = {
  registrations: replicaOf(registrations),
  checkins: replicaOf(checkins),
  externalCodes: replicaOf(asHeldByDevice(externalCodes)),
};
let seq = 0;

/** One case at the kiosk: the change arrives, with the fields that replicate; then it looks. */
function atKiosk(maps: RosterMaps, c: GateCase, { checkin, registration, ticketNumber }: Asked): GateLookups {
  if (registration) {
    const { id } = registration;
    maps.apply({ collection: 'registrations', id, seq: ++seq, record: held.registrations(registration) });
    maps.apply({ collection: 'checkins', id, seq: ++seq, record: checkin && held.checkins(checkin) });
  }
  for (const one of ticketNumber === null ? c.records.externalCodes : [])
    maps.apply({ collection: 'external_codes', id: one.id, seq: ++seq, record: held.externalCodes(one) });
  return {
    registrationOf: (number) => maps.registrationByTicket(number) as RegistrationRecord | null,
    checkinOf: (id, list) => maps.checkin(id, list) as CheckinRecord | null,
    externalCodeOf: (hash) => maps.externalCode(hash),
  };
}

/** A kiosk's first load: everyone of the first case, packed. */
function firstLoad(): RosterMaps {
  const maps = createRosterMaps();
  const people = randomGateCase(0).records.registrations.map(held.registrations);
  maps.addChunk(unpackChunk(packChunk('registrations', people)));
  return maps;
}

test(`${caseCount} random codes, histories, gates and clocks: kiosk and server say the same`, async () => {
  const maps = firstLoad();
  const verifiers = { kiosk: remembering(webCryptoVerifier()), server: remembering(nodeVerifier()) };
  const seen = new Map<VerdictCode, number>();
  let foreignAdmitted = 0;
  for (let from = 0; from < caseCount; from += together) {
    const cases = Array.from({ length: together }, (_, i) => randomGateCase(from + i));
    const asked = cases.map(askedOf);
    const found = await Promise.all(cases.map((c, i) => atServer(c, must(asked[i], 'what is asked'))));
    for (const [i, c] of cases.entries()) {
      const kiosk = await decideGateCase(c, atKiosk(maps, c, must(asked[i], 'what is asked')), verifiers.kiosk);
      const server = await decideGateCase(c, must(found[i], 'an answer'), verifiers.server);
      const plain = await decideGateCase(c, ownLists(c), verifiers.server);
      const [first, second, third] = [kiosk, server, plain].map((verdict) => JSON.stringify(verdict));
      if (first !== second) expect(kiosk, `kiosk and server, seed ${c.seed}`).toEqual(server);
      if (second !== third) expect(server, `server and the case itself, seed ${c.seed}`).toEqual(plain);
      seen.set(plain.code, (seen.get(plain.code) ?? 0) + 1);
      if (plain.code === 'admitted' && plain.detail.external) foreignAdmitted += 1;
    }
  }
  // Neither end had an easy time: what is decided by history and by record occurs often.
  expect(foreignAdmitted, 'admissions by a code of another system').toBeGreaterThan(caseCount / 200);
  for (const code of ['admitted', 'already_checked_in', 'unknown_ticket', 'cancelled', 'blocked'] as const)
    expect(seen.get(code) ?? 0, `cases that come to ${code}`).toBeGreaterThan(caseCount / 1_000);
}, 900_000);
