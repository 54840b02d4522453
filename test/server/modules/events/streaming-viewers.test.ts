/** Viewers of a stream: present, peak, unique, minutes; over a restart; and how far estimates are from the truth. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createModules } from '#server/core/collections/registry.ts';
import { runOperation } from '#server/core/collections/run-operation.ts';
import type { Actor } from '#server/core/policy/actor.ts';
import { createEventsModule } from '#server/modules/events/module.ts';
import { EventViewers } from '#server/modules/events/viewers/event-viewers.ts';
import { PresentViewers } from '#server/modules/events/viewers/present-viewers.ts';
import { UniqueViewers } from '#server/modules/events/viewers/unique-viewers.ts';
import { hashOfViewer } from '#server/modules/events/viewers/viewer-hash.ts';
import { at, type EventsModule, openEventsModule, sampleEvent, textAt } from './events-module.ts';

const second = 1_000;

describe('counted from heartbeats', () => {
  let house: EventsModule;
  let eventId: string;
  beforeAll(async () => {
    house = await openEventsModule();
    eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
  });
  afterAll(() => house?.close());

  const post = (input: object) => house.act('events.viewer_metrics', { eventId, ...input });
  const pass = (seconds: number) => {
    house.nowMs += seconds * second;
  };

  test('a viewer is present until 45 s after its last heartbeat; minutes are the time between', async () => {
    await post({ viewerId: 'ada', event: 'join' });
    await post({ viewerId: 'bo', event: 'join' });
    for (let n = 0; n < 4; n += 1) {
      pass(15);
      await post({ viewerId: 'ada' });
    }
    // Bo was silent for 60 s, so the minutes are those of Ada.
    const one = { currentViewers: 1, peakViewers: 2, uniqueViewers: 2, watchMinutes: 1 };
    expect((await post({ viewerId: 'ada' })).body).toEqual(one);
    pass(15);
    expect((await post({ viewerId: 'ada', event: 'leave' })).body).toMatchObject({
      currentViewers: 0,
      uniqueViewers: 2,
    });
    const many = Array.from({ length: 500 }, (_, n) => ({ viewerId: `many${n}` }));
    expect((await post({ heartbeats: many })).body).toMatchObject({
      currentViewers: 500,
      peakViewers: 500,
      uniqueViewers: 502,
    });
  });

  test('a platform reports its own numbers, and the sum has both', async () => {
    expect((await post({ platform: 'youtube', currentViewers: 1_200, peakViewers: 1_500 })).body).toMatchObject({
      currentViewers: 1_700,
    });
    expect((await post({ platform: 'youtube', currentViewers: -1 })).status).toBe(422);
    expect(at((await post({})).body, 'errors.0.code')).toBe('metrics_empty');
    const late = { platform: 'youtube', currentViewers: 5, timestamp: new Date(house.nowMs + 3_600_000).toISOString() };
    const refused = await post(late);
    expect([refused.status, at(refused.body, 'errors.0.code')]).toEqual([422, 'timestamp_in_future']);
    // An older number changes nothing.
    await post({ platform: 'youtube', currentViewers: 3, timestamp: new Date(house.nowMs - 60_000).toISOString() });
    pass(10);
    const sum = (await post({ platform: 'youtube', currentViewers: 1_000 })).body;
    expect(sum).toMatchObject({ currentViewers: 1_500 });
    const shown = (await house.act('events.viewers', { eventId })).body;
    expect(shown).toMatchObject({ currentViewers: 1_500, peakViewers: 1_700 });
    expect(shown['platforms']).toHaveLength(2);
  });

  test('after a restart the peak stands, and viewers who return are not counted again', async () => {
    pass(10);
    await post({ viewerId: 'last' });
    const before = (await house.act('events.viewers', { eventId })).body;
    const module = createEventsModule(house.ports);
    const modules = createModules([module], house.ports.seal);
    const scene = {
      store: house.store,
      registry: modules.registryOf(['events']),
      modules,
      clock: () => house.nowMs,
      newId: house.ports.newId,
    };
    const actor: Actor = {
      tenant: house.tenant,
      kind: 'key',
      id: 'k',
      scopes: new Set(['events:write']),
      roles: new Set(),
    };
    const heartbeats = Array.from({ length: 600 }, (_, n) => ({ viewerId: `many${n}` }));
    const outcome = await runOperation(scene, actor, {
      verb: 'act',
      action: 'events.viewer_metrics',
      input: { eventId, heartbeats },
    });
    expect(outcome).toMatchObject({
      kind: 'answer',
      value: { uniqueViewers: Number(before['uniqueViewers']) + 100, peakViewers: before['peakViewers'] },
    });
  });

  test('where no one is heard of any more, the record says so', async () => {
    pass(600);
    await house.runJob('events.close-viewers');
    expect((await house.act('events.viewers', { eventId })).body).toMatchObject({
      currentViewers: 0,
      peakViewers: 1_700,
    });
  });
});

describe('with bounded memory', () => {
  test('500,000 viewers in sets of 65,536 hashes are estimated within 1 %', () => {
    const viewers = 500_000;
    const unique = new UniqueViewers(65_536);
    const present = new PresentViewers(65_536);
    for (let n = 0; n < viewers; n += 1) {
      const hash = hashOfViewer('event', `viewer ${n}`);
      unique.add(hash);
      present.beat(hash, n * 0.05);
    }
    expect(Math.abs(unique.count / viewers - 1)).toBeLessThan(0.01);
    expect(Math.abs(present.current(viewers * 0.05) / viewers - 1)).toBeLessThan(0.01);
  });

  test('platforms beyond the bound are counted together, and a clock that is set back brings no one back', () => {
    const viewers = new EventViewers();
    for (let n = 0; n < 30; n += 1) viewers.beat(`p${n}`, hashOfViewer('event', `v${n}`), 'join', 1_000_000);
    expect(viewers.platforms).toHaveLength(13);
    expect(viewers.all(1_000_000).currentViewers).toBe(30);
    expect(viewers.all(1_100_000).currentViewers).toBe(0);
    expect(viewers.all(1_000_000).currentViewers).toBe(0);
  });
});
