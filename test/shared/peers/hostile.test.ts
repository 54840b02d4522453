/** A device on the LAN that is not a kiosk of the event changes nothing, and the board says that there was something. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBase64url } from '#shared/base/bytes.ts';
import { dayMs } from '#shared/base/time.ts';
import { openAddressBook } from '#shared/peers/address-book.ts';
import { entryClaim, type PeerScan } from '#shared/peers/entry.ts';
import { createSealer } from '#shared/peers/frame.ts';
import { frameBytesMax } from '#shared/peers/frame-layout.ts';
import { framesPerSecondMax } from '#shared/peers/line-session.ts';
import { writeEntries } from '#shared/peers/messages.ts';
import { createMemoryDisk } from '#test/fixtures/memory-rows.ts';
import { nodePeerCrypto } from '#test/fixtures/peer-crypto.ts';
import { type LabKiosk, labEvent, labId, labKeys, type PeerLab, peerLab, scanOf } from '#test/fixtures/peer-lab.ts';

function reasons(kiosk: LabKiosk): readonly string[] {
  return kiosk.mesh.state().reports.map(({ reason }) => reason);
}

function heard(kiosk: LabKiosk): readonly string[] {
  return [...kiosk.mesh.uncovered()].map(({ id }) => id);
}

async function two(): Promise<PeerLab> {
  const lab = peerLab(3);
  lab.connect(0, 1);
  await lab.settle();
  return lab;
}

/** Frames as a thief seals them: the venue key is the right one, the signature is by a key of their own. */
async function sealedBy(lab: PeerLab, as: string, texts: readonly string[], seed = 99): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = [];
  const sealer = createSealer({
    self: as,
    event: labEvent,
    crypto: nodePeerCrypto(seed),
    members: { find: () => null, all: () => [] },
    keys: () => labKeys(1),
    clock: { now: lab.nowMs, trusted: () => true, monotonicMs: () => 0 },
    run: 9,
  });
  for (const text of texts) await sealer.seal(text, null, (frame) => frames.push(frame));
  return frames;
}

async function entryOf(scan: PeerScan, signedBy: number, previous = 0): Promise<string> {
  const crypto = nodePeerCrypto(signedBy);
  const signature = toBase64url(await crypto.sign(crypto.encode(entryClaim(scan, previous))));
  return JSON.stringify({ scan, previous, signature });
}

