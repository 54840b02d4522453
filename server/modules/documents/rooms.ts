/** The documents that are open in this process: each is opened for its first client and closed after its last has left. */
import { setBounded } from '#shared/base/bounded-map.ts';
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import type { WritesWithin } from '../../core/collections/write-within.ts';
import { startLogTail } from '../../core/log/tails/log-tail.ts';
import { type Actor, systemActor } from '../../core/policy/actor.ts';
import {
  type Change,
  MissingCollection,
  StaleShape,
  type TenantStore,
  type Transaction,
} from '../../store/contract.ts';
import { type CollabDocument, collabDocuments, collabUpdates } from './collab-tables.ts';
import { commitPlan, type FieldChange, fieldText } from './commit-edits.ts';
import { type DocumentName, documentKey } from './document-name.ts';
import { Draft, firstUpdate } from './draft.ts';
import { closeCodes, documentsPerTenantMax, triesMax } from './limits.ts';
import { wireOf } from './other-processes.ts';
import { Room, type RoomParts } from './room.ts';
import { createDocument, findDocument, readUpdates } from './stored-document.ts';

export interface RoomsParts {
  /** Null: there is no such tenant any more. */
  readonly storeOf: (tenant: string) => Promise<TenantStore | null>;
  readonly writes: WritesWithin;
  readonly clock: Clock;
  readonly onFault: (fault: unknown) => void;
}

interface OpenRoom {
  readonly room: Room;
  readonly id: string;
  readonly name: DocumentName;
}

/** The rooms of one tenant; kept for as long as one of its documents is open. */
interface TenantRooms {
  readonly store: TenantStore;
  readonly rooms: Map<string, Promise<Result<OpenRoom>>>;
  readonly open: Map<string, OpenRoom>;
  readonly stop: () => void;
}

/** Time for which a document stays open for clients that were let in and never connected. */
const emptyMs = 30_000;
const actorsKeptMax = 5_000;
const own = 'collab';
const ownName = `system:${own}`;

const unknownRecord: Refusal = { code: 'not_found', message: 'No such record exists. Check the ID.' };

export class Rooms {
  readonly #parts: RoomsParts;
  readonly #tenants = new Map<string, Promise<TenantRooms | null>>();
  /** Actors that entered a document, by tenant and name in the log: the record is written with their rights. */
  readonly #actors = new Map<string, Actor>();
  readonly #openNames = new Set<string>();
  #isClosing = false;

  constructor(parts: RoomsParts) {
    this.#parts = parts;
  }

