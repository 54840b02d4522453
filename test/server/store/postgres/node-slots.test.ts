/** Slots of a pool by node: shares, turns, bounds of what waits, and what a node that answers nothing may still hold. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NodeBusy } from '#server/store/contract.ts';
import { NodeSlots, type Slot } from '#server/store/postgres/cluster/bulkhead/node-slots.ts';

const connections = 6;
const share = 4;
const waitingMax = 1_000;
const waitMs = 5_000;
const silentMs = 3_000;

function lab() {
  let nowMs = 0;
  const slots = new NodeSlots({ connections, nowMs: () => nowMs });
  return {
    slots,
    /** As the timer would, which no test waits for. */
    async pass(ms: number) {
      nowMs += ms;
      slots.look();
      await settle();
    },
    of: (node: string) => slots.figures().find((one) => one.node === node),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('slots of a pool by node', () => {
  test('a node has two thirds of a pool, and what it does not have stays for the others', async () => {
    const { of, slots } = lab();
    const held = await Promise.all(Array.from({ length: share }, () => slots.enter('a', 'acme')));
    const late = slots.enter('a', 'acme');
    await settle();
    expect(of('a')).toMatchObject({ inUse: share, waiting: 1, refused: 0 });
    await slots.enter('b', 'globex');
    held[0]?.leave();
    await late;
    expect(of('a')).toMatchObject({ inUse: share, waiting: 0 });
  });

  test('a pool of one has a slot for each node', async () => {
    const slots = new NodeSlots({ connections: 1 });
    await slots.enter('a', 'acme');
    expect(slots.figures()).toMatchObject([{ inUse: 1 }]);
  });

  test('what waits is bounded in number and in time, and refused with a word of its own', async () => {
    const { of, pass, slots } = lab();
    for (let n = 0; n < share; n++) await slots.enter('a', 'acme');
    const waiting = Array.from({ length: waitingMax }, () => slots.enter('a', 'acme').catch((fault: unknown) => fault));
    await expect(slots.enter('a', 'acme')).rejects.toBeInstanceOf(NodeBusy);
    await pass(waitMs);
    for (const fault of await Promise.all(waiting)) expect(fault).toBeInstanceOf(NodeBusy);
    expect(of('a')).toMatchObject({ inUse: share, waiting: 0, refused: waitingMax + 1 });
  });

  test('tenants of a node take turns', async () => {
    const { slots } = lab();
    const held = [];
    for (let n = 0; n < share; n++) held.push(await slots.enter('a', 'acme'));
    const order: string[] = [];
    const wait = (tenant: string) => void slots.enter('a', tenant).then(() => order.push(tenant));
    for (const tenant of ['acme', 'acme', 'acme', 'globex']) wait(tenant);
    for (const slot of held.slice(0, 2)) slot.leave();
    await settle();
    expect(order).toEqual(['acme', 'globex']);
  });

  test('a silent node is asked by one at a time, and has its slots again with its first answer', async () => {
    const { of, pass, slots } = lab();
    const stuck = [await slots.enter('a', 'acme'), await slots.enter('a', 'acme')];
    for (const slot of stuck) slot.asked();
    await pass(silentMs);
    expect(of('a')).toMatchObject({ isSilent: true });
    const probe = await slots.enter('a', 'acme');
    const others = [slots.enter('a', 'acme'), slots.enter('a', 'acme')];
    probe.asked();
    await pass(1);
    expect(of('a')).toMatchObject({ inUse: 3, waiting: 2 });
    probe.answered();
    probe.leave();
    await Promise.all(others);
    expect(of('a')).toMatchObject({ isSilent: false, waiting: 0 });
  });

  test('a holder of a connection that asks nothing makes no node silent', async () => {
    const { of, pass, slots } = lab();
    const idle = await slots.enter('a', 'acme');
    idle.asked();
    idle.answered();
    await pass(10 * silentMs);
    expect(of('a')).toMatchObject({ isSilent: false });
  });

  test('in any sequence no node holds more than its share, no request waits beyond the bounds, and nodes do not affect each other', async () => {
    const step = fc.record({
      node: fc.constantFrom('a', 'b'),
      does: fc.constantFrom('enter', 'enter', 'asked', 'answered', 'leave', 'pass'),
      at: fc.nat(10),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
        const { of, pass, slots } = lab();
        const held = { a: [] as { slot: Slot; open: number }[], b: [] as { slot: Slot; open: number }[] };
        for (const { at, does, node } of steps) {
          const mine = held[node as 'a' | 'b'];
          const one = mine[at % Math.max(1, mine.length)];
          if (does === 'pass') await pass(at * 500);
          else if (does === 'enter') {
            const before = of(node);
            let entered = false;
            slots.enter(node, `t${at % 3}`).then(
              (slot) => {
                entered = true;
                mine.push({ slot, open: 0 });
              },
              () => {},
            );
            await settle();
            const isFree = (before?.inUse ?? 0) < share && before?.isSilent !== true && (before?.waiting ?? 0) === 0;
            if (isFree) expect(entered).toBe(true);
          } else if (one && does === 'asked') {
            one.open += 1;
            one.slot.asked();
          } else if (one && one.open > 0 && does === 'answered') {
            one.open -= 1;
            one.slot.answered();
          } else if (one && does === 'leave') {
            mine.splice(mine.indexOf(one), 1);
            one.slot.leave();
          }
          await settle();
          for (const name of ['a', 'b'] as const) {
            const figures = of(name);
            expect(figures?.inUse ?? 0).toBe(held[name].length);
            expect(held[name].length).toBeLessThanOrEqual(share);
            expect(figures?.waiting ?? 0).toBeLessThanOrEqual(waitingMax);
          }
        }
        slots.close();
      }),
      { numRuns: 200 },
    );
  });
});