describe('a stranger on the LAN', () => {
  test('PE3 with the venue key and no device key opens nothing', async () => {
    const lab = await two();
    const nonce = toBase64url(new Uint8Array(16));
    const hello = JSON.stringify({ kind: 'hello', nonce });
    for (const as of [lab.kiosks[0]!.id, labId(3), '01900000-0000-7000-8000-0000000000ff']) {
      const stranger = lab.stranger(1);
      for (const frame of await sealedBy(lab, as, [hello])) await stranger.send(frame);
      expect(stranger.isOpen()).toBe(false);
    }
    expect(heard(lab.kiosks[1]!)).toEqual([]);
    expect([...reasons(lab.kiosks[1]!)].sort()).toEqual(['sender_unknown', 'signature_invalid']);
    expect(lab.kiosks[1]!.mesh.state().inReach).toEqual([labId(2), labId(1)]);
  });

  test('PE8 that replays every frame it ever heard, today or tomorrow, is not there', async () => {
    const lab = await two();
    lab.kiosks[0]!.scan('T1');
    await lab.pass(3);
    const taped = lab.wire.filter(({ to }) => to === 1).map(({ bytes }) => bytes);
    const before = heard(lab.kiosks[1]!);
    for (const laterMs of [0, dayMs]) {
      for (const line of lab.linesBetween(0, 1)) lab.cut(line);
      for (const kiosk of lab.kiosks) kiosk.clock.offsetMs = laterMs;
      lab.kiosks[1]!.restart();
      const stranger = lab.stranger(1);
      for (const frame of taped) await stranger.send(frame);
      expect(stranger.isOpen()).toBe(false);
      expect(lab.kiosks[1]!.mesh.state().inReach).toEqual([labId(2)]);
      expect(heard(lab.kiosks[1]!)).toEqual(before);
    }
    expect(reasons(lab.kiosks[1]!)).toEqual(['wrong_day']);
  });

  test('PE8 that repeats a frame on a line of its own gets no further than the hello', async () => {
    const lab = await two();
    const taped = lab.wire.filter(({ to }) => to === 1).map(({ bytes }) => bytes);
    const stranger = lab.stranger(1);
    for (const frame of taped) await stranger.send(frame);
    expect(stranger.isOpen()).toBe(false);
    expect(reasons(lab.kiosks[1]!)).toEqual(['not_fresh']);
    const again = lab.stranger(1);
    await again.send(taped[0]!);
    await again.send(taped[0]!);
    expect(reasons(lab.kiosks[1]!)).toContain('replayed');
  });

  test('PE2 with frames that are too long, too many, of another version, or noise', async () => {
    const lab = await two();
    const bytes = fc.uint8Array({ maxLength: 400 });
    const taped = lab.wire[0]!.bytes;
    const property = fc.asyncProperty(bytes, fc.nat(taped.length - 1), fc.nat(254), async (noise, at, by) => {
      const bent = taped.slice();
      bent[at] = (bent[at]! + by + 1) % 256;
      for (const frame of [noise, bent, new Uint8Array([...taped, ...noise, 0])]) {
        const stranger = lab.stranger(1);
        await stranger.send(frame);
        expect(stranger.isOpen()).toBe(false);
      }
    });
    await fc.assert(property, { numRuns: 100 });
    await lab.stranger(1).send(new Uint8Array(frameBytesMax + 1));
    const next = taped.slice();
    next[2] = 2;
    await lab.stranger(1).send(next);
    expect(reasons(lab.kiosks[1]!)).toEqual(
      expect.arrayContaining(['frame_too_large', 'not_a_frame', 'version_unknown', 'signature_invalid']),
    );
    const fast = lab.stranger(1);
    for (let n = 0; n <= framesPerSecondMax; n += 1) void fast.send(taped);
    await lab.settle();
    expect(fast.isOpen()).toBe(false);
    expect(heard(lab.kiosks[1]!)).toEqual([]);
  });
});

