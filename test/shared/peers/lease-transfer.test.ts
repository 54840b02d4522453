/** Places passed from kiosk to kiosk: never more than were granted, also if messages are lost, repeated or forged on the way. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBase64url } from '#shared/base/bytes.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import {
  type LeaseMessage,
  type LeaseTransfer,
  placesLeft,
  readTransferBook,
  type TransferBook,
  transferClaim,
  withTransfer,
} from '#shared/peers/lease-transfer.ts';
import { createPlacePassing, type PlacePassing } from '#shared/peers/pass-places.ts';
import type { PeerMembers } from '#shared/peers/ports.ts';
import { nodePeerCrypto } from '#test/fixtures/peer-crypto.ts';
import { labEvent, labId, labStartMs } from '#test/fixtures/peer-lab.ts';

const room = `list:${labId(900)}`;
const lease = labId(901);
const granted = 12;
const cryptos = [1, 2, 3].map((n) => nodePeerCrypto(8_000 + n));
const ids = cryptos.map((_, n) => labId(n + 1));
const members: PeerMembers = {
  find: (id) => (ids.includes(id) ? { id, publicKey: cryptos[ids.indexOf(id)]!.publicKey, revoked: false } : null),
  all: () => [],
};

interface Said {
  readonly from: number;
  readonly to: number;
  readonly message: LeaseMessage;
}

/** Three kiosks; the first holds a lease. What is said lies on the table until a test carries it. */
class Table {
  readonly said: Said[] = [];
  readonly books: TransferBook[] = [new Map(), new Map(), new Map()];
  readonly passing: PlacePassing[] = [];
  /** The disk is slow: what is written waits for it. */
  disk: Promise<void> = Promise.resolve();
  nowMs = labStartMs;
  #ids = 1_000;

  constructor() {
    for (const n of [0, 1, 2]) this.restart(n);
  }

  restart(n: number): void {
    this.passing[n] = createPlacePassing({
      self: ids[n]!,
      event: labEvent,
      crypto: cryptos[n]!,
      members,
      nowMs: () => this.nowMs,
      newId: () => labId(this.#ids++),
      book: this.books[n]!,
      save: async (book) => {
        await this.disk;
        this.books[n] = book;
      },
      say: (peer, message) => this.said.push({ from: n, to: ids.indexOf(peer), message }),
      ownPlaces: () => (n === 0 ? { lease, left: this.left(), expiresAt: isoTime(labStartMs + hourMs) } : null),
    });
  }

  left(): number {
    return granted - this.passing[0]!.given(lease);
  }

  taken(n: number): number {
    return this.passing[n]!.ofOthers(room).find((one) => one.lease === lease)?.places ?? 0;
  }

  async carry({ from, to, message }: Said): Promise<void> {
    await this.passing[to]!.heard(ids[from]!, JSON.parse(JSON.stringify(message)) as LeaseMessage);
  }

  async carryAll(): Promise<void> {
    for (let one = this.said.shift(); one; one = this.said.shift()) await this.carry(one);
  }
}

test('PE17 PE18 places that are asked for are given once, by a transfer that both have signed', async () => {
  const table = new Table();
  table.passing[1]!.ask(ids[0]!, room, 4);
  await table.carryAll();
  expect([table.left(), table.taken(1)]).toEqual([8, 4]);
  const [one] = [...table.books[0]!.values()];
  expect(one).toMatchObject({ given: expect.any(String), taken: expect.any(String) });
  expect(table.books[1]!.get(one!.transfer.id)).toEqual(one);
});

test('PE17 PE18 no loss, repeat, restart or order makes more places than were granted', async () => {
  const step = fc.record({
    kind: fc.constantFrom('ask', 'carry', 'repeat', 'lose', 'restart'),
    kiosk: fc.nat(2),
    at: fc.nat(30),
    places: fc.integer({ min: 1, max: 8 }),
  });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
    const table = new Table();
    for (const { kind, kiosk, at, places } of steps) {
      const said = table.said[at % Math.max(1, table.said.length)];
      if (kind === 'ask' && kiosk > 0) table.passing[kiosk]!.ask(ids[0]!, room, places);
      else if (kind === 'restart') table.restart(kiosk);
      else if (said && kind !== 'ask') {
        if (kind !== 'repeat') table.said.splice(table.said.indexOf(said), 1);
        if (kind !== 'lose') await table.carry(said);
      }
      expect(table.left()).toBeGreaterThanOrEqual(0);
      expect(table.left() + table.taken(1) + table.taken(2)).toBeLessThanOrEqual(granted);
    }
    // Asked again, what got lost on the way arrives: nothing is left over.
    for (const kiosk of [1, 2]) table.passing[kiosk]!.ask(ids[0]!, room, 1);
    await table.carryAll();
    for (const kiosk of [1, 2]) table.passing[kiosk]!.ask(ids[0]!, room, 1);
    await table.carryAll();
    expect(table.left() + table.taken(1) + table.taken(2)).toBe(granted);
  });
  await fc.assert(property, { numRuns: 60 });
});

