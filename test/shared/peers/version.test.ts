/** Kiosks of two releases stand at one venue: what a line carries may not change unnoticed. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson } from '#shared/base/json.ts';
import { entryClaim } from '#shared/peers/entry.ts';
import { createOpener, createSealer } from '#shared/peers/frame.ts';
import { frameBytesMax, peerVersion } from '#shared/peers/frame-layout.ts';
import { type LeaseTransfer, transferClaim } from '#shared/peers/lease-transfer.ts';
import { entriesMax, writeEntries, writeMessage } from '#shared/peers/messages.ts';
import { nodePeerCrypto } from '#test/fixtures/peer-crypto.ts';
import { labEvent, labId, labKeys, labStartMs, scanOf } from '#test/fixtures/peer-lab.ts';

interface Published {
  readonly version: number;
  /** Hash of samples of everything on the wire. */
  readonly wire: string;
  /** Hash of this row and of the `chain` before it: a row that is changed in place fits neither itself nor the rows after it. */
  readonly chain: string;
}

/** Every version there ever was. Kiosks with each of them stand at venues: rows are added, with the next `peerVersion`. */
const published: readonly Published[] = [{ version: 1, wire: '1fb7e6cba2f3c922', chain: '0072497efb09f58a' }];

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const rowAfter = (before: Published | undefined, wire: string): Published => {
  const version = (before?.version ?? 0) + 1;
  return { version, wire, chain: shortHash(`${before?.chain ?? ''} ${version} ${wire}`) };
};

const scan = scanOf(labId(1), 1, 'T1', labStartMs);
const transfer: LeaseTransfer = {
  id: labId(90),
  room: `list:${labId(91)}`,
  lease: labId(92),
  event: labEvent,
  from: labId(1),
  to: labId(2),
  places: 3,
  expiresAt: '2026-05-04T10:00:00.000Z',
};
const knowledge = {
  vector: new Map([[labId(1), 4]]),
  statuses: [{ device: labId(1), n: 1, hears: [labId(2)], online: false }],
};
const samples = [
  entryClaim(scan, 0),
  transferClaim(transfer, 'given'),
  transferClaim(transfer, 'taken'),
  writeMessage({ kind: 'hello', nonce: 'AAAAAAAAAAAAAAAAAAAAAA' }),
  writeMessage({ kind: 'welcome', echo: 'AAAAAAAAAAAAAAAAAAAAAA', ...knowledge }),
  writeMessage({ kind: 'pulse', ...knowledge }),
  writeEntries([canonicalJson({ scan, previous: 0, signature: 'x' })], new Map([[labId(1), 3]]), true),
  writeMessage({ kind: 'lease', lease: { kind: 'wanted', room: transfer.room, places: 2 } }),
  writeMessage({ kind: 'lease', lease: { kind: 'offered', transfer, given: 'x' } }),
  writeMessage({ kind: 'lease', lease: { kind: 'taken', transfer, given: 'x', taken: 'y' } }),
];

async function framed(): Promise<readonly Uint8Array[]> {
  const frames: Uint8Array[] = [];
  const sealer = createSealer({
    self: labId(1),
    event: labEvent,
    crypto: nodePeerCrypto(1),
    members: { find: () => null, all: () => [] },
    keys: () => labKeys(1),
    clock: { now: () => labStartMs, trusted: () => true, monotonicMs: () => 0 },
    run: 1,
  });
  for (const text of samples) await sealer.seal(text, null, (frame) => frames.push(frame));
  return frames;
}

async function wireNow(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([samples, frameBytesMax, entriesMax]));
  for (const frame of await framed()) hash.update(frame);
  return hash.digest('hex').slice(0, 16);
}

test('PE1 frames and messages are those of the version that is said', async () => {
  const newest = published.at(-1);
  const wire = await wireNow();
  const next = rowAfter(newest, wire);
  // The number is a part of each frame. What would make a changed wire pass under the old one is not shown.
  const todo = peerVersion === next.version ? `add the row ${JSON.stringify(next)}` : `raise it to ${next.version}`;
  expect(wire === newest?.wire, `not the wire of the newest peerVersion that was published: ${todo}`).toBe(true);
  expect(newest?.version).toBe(peerVersion);
});

test('PE1 the version that a wire was published with is never given to another one', () => {
  const isUnchanged = published.map(({ version, chain, wire }, n) => {
    const made = rowAfter(published[n - 1], wire);
    return made.version === version && made.chain === chain;
  });
  expect(isUnchanged, 'a published version was changed in place').toEqual(published.map(() => true));
  expect(new Set(published.map(({ wire }) => wire)).size).toBe(published.length);
});

test('PE3 a frame opens for a member that has the key, and for no one else', async () => {
  const frames = await framed();
  const open = (fill: number, key = nodePeerCrypto(1).publicKey, event = labEvent) =>
    createOpener({
      self: labId(2),
      event,
      crypto: nodePeerCrypto(2),
      members: { find: (id) => ({ id, publicKey: key, revoked: false }), all: () => [] },
      keys: () => labKeys(1, fill),
      clock: { now: () => labStartMs, trusted: () => true, monotonicMs: () => 0 },
      run: 1,
    });
  const texts = await Promise.all(frames.map(async (frame) => (await open(1)(frame)) as { frame: { text: string } }));
  expect(texts.map(({ frame }) => frame.text)).toEqual(samples);
  expect(await open(2)(frames[0]!)).toMatchObject({ ok: false, reason: 'seal_broken' });
  expect(await open(1, nodePeerCrypto(3).publicKey)(frames[0]!)).toMatchObject({ reason: 'signature_invalid' });
  expect(await open(1, undefined, labId(8))(frames[0]!)).toMatchObject({ reason: 'seal_broken' });
});