describe('a kiosk that lies', () => {
  /** Kiosk 3's key (7002) is on a line to kiosk 2 and sends these entries. */
  async function says(lab: PeerLab, ...entries: readonly string[]): Promise<void> {
    const line = lab.connect(2, 1);
    await lab.settle();
    const [frame] = await sealedFrom(lab, writeEntries(entries, new Map(), false));
    lab.kiosks[1]!.mesh.received(line, frame!);
    await lab.settle();
  }

  /** By the right device key, in a later run than the mesh's. */
  const sealedFrom = (lab: PeerLab, text: string) => sealedBy(lab, labId(3), [text], 7_002);

  test('PE6 about what another kiosk admitted is not believed, and named', async () => {
    const lab = await two();
    await says(lab, await entryOf(scanOf(labId(1), 1, 'T1', lab.nowMs()), 7_002));
    expect(heard(lab.kiosks[1]!)).toEqual([]);
    expect(lab.kiosks[1]!.mesh.state().reports).toMatchObject([{ reason: 'entry_forged', peer: labId(3), count: 1 }]);
  });

  test('PE6 by changing what another kiosk signed', async () => {
    const lab = await two();
    const scan = lab.kiosks[0]!.scan('T1');
    await lab.settle();
    const { entry } = lab.kiosks[1]!.heard.get(scan.id)!;
    const bent = { scan: { ...scan, counter: 2, ticketNumber: 'T2' }, previous: 1, signature: entry.signature };
    await says(lab, JSON.stringify(bent));
    expect(heard(lab.kiosks[1]!)).toEqual([scan.id]);
    expect(reasons(lab.kiosks[1]!)).toEqual(['entry_forged']);
  });

  test('PE6 about another event, or with words that are no movement', async () => {
    for (const more of [{ event: labId(77) }, { verdict: 'refused' }, { counter: 0 }, { scannedAt: 'soon' }]) {
      const lab = await two();
      const scan = { ...scanOf(labId(3), 1, 'T1', lab.nowMs()), ...more } as PeerScan;
      await says(lab, await entryOf(scan, 7_002));
      expect(heard(lab.kiosks[1]!)).toEqual([]);
      expect(reasons(lab.kiosks[1]!)).toEqual(['entry_invalid']);
    }
  });

  test('PE6 by giving one number to two movements: the first stays, and it is said', async () => {
    const lab = await two();
    const first = scanOf(labId(3), 1, 'T1', lab.nowMs());
    await says(lab, await entryOf(first, 7_002));
    for (const line of lab.linesBetween(1, 2)) lab.cut(line);
    const second = { ...first, id: '01900000-0000-7000-9000-0003ffffffff', ticketNumber: 'T2' };
    await says(lab, await entryOf(second, 7_002));
    expect(heard(lab.kiosks[1]!)).toEqual([first.id]);
    expect(lab.kiosks[1]!.mesh.state().reports).toMatchObject([{ reason: 'entry_changed', peer: labId(3) }]);
  });

  test('PE12 whose time is to come counts as of when it was heard', async () => {
    const lab = await two();
    const late = scanOf(labId(3), 1, 'T1', lab.nowMs() + dayMs);
    await says(lab, await entryOf(late, 7_002));
    const [fact] = lab.kiosks[1]!.mesh.scansOf('T1', null, 'default');
    expect(Date.parse(fact!.scannedAt)).toBe(lab.nowMs());
  });

  test('PE13 and is revoked neither reads nor writes, and what it said is gone', async () => {
    const lab = await two();
    lab.connect(2, 1);
    await lab.settle();
    lab.kiosks[2]!.scan('T3');
    await lab.settle();
    expect(heard(lab.kiosks[1]!)).toHaveLength(1);
    for (const kiosk of lab.kiosks.slice(0, 2)) {
      kiosk.members.set(labId(3), { ...kiosk.members.get(labId(3))!, revoked: true });
      kiosk.mesh.refresh();
    }
    expect(heard(lab.kiosks[1]!)).toEqual([]);
    expect(lab.linesBetween(1, 2)).toEqual([]);
    lab.connect(2, 1);
    lab.kiosks[2]!.scan('T4');
    await lab.pass(2);
    expect(heard(lab.kiosks[1]!)).toEqual([]);
    expect(reasons(lab.kiosks[1]!)).toContain('revoked');
    lab.kiosks[1]!.scan('T5');
    await lab.pass(2);
    expect(heard(lab.kiosks[2]!)).toEqual([]);
    expect(lab.kiosks[1]!.mesh.state()).toMatchObject({ members: 2, inReach: [labId(2), labId(1)] });
  });
});

describe('announcements on the LAN, which anyone can make', () => {
  const here = '10.0.0.5:7200';

  test('one that names another member leaves a proven address as it is; both can be dialled', async () => {
    const { settings } = createMemoryDisk();
    const book = await openAddressBook(settings);
    book.answered(here, labId(2));
    book.found(here, labId(3));
    expect(book.all()).toEqual([
      { address: here, member: labId(2), source: 'remembered' },
      { address: here, member: labId(3), source: 'found' },
    ]);
    expect((await openAddressBook(settings)).all()).toEqual([
      { address: here, member: labId(2), source: 'remembered' },
    ]);
    book.answered(here, labId(3));
    expect(book.all()).toEqual([{ address: here, member: labId(3), source: 'remembered' }]);
  });

  test('hundreds of them push no proven address out, neither from memory nor from the disk', async () => {
    const { settings } = createMemoryDisk();
    const book = await openAddressBook(settings);
    book.answered(here, labId(2));
    for (let n = 0; n < 300; n += 1) book.found(`10.1.${n >> 8}.${n & 255}:7200`, labId(3));
    const proven = { address: here, member: labId(2), source: 'remembered' };
    expect(book.all()).toContainEqual(proven);
    expect(book.all().length).toBeLessThan(300);
    book.answered('10.0.0.6:7200', labId(4));
    expect((await openAddressBook(settings)).all()).toContainEqual(proven);
  });
});