  /** @returns the room, whose `join` comes next, in the same turn */
  async enter(actor: Actor, actorName: string, name: DocumentName): Promise<Result<Room>> {
    const actorKey = `${actor.tenant} ${actorName}`;
    setBounded(this.#actors, actorKey, actor, actorsKeptMax);
    const found = await this.#find(actor.tenant, name);
    return found.ok ? ok(found.value.room) : found;
  }

  /** Updates the record's field from its document, where no client has the document open in this process. */
  async settle(tenant: string, name: DocumentName): Promise<void> {
    const found = await this.#find(tenant, name);
    if (!found.ok || found.value.room.size > 0) return;
    await found.value.room.close(closeCodes.again, 'try_again');
  }

  isOpen(tenant: string, name: DocumentName): boolean {
    return this.#openNames.has(`${tenant} ${documentKey(name)}`);
  }

  /** Disconnects all clients and stores all edits. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const opening of [...this.#tenants.values()]) {
      const tenantRooms = await opening.catch(() => null);
      for (const one of tenantRooms ? [...tenantRooms.rooms.values()] : []) {
        const found = await one.catch(() => null);
        if (found?.ok) await found.value.room.close(closeCodes.leaving, 'leaving');
      }
      tenantRooms?.stop();
    }
  }

  async #find(tenant: string, name: DocumentName): Promise<Result<OpenRoom>> {
    const key = documentKey(name);
    for (;;) {
      if (this.#isClosing)
        return refuse({ code: 'overloaded', message: 'The server is stopping. Try again in a moment.' });
      const entering = this.#roomsOf(tenant);
      const tenantRooms = await entering;
      if (!tenantRooms) return refuse(unknownRecord);
      if (this.#tenants.get(tenant) !== entering) continue;
      const known = tenantRooms.rooms.get(key);
      if (!known && tenantRooms.rooms.size >= documentsPerTenantMax)
        return refuse({ code: 'overloaded', message: 'Too many documents of this tenant are open.' });
      const opening = known ?? this.#open(tenant, tenantRooms, name);
      if (!known) tenantRooms.rooms.set(key, opening);
      const forget = () => {
        if (tenantRooms.rooms.get(key) === opening) tenantRooms.rooms.delete(key);
        this.#letGo(tenant, tenantRooms);
      };
      const found = await opening.catch((fault: unknown) => {
        forget();
        throw fault;
      });
      if (!found.ok) forget();
      // It may have been closed meanwhile: then it is opened again.
      if (!found.ok || !found.value.room.isOver) return found;
      forget();
    }
  }

  #roomsOf(tenant: string): Promise<TenantRooms | null> {
    const known = this.#tenants.get(tenant);
    if (known) return known;
    const opening = this.#openTenant(tenant);
    this.#tenants.set(tenant, opening);
    const forget = () => this.#tenants.delete(tenant);
    opening.then((tenantRooms) => tenantRooms ?? forget(), forget);
    return opening;
  }

  async #openTenant(tenant: string): Promise<TenantRooms | null> {
    const store = await this.#parts.storeOf(tenant);
    if (!store) return null;
    const open = new Map<string, OpenRoom>();
    const stop = await startLogTail({
      store,
      collections: () => [
        collabUpdates.name,
        collabDocuments.name,
        ...new Set([...open.values()].map(({ name }) => name.collection)),
      ],
      hear: (changes) => hear(open, changes),
      onFault: this.#parts.onFault,
    });
    return { store, rooms: new Map(), open, stop };
  }

  #letGo(tenant: string, tenantRooms: TenantRooms): void {
    if (tenantRooms.rooms.size > 0) return;
    tenantRooms.stop();
    this.#tenants.delete(tenant);
  }

  async #open(tenant: string, tenantRooms: TenantRooms, name: DocumentName): Promise<Result<OpenRoom>> {
    const { store } = tenantRooms;
    const document = await openDocument(store, name);
    if (!document) return refuse(unknownRecord);
    const draft = new Draft(document, await readUpdates(store, document.id, -1));
    const key = `${tenant} ${documentKey(name)}`;
    const room: Room = new Room({
      document,
      draft,
      editedBy: document.editedBy ?? ownName,
      commit: (ask) => this.#commit(tenant, store, { id: document.id, name }, ask),
      read: () => readUpdates(store, document.id, -1),
      nowMs: this.#parts.clock,
      wire: wireOf(store, document.id),
      onFault: this.#parts.onFault,
      onEnd: () => {
        tenantRooms.open.delete(document.id);
        tenantRooms.rooms.delete(documentKey(name));
        this.#openNames.delete(key);
        this.#letGo(tenant, tenantRooms);
      },
    });
    const opened = { room, id: document.id, name };
    tenantRooms.open.set(document.id, opened);
    this.#openNames.add(key);
    const empty = setTimeout(() => {
      if (room.size === 0) void room.close(closeCodes.again, 'try_again');
    }, emptyMs);
    empty.unref();
    // Settles edits that were made while no one had it open, or that a crash left unsettled.
    await room.settle();
    return room.isOver ? refuse(unknownRecord) : ok(opened);
  }

  async #commit(
    tenant: string,
    store: TenantStore,
    { id, name }: { readonly id: string; readonly name: DocumentName },
    { prepared, ...ask }: Parameters<RoomParts['commit']>[0],
  ): ReturnType<RoomParts['commit']> {
    const actor = this.#actors.get(`${tenant} ${ask.by}`) ?? systemActor(tenant, own);
    for (let tries = 1; ; tries++) {
      const within = await this.#parts.writes(actor, name.collection);
      const field = within?.definition.fields.find((one) => one.name === name.field);
      // Its collection or its field is gone: the room ends, and the document is removed with its record or by the sweep.
      if (!within || !field) return ok({ value: { kind: 'gone' }, seq: 0 });
      const write = (text: string) => (tx: Transaction, version: number) => {
        const value = text === '' && !field.required ? null : text;
        return within.update(tx, { id: name.record, version, input: { [name.field]: value } });
      };
      const settle: FieldChange | null = prepared && { ...prepared.settle, write: write(prepared.settle.text) };
      try {
        return await store.commit(ask.by, commitPlan({ ...ask, id, name, settle }));
      } catch (fault) {
        if (!(fault instanceof StaleShape || fault instanceof MissingCollection) || tries >= triesMax) throw fault;
        await within.renew();
      }
    }
  }
}

async function openDocument(store: TenantStore, name: DocumentName): Promise<CollabDocument | null> {
  for (;;) {
    const known = await findDocument(store, name);
    if (known) return known;
    const record = await store.get(name.collection, name.record);
    if (!record) return null;
    const first = firstUpdate(fieldText(record, name.field));
    const made = await store.commit(ownName, async (tx) => {
      const now = await tx.get(name.collection, name.record);
      // Another process was quicker, or the record has changed: look again.
      if (now?.version !== record.version || (await findDocument(tx, name))) return ok(null);
      return ok(await createDocument(tx, name, { first, version: record.version }));
    });
    if (!made.ok) throw new Error(`no document was made: ${made.errors[0].message}`);
    if (made.value.value) return made.value.value;
  }
}

function hear(open: ReadonlyMap<string, OpenRoom>, changes: readonly Change[]): void {
  // A commit that writes the record also marks the document's row, after it.
  for (const { collection, id, op, record } of changes) {
    if (collection !== collabDocuments.name) continue;
    const room = open.get(id)?.room;
    if (op === 'delete') void room?.settle();
    else room?.hearSettled(record as unknown as CollabDocument);
  }
  for (const change of changes) {
    if (change.collection === collabDocuments.name) continue;
    if (change.collection === collabUpdates.name) {
      const { document } = change.record as unknown as { readonly document: string };
      if (change.op === 'create') open.get(document)?.room.hearStored(change);
      continue;
    }
    for (const { name, room } of open.values())
      if (name.record === change.id && name.collection === change.collection) room.hearRecord(change, name.field);
  }
}
