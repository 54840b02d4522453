/** Kiosks that hear each other: what one scans, the others know, over hubs, restarts, cuts and changes of the key. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#shared/base/time.ts';
import { labId, labKeys, type PeerLab, peerLab } from '#test/fixtures/peer-lab.ts';

function known(lab: PeerLab, n: number): readonly string[] {
  return [...lab.kiosks[n]!.mesh.uncovered()].map(({ ticketNumber }) => ticketNumber ?? '').sort();
}

async function connected(count: number): Promise<PeerLab> {
  const lab = peerLab(count);
  for (let a = 0; a < count; a += 1) for (let b = a + 1; b < count; b += 1) lab.connect(a, b);
  await lab.settle();
  return lab;
}

describe('what one kiosk scans', () => {
  test('PE7 PE9 reaches every kiosk it has a line to, at once', async () => {
    const lab = await connected(3);
    lab.kiosks[0]!.scan('T1');
    await lab.settle();
    expect([known(lab, 0), known(lab, 1), known(lab, 2)]).toEqual([[], ['T1'], ['T1']]);
    expect(lab.kiosks[1]!.mesh.state()).toMatchObject({ members: 3, inReach: [labId(2), labId(1), labId(3)] });
  });

  test('PE9 reaches kiosks beyond a hub, and one that comes later', async () => {
    const lab = peerLab(4);
    lab.connect(0, 1);
    lab.connect(1, 2);
    await lab.settle();
    lab.kiosks[0]!.scan('T1');
    lab.kiosks[2]!.scan('T2');
    await lab.settle();
    expect([known(lab, 0), known(lab, 1), known(lab, 2)]).toEqual([['T2'], ['T1', 'T2'], ['T1']]);
    lab.connect(3, 1);
    await lab.settle();
    expect(known(lab, 3)).toEqual(['T1', 'T2']);
    await lab.pass(2);
    expect(lab.kiosks[3]!.mesh.state().inReach).toEqual([labId(4), labId(1), labId(2), labId(3)]);
  });

  test('PE5 PE6 survives a restart at either end, in any number', async () => {
    const lab = await connected(2);
    const [one, two] = lab.kiosks;
    for (let n = 0; n < 4; n += 1) {
      one!.scan(`A${n}`);
      two!.scan(`B${n}`);
      await lab.settle();
      (n % 2 === 0 ? one : two)!.restart();
      lab.connect(0, 1);
      await lab.settle();
    }
    expect(known(lab, 0)).toEqual(['B0', 'B1', 'B2', 'B3']);
    expect(known(lab, 1)).toEqual(['A0', 'A1', 'A2', 'A3']);
    expect(new Set(lab.wire.map(({ bytes }) => Buffer.from(bytes.slice(12, 40)).toString('hex'))).size).toBe(
      lab.wire.length,
    );
  });

  test('PE10 is passed on although what came before has aged', async () => {
    const lab = peerLab(3);
    lab.connect(0, 1);
    await lab.settle();
    const first = lab.kiosks[0]!.scan('T1');
    await lab.settle();
    lab.kiosks[1]!.covered.add(first.id);
    lab.jump(31 * minuteMs);
    await lab.pass(1);
    expect([...lab.kiosks[1]!.heard.keys()]).toEqual([]);
    lab.connect(0, 1);
    await lab.settle();
    lab.kiosks[0]!.scan('T2');
    await lab.settle();
    lab.connect(2, 1);
    await lab.settle();
    expect(known(lab, 2)).toEqual(['T2']);
  });

  test('PE7 any cuts, restarts and scans in any order end in the same knowledge everywhere', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('scan'), at: fc.nat(4), to: fc.nat(4) }),
      fc.record({ kind: fc.constant('connect'), at: fc.nat(4), to: fc.nat(4) }),
      fc.record({ kind: fc.constant('cut'), at: fc.nat(4), to: fc.nat(4) }),
      fc.record({ kind: fc.constant('restart'), at: fc.nat(4), to: fc.nat(4) }),
      fc.record({ kind: fc.constant('wait'), at: fc.nat(4), to: fc.nat(4) }),
    );
    const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const lab = peerLab(5);
      let scans = 0;
      for (const { kind, at, to } of steps) {
        if (kind === 'scan') lab.kiosks[at]!.scan(`T${scans++}`);
        else if (kind === 'restart') lab.kiosks[at]!.restart();
        else if (kind === 'wait') await lab.pass(1);
        else if (kind === 'cut') for (const line of lab.linesBetween(at, to)) lab.cut(line);
        else if (at !== to) lab.connect(at, to);
      }
      // Healed to a chain, the worst way in which all hear all.
      for (const at of [0, 1, 2, 3]) if (lab.linesBetween(at, at + 1).length === 0) lab.connect(at, at + 1);
      await lab.settle();
      await lab.pass(1);
      for (const at of [0, 1, 2, 3]) if (lab.linesBetween(at, at + 1).length === 0) lab.connect(at, at + 1);
      await lab.pass(8);
      for (const { n, id, heard, own } of lab.kiosks) {
        const others = lab.kiosks.flatMap((kiosk) => (kiosk.id === id ? [] : kiosk.own.map((scan) => scan.id)));
        expect([...heard.keys()].sort(), `kiosk ${n} with ${own.length} own`).toEqual(others.sort());
      }
    });
    await fc.assert(property, { numRuns: 25 });
  }, 120_000);
});

describe('the venue key', () => {
  test('PE4 the key before reads for an hour: the kiosk with the newer one hears, and is not heard', async () => {
    const lab = await connected(2);
    const [newer, older] = lab.kiosks;
    const first = labKeys(1).current;
    newer!.keys = { current: labKeys(2).current, previous: { ...first, readsUntilMs: lab.nowMs() + hourMs } };
    newer!.mesh.refresh();
    older!.restart();
    lab.connect(1, 0);
    await lab.settle();
    newer!.scan('NEW');
    older!.scan('OLD');
    await lab.pass(3);
    expect(known(lab, 0)).toEqual(['OLD']);
    expect(known(lab, 1)).toEqual([]);
    expect(older!.mesh.state().keyOutdated).toBe(true);
    older!.keys = newer!.keys;
    older!.mesh.refresh();
    if (lab.linesBetween(0, 1).length === 0) lab.connect(1, 0);
    await lab.pass(2);
    expect(known(lab, 1)).toEqual(['NEW']);
    expect(older!.mesh.state().keyOutdated).toBe(false);
  });

  test('PE4 after that hour no frame under it is accepted', async () => {
    const lab = await connected(2);
    const [newer, older] = lab.kiosks;
    const first = labKeys(1).current;
    newer!.keys = { current: labKeys(2).current, previous: { ...first, readsUntilMs: lab.nowMs() + hourMs } };
    newer!.mesh.refresh();
    lab.jump(hourMs + 1_000);
    await lab.pass(1);
    older!.scan('LATE');
    lab.connect(1, 0);
    await lab.pass(2);
    expect(known(lab, 0)).toEqual([]);
    expect(newer!.mesh.state().reports.map(({ reason }) => reason)).toContain('key_expired');
  });

  test('PE8 a kiosk whose clock is off takes the day of the kiosks it meets', async () => {
    const lab = peerLab(2);
    Object.assign(lab.kiosks[1]!.clock, { offsetMs: 40 * 24 * hourMs, trusted: false });
    lab.kiosks[1]!.restart();
    lab.connect(1, 0);
    await lab.settle();
    lab.kiosks[0]!.scan('T1');
    lab.kiosks[1]!.scan('T2');
    await lab.pass(1);
    expect([known(lab, 0), known(lab, 1)]).toEqual([['T2'], ['T1']]);
  });
});
