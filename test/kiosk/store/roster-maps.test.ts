import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldRoster, type StoredChunk } from '#kiosk/store/fold-roster.ts';
import type { HeldRecord } from '#kiosk/store/held-records.ts';
import { packChunk, unpackChunk } from '#kiosk/store/packed-chunk.ts';
import { createRosterMaps, type RosterChange, type RosterMaps } from '#kiosk/store/roster-maps.ts';

// Few ids, tickets and lists, so that records change hands and come back.
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const registration = fc.record({
  id,
  ticketNumber: fc.constantFrom('T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'),
  name: fc.string(),
});
const checkin = fc.record({
  id,
  registration: fc.constantFrom('a', 'b', 'c'),
  list: fc.constantFrom('hall', 'dinner'),
});
const gate = fc.record({ id, name: fc.string() });

const step = fc.oneof(
  fc.record({ collection: fc.constant('registrations'), id, record: fc.option(registration, { nil: null }) }),
  fc.record({ collection: fc.constant('checkins'), id, record: fc.option(checkin, { nil: null }) }),
  fc.record({ collection: fc.constant('gates'), id, record: fc.option(gate, { nil: null }) }),
);

type Tables = Map<string, Map<string, HeldRecord>>;

const table = (tables: Tables, name: string): Map<string, HeldRecord> => {
  const found = tables.get(name) ?? new Map<string, HeldRecord>();
  tables.set(name, found);
  return found;
};

/** A server holds no ticket number twice, and one check-in a registration and list: leave out what it would refuse. */
function allowed(tables: Tables, collection: string, record: HeldRecord): boolean {
  const others = [...table(tables, collection).values()].filter((other) => other.id !== record.id);
  if (collection === 'registrations') return others.every((other) => other['ticketNumber'] !== record['ticketNumber']);
  if (collection !== 'checkins') return true;
  return others.every((o) => o['registration'] !== record['registration'] || o['list'] !== record['list']);
}

function expectSame(maps: RosterMaps, tables: Tables): void {
  const people = table(tables, 'registrations');
  const entries = [...table(tables, 'checkins').values()];
  expect(maps.registrationCount()).toBe(people.size);
  for (const who of ['a', 'b', 'c', 'd', 'e', 'f']) expect(maps.registration(who)).toEqual(people.get(who) ?? null);
  for (const ticket of ['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'])
    expect(maps.registrationByTicket(ticket)).toEqual(
      [...people.values()].find((p) => p['ticketNumber'] === ticket) ?? null,
    );
  for (const list of ['hall', 'dinner']) {
    expect(maps.checkedInCount(list)).toBe(entries.filter((entry) => entry['list'] === list).length);
    for (const who of ['a', 'b', 'c'])
      expect(maps.checkin(who, list)).toEqual(
        entries.find((e) => e['registration'] === who && e['list'] === list) ?? null,
      );
  }
  const byId = (a: HeldRecord, b: HeldRecord): number => a.id.localeCompare(b.id);
  const gates = maps.records('gates') as unknown as readonly HeldRecord[];
  expect([...gates].sort(byId)).toEqual([...table(tables, 'gates').values()].sort(byId));
  expect(([...maps.registrations()] as unknown as HeldRecord[]).sort(byId)).toEqual([...people.values()].sort(byId));
}

function history(steps: readonly { collection: string; id: string; record: HeldRecord | null }[]) {
  const tables: Tables = new Map();
  const changes: RosterChange[] = [];
  for (const { collection, id: at, record } of steps) {
    const placed = record === null ? null : { ...record, id: at };
    if (placed !== null && !allowed(tables, collection, placed)) continue;
    if (placed === null) table(tables, collection).delete(at);
    else table(tables, collection).set(at, placed);
    changes.push({ collection, id: at, seq: changes.length + 1, record: placed });
  }
  return { tables, changes };
}

function packed(tables: Tables): StoredChunk[] {
  return [...tables].map(([name, rows], n) => ({
    id: `${n}`,
    chunk: unpackChunk(packChunk(name, [...rows.values()])),
  }));
}

function mapsOf(chunks: readonly StoredChunk[]): RosterMaps {
  const maps = createRosterMaps();
  for (const { chunk } of chunks) maps.addChunk(chunk);
  return maps;
}

const steps = fc.array(step, { maxLength: 60 });

describe('the roster in memory', () => {
  test('SY3 a snapshot plus the changes after it is the server’s state, also when changes come twice', () => {
    fc.assert(
      fc.property(steps, fc.nat(), fc.nat(), (all, cut, back) => {
        const { changes, tables } = history(all);
        const at = changes.length === 0 ? 0 : cut % (changes.length + 1);
        const { tables: before } = history(changes.slice(0, at));
        const maps = mapsOf(packed(before));
        for (const change of changes.slice(at)) maps.apply(change);
        expectSame(maps, tables);
        for (const change of changes.slice(at + (back % (changes.length - at + 1)))) maps.apply(change);
        expectSame(maps, tables);
      }),
    );
  });

  test('an older state that comes late changes nothing', () => {
    const maps = createRosterMaps();
    const person = (seq: number) => ({
      collection: 'registrations',
      id: 'a',
      seq,
      record: { id: 'a', ticketNumber: `T${seq}` },
    });
    for (const seq of [1, 3, 2]) maps.apply(person(seq));
    expect(maps.registration('a')).toMatchObject({ ticketNumber: 'T3' });
    expect(maps.registrationByTicket('T2')).toBeNull();
  });

  test('says the same after its changes were folded into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (all, cut) => {
        const { changes, tables } = history(all);
        const at = cut % (changes.length + 1);
        const chunks = packed(history(changes.slice(0, at)).tables);
        const maps = mapsOf(chunks);
        for (const change of changes.slice(at)) maps.apply(change);
        let written = 0;
        const folded = await foldRoster({
          chunks,
          changes: maps.changes(),
          write: async (bytes) => ({ id: `folded ${written++}`, chunk: unpackChunk(bytes) }),
          yieldNow: async () => undefined,
        });
        expectSame(mapsOf(folded), tables);
      }),
    );
  });

  test('keeps chunks in which nothing changed', async () => {
    const chunks = ['x', 'y'].map((name) => ({
      id: name,
      chunk: unpackChunk(packChunk('registrations', [{ id: name, ticketNumber: name }])),
    }));
    const folded = await foldRoster({
      chunks,
      changes: [{ collection: 'registrations', id: 'y', seq: 1, record: { id: 'y', ticketNumber: 'z' } }],
      write: async (bytes) => ({ id: 'new', chunk: unpackChunk(bytes) }),
      yieldNow: async () => undefined,
    });
    expect(folded.map(({ id: chunkId }) => chunkId)).toEqual(['x', 'new']);
  });
});