test('PE18 an offer that its giver did not sign, that is for another kiosk, or that changes, gives nothing', async () => {
  const table = new Table();
  const transfer: LeaseTransfer = {
    id: labId(77),
    room,
    lease,
    event: labEvent,
    from: ids[0]!,
    to: ids[1]!,
    places: 5,
    expiresAt: isoTime(labStartMs + hourMs),
  };
  const sign = async (of: LeaseTransfer, n: number, word: 'given' | 'taken' = 'given') =>
    toBase64url(await cryptos[n]!.sign(cryptos[n]!.encode(transferClaim(of, word))));
  const offers = [
    { from: 0, transfer, given: await sign(transfer, 2) },
    { from: 0, transfer, given: await sign(transfer, 0, 'taken') },
    { from: 0, transfer: { ...transfer, places: 50 }, given: await sign(transfer, 0) },
    { from: 2, transfer, given: await sign(transfer, 0) },
    { from: 0, transfer: { ...transfer, to: ids[2]! }, given: await sign({ ...transfer, to: ids[2]! }, 0) },
    { from: 0, transfer: { ...transfer, event: labId(5) }, given: await sign({ ...transfer, event: labId(5) }, 0) },
  ];
  for (const { from, ...offer } of offers) await table.carry({ from, to: 1, message: { kind: 'offered', ...offer } });
  expect([table.taken(1), table.said]).toEqual([0, []]);
  const good = { transfer, given: await sign(transfer, 0) };
  expect(withTransfer(new Map([[transfer.id, good]]), { ...good, transfer: { ...transfer, places: 6 } })).toBeNull();
  await table.carry({ from: 0, to: 1, message: { kind: 'offered', ...good } });
  expect(table.taken(1)).toBe(5);
});

test('PE17 places are gone from the giver while the transfer is still being written', async () => {
  const table = new Table();
  let written = (): void => {};
  table.disk = new Promise((resolve) => {
    written = resolve;
  });
  table.passing[1]!.ask(ids[0]!, room, 4);
  const carried = table.carryAll();
  await expect.poll(() => table.left()).toBe(8);
  expect(table.said).toEqual([]);
  written();
  await carried;
  expect([table.left(), table.taken(1)]).toEqual([8, 4]);
});

test('PE18 scans count against places that ran out first, so that no later place counts twice', () => {
  const places = { lease, places: 3, lapsed: 5, expiresAtMs: labStartMs };
  expect([0, 4, 5, 6, 8, 9].map((used) => placesLeft(places, used))).toEqual([3, 3, 3, 2, 0, 0]);
});

test('PE17 PE18 the book reads as it was written, and nothing else reads as one', async () => {
  const table = new Table();
  table.passing[1]!.ask(ids[0]!, room, 4);
  await table.carryAll();
  const stored: unknown = JSON.parse(JSON.stringify([...table.books[1]!.values()]));
  expect(readTransferBook(stored)).toEqual(table.books[1]);
  for (const bad of [{}, [null], [{ kind: 'wanted', room, places: 1 }], [{ transfer: {}, given: 'x' }]])
    expect(readTransferBook(bad)).toBeNull();
});

test('PE19 places do not outlive their lease', async () => {
  const table = new Table();
  table.passing[1]!.ask(ids[0]!, room, 4);
  await table.carryAll();
  table.nowMs += hourMs + 1;
  expect(table.taken(1)).toBe(0);
});
