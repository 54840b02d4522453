/** Awareness across several processes: after any loss, kill or move, all clients see all clients in the end. */
import * as fc from 'fast-check';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { Awareness } from '#server/modules/documents/awareness.ts';
import { encodeAwareness, newsWords, readWord, rollWord } from '#server/modules/documents/awareness-messages.ts';
import { awarenessPerDocumentMax, rollMs, silentProcessMs } from '#server/modules/documents/limits.ts';
import { must } from '#shared/base/assert.ts';
import { Client, Hub, Process, type Seat } from './several-rooms.ts';
import { seeded } from './write-together.ts';

// Before anything is loaded: y-protocols keeps the clock it finds then.
vi.hoisted(() => vi.useFakeTimers());
afterEach(() => void vi.clearAllTimers());
afterAll(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A process with one client, for each name. */
async function people(...names: readonly string[]) {
  const hub = new Hub();
  const made = names.map((name, n) => {
    const [process, client] = [new Process(hub, `process-${n}`), new Client(`user:${name}`)];
    client.join(process);
    client.move({ name });
    return { client, process };
  });
  await pass(1_000);
  return { hub, made, clients: made.map(({ client }) => client) };
}

const allOf = (clients: readonly Client[]) =>
  Object.fromEntries(clients.map((client) => [client.id, client.awareness.getLocalState()]));

test('they come, move and leave within a second, and then nothing more is said about it', async () => {
  const { clients, hub, made } = await people('Ada', 'Bob', 'Cyd');
  for (const { sees } of clients) expect(sees).toEqual(allOf(clients));
  clients[1]?.move({ name: 'Bob', cursor: 4 });
  await pass(1_000);
  for (const { sees } of clients) expect(sees).toEqual(allOf(clients));
  const [, bob, ...others] = made;
  const seat = must(bob?.client.drop(), 'a seat');
  seat.process.room.leave(seat.peer);
  await pass(1_000);
  for (const { client } of [...others]) expect(Object.keys(client.sees)).not.toContain(String(bob?.client.id));
  // Renewals and rolls of two processes, and nothing that goes round.
  const before = hub.words;
  await pass(60_000);
  expect(hub.words - before).toBeLessThan(2 * (60_000 / rollMs + 6));
});

/** The clients that the server shows to a client that joins now; a client that stays may have forgotten them itself. */
function othersAt(process: Process): readonly string[] {
  const client = new Client('user:late');
  client.join(process);
  const others = Object.keys(client.sees).filter((id) => id !== String(client.id));
  const seat = must(client.drop(), 'a seat');
  process.room.leave(seat.peer);
  client.awareness.destroy();
  return others.sort();
}

test('what was lost is made good by the rolls, before clients say so again', async () => {
  const { clients, hub, made } = await people('Ada', 'Bob', 'Cyd');
  const [ada, bob, cyd] = clients.map((client) => must(client, 'a client'));
  if (!ada || !bob || !cyd) throw new Error('three');
  hub.isLost = () => true;
  bob.move({ name: 'Bob', cursor: 4 });
  const seat = must(cyd.drop(), 'a seat');
  // A client stays there, so that the process goes on.
  const dan = new Client('user:Dan');
  dan.join(seat.process);
  dan.move({ name: 'Dan' });
  seat.process.room.leave(seat.peer);
  await pass(1_000);
  hub.isLost = () => false;
  await pass(2 * rollMs);
  expect(ada.sees).toEqual(allOf([ada, bob, dan]));
  const process = must(made[0], 'a process').process;
  expect(othersAt(process)).toEqual([ada, bob, dan].map(({ id }) => String(id)).sort());
});

test('a client that left and joins at a new process is present at once', async () => {
  const { clients, hub } = await people('Ada', 'Bob');
  const [ada, bob] = [must(clients[0], 'Ada'), must(clients[1], 'Bob')];
  const seat = must(bob.drop(), 'a seat');
  seat.process.room.leave(seat.peer);
  await pass(1_000);
  expect(ada.sees).toEqual(allOf([ada]));
  bob.join(new Process(hub, 'new'));
  await pass(1_000);
  expect(ada.sees).toEqual(allOf([ada, bob]));
});

test('a process that is killed: its people end when it was silent for long, and not before', async () => {
  const { clients, made } = await people('Ada', 'Bob');
  const [ada, bob] = [must(clients[0], 'Ada'), must(clients[1], 'Bob')];
  made[1]?.process.kill();
  const late = () => othersAt(must(made[0], 'a process').process);
  await pass(silentProcessMs - 2 * rollMs);
  expect(late()).toContain(String(bob.id));
  await pass(3 * rollMs);
  expect(late()).not.toContain(String(bob.id));
  expect(ada.sees).toEqual(allOf([ada]));
  // He goes where it lives.
  bob.drop();
  bob.join(must(made[0], 'a process').process);
  await pass(100);
  expect(ada.sees).toEqual(allOf(clients));
  // Whom a stock client has forgotten it knows again when they say so again.
  await pass(20_000);
  for (const { sees } of clients) expect(sees).toEqual(allOf(clients));
});

test('only the same actor speaks for a client of another process; bounds count all clients, and garbage is ignored', () => {
  const awareness = new Awareness<{ readonly name: string }>(1, () => 0);
  const [eve, ada] = [{ name: 'user:eve' }, { name: 'user:ada' }];
  const entry = (client: number, clock: number, state = '{}') => ({ client, clock, state });
  const isNews = (peer: typeof eve, ...entries: ReturnType<typeof entry>[]) => {
    const heard = awareness.hear(peer, encodeAwareness(entries));
    return typeof heard === 'string' ? heard : heard.news !== null;
  };
  expect(awareness.hearAway('b', [{ ...entry(7, 5), name: 'user:ada' }]).news).not.toBeNull();
  expect(isNews(eve, entry(7, 9))).toBe(false);
  expect(isNews(eve, entry(7, 9, 'null'))).toBe(false);
  // Nor does a third process, in another's name; nor anyone for the server itself.
  expect(awareness.hearAway('c', [{ ...entry(7, 9), name: 'user:eve' }]).news).toBeNull();
  expect(awareness.hearAway('b', [{ ...entry(1, 9), name: 'user:ada' }]).news).toBeNull();
  // She goes from there to here: what ends there afterwards does not end her.
  expect(isNews(ada, entry(7, 6))).toBe(true);
  expect(awareness.keepAway('b', new Map())).toBeNull();
  expect(awareness.own()).toEqual([{ ...entry(7, 6), name: 'user:ada' }]);

  const many = Array.from({ length: awarenessPerDocumentMax }, (_, n) => ({ ...entry(100 + n, 1), name: 'user:ada' }));
  awareness.hearAway('b', many);
  expect(isNews(eve, entry(8, 1))).toBe(false);
  awareness.keepAway('b', new Map());
  expect(isNews(eve, ...[8, 9, 10, 11, 12, 13].map((client) => entry(client, 1)))).toBe(true);
  expect(awareness.own()).toHaveLength(6);
});

test('messages: written ones are read, in pieces that fit, and any other payload is none', async () => {
  const entry = fc.record({
    name: fc.string({ minLength: 1, maxLength: 60 }),
    client: fc.nat(),
    clock: fc.nat({ max: 2 ** 30 }),
    state: fc.json().filter((json) => json.length < 4_000),
  });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 60 }), (entries) => {
      const words = newsWords(entries).map(readWord);
      expect(words.flatMap((word) => (word?.kind === 'news' ? word.entries : []))).toEqual(entries);
      const clients = new Map(entries.map(({ client, clock }) => [client, clock]));
      expect(readWord(rollWord(entries, true))).toEqual({ kind: 'roll', asks: true, clients });
    }),
    { numRuns: 50 },
  );
  const big = { name: 'user:a', client: 1, clock: 1, state: JSON.stringify('x'.repeat(16_000)) };
  const words = newsWords(Array.from({ length: 50 }, (_, client) => ({ ...big, client })));
  expect(words.length).toBeGreaterThan(5);
  for (const word of words) expect(word.byteLength).toBeLessThan(80_000);

  const { clients, hub } = await people('Ada', 'Bob');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => hub.shout(bytes)),
    { numRuns: 300 },
  );
  hub.shout(new Uint8Array(300_000));
  await pass(60_000);
  for (const { sees } of clients) expect(sees).toEqual(allOf(clients));
});

const places = 3;
const who = fc.nat({ max: 4 });
const where = fc.nat({ max: places - 1 });
const step = fc.oneof(
  fc.record({ what: fc.constant('join' as const), who, where }),
  fc.record({ what: fc.constant('move' as const), who, to: fc.nat({ max: 9 }) }),
  fc.record({ what: fc.constant('drop' as const), who, isNoticed: fc.boolean() }),
  fc.record({ what: fc.constant('kill' as const), where }),
  fc.record({ what: fc.constant('pass' as const), ms: fc.constantFrom(5, 40, 200, 3_000, 20_000, 45_000) }),
  fc.record({ what: fc.constant('lose' as const), oneIn: fc.constantFrom(1, 2, 4) }),
);

test('after any events, all clients see all clients in the end', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 24 }), fc.nat(), async (steps, seed) => {
    const [hub, random] = [new Hub(), seeded(seed)];
    let started = 0;
    const start = () => new Process(hub, `process-${++started}`);
    const processes = Array.from({ length: places }, start);
    const clients = Array.from({ length: 5 }, (_, n) => new Client(`user:${n % 4}`));
    const unnoticed: Seat[] = [];
    const drop = (client: Client, isNoticed: boolean) => {
      const seat = client.drop();
      if (seat && isNoticed) seat.process.room.leave(seat.peer);
      else if (seat) unnoticed.push(seat);
    };
    for (const one of steps) {
      if (one.what === 'pass') await pass(one.ms);
      else if (one.what === 'lose') hub.isLost = () => random() < 1 / one.oneIn;
      else if (one.what === 'kill') {
        processes[one.where]?.kill();
        processes[one.where] = start();
        for (const client of clients) if (client.seat?.process.isKilled) drop(client, false);
      } else {
        const client = must(clients[one.who], 'a client');
        if (one.what === 'move') client.move({ at: one.to });
        else {
          drop(client, one.what === 'join' || one.isNoticed);
          const process = must(processes[one.what === 'join' ? one.where : 0], 'a process');
          // The last one out closes it; who comes next opens another.
          if (one.what === 'join' && !process.room.isOver) client.join(process);
        }
      }
    }
    hub.isLost = () => false;
    for (const { process, peer } of unnoticed) process.room.leave(peer);
    await pass(90_000);
    const there = clients.filter(({ seat }) => seat !== null);
    for (const { sees } of there) expect(sees).toEqual(allOf(there));
    const before = hub.words;
    await pass(30_000);
    expect(hub.words - before).toBeLessThan(places * 5 * (30_000 / rollMs + 12));
    for (const { awareness } of clients) awareness.destroy();
    vi.clearAllTimers();
  });
  await fc.assert(property, { numRuns: 60 });
}, 120_000);
