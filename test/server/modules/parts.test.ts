/**
 * Modules and parts keep the promises of the architecture, tested on a copy of the sources with one line more or less.
 */
import { afterEach, expect, test } from 'vitest';
import type { Module } from '#server/core/collections/module.ts';
import { createModules } from '#server/core/collections/registry.ts';
import { createEventsModule, eventParts } from '#server/modules/events/module.ts';
import { withDependents } from '#server/modules/events/part.ts';
import { type AskCopy, type CopyOfSources, copySources } from '#test/fixtures/copy-of-sources.ts';
import { at } from '#test/fixtures/graphql-asker.ts';
import { openEventsModule } from './events/events-module.ts';

const limitMs = 180_000;
let copy: CopyOfSources | undefined;

afterEach(() => copy?.close(), limitMs);

/** A free ticket is registered and let in at the gate. */
async function admitOne(ask: AskCopy): Promise<unknown> {
  const hourMs = 60 * 60_000;
  const event = await ask('POST', '/events', {
    name: 'Harbour Conference',
    type: 'conference',
    startsAt: new Date(Date.now() - hourMs).toISOString(),
    endsAt: new Date(Date.now() + hourMs).toISOString(),
    timezone: 'UTC',
    tickets: [{ id: 'free', name: 'Community', price: 0, currency: 'USD', quantity: 5 }],
    gates: [{ id: 'main', name: 'Main entrance' }],
  });
  const id = at(event.body, 'id');

  const attendee = { name: 'Ada Lovelace', email: 'ada@example.org' };
  const place = await ask('POST', `/events/${id}/registrations`, { ticketType: 'free', attendee });
  const qrCode = at(place.body, 'ticket', 'qrCode');
  const scan = await ask('POST', '/events/checkin', { eventId: id, qrCode, gateId: 'main' });
  return { status: scan.status, admitted: at(scan.body, 'success') };
}

test('without a part’s line exactly what the part brings is missing', async () => {
  const { close, ports } = await openEventsModule();
  await close();
  const lists = (some: readonly Partial<Module>[]) => ({
    collections: some.flatMap((one) => [...(one.collections ?? []), ...(one.internal ?? [])]).map(({ name }) => name),
    actions: some.flatMap((one) => one.actions ?? []).map(({ definition }) => definition.name),
    followers: some.flatMap((one) => one.followers ?? []).map(({ name }) => name),
    jobs: some.flatMap((one) => one.jobs ?? []).map(({ name }) => name),
    rules: some.flatMap((one) => one.rules ?? []).length,
    pages: some.flatMap((one) => one.pages ?? []).length,
  });
  const whole = lists([createEventsModule(ports)]);
  for (const part of eventParts) {
    const gone = withDependents(eventParts, part.name);
    const left = createEventsModule(
      ports,
      eventParts.filter(({ name }) => !gone.has(name)),
    );
    const own = lists(eventParts.filter(({ name }) => gone.has(name)).map(({ make }) => make(ports, eventParts)));
    const rest = lists([left]);
    for (const kind of ['collections', 'actions', 'followers', 'jobs'] as const)
      expect([...rest[kind], ...own[kind]].sort()).toEqual([...whole[kind]].sort());
    for (const kind of ['rules', 'pages'] as const) expect(rest[kind] + own[kind]).toBe(whole[kind]);
    // What is left still stands: no two of a name, and nothing that only the missing part could resolve.
    expect(() => createModules([left])).not.toThrow();
  }
});

test('a part that another one needs is not left out alone: the start names both', async () => {
  const { close, ports } = await openEventsModule();
  await close();
  expect(new Set(eventParts.map(({ name }) => name)).size).toBe(eventParts.length);
  for (const { name } of eventParts) {
    const dependents = [...withDependents(eventParts, name)].filter((one) => one !== name);
    const start = () =>
      createEventsModule(
        ports,
        eventParts.filter((one) => one.name !== name),
      );
    if (dependents.length === 0) expect(start).not.toThrow();
    else expect(start).toThrow(new RegExp(`(?:${dependents.join('|')}) needs ${name}\\b.*Add the missing parts`));
  }
});

/** Part → its folder: those that nothing at the gate needs, with those that need them. */
const spared = {
  printing: 'printing',
  letters: 'letters',
  ticketPage: 'ticket-page',
  payments: 'payments',
  sales: 'sales',
  changes: 'changes',
  invoices: 'invoices',
  messages: 'messages',
  sample: 'sample',
};

test.each([[['printing']], [Object.keys(spared)]])(
  'without the lines of %s the server starts and admits people',
  async (parts) => {
    copy = copySources();
    const file = 'server/modules/events/module.ts';
    for (const part of parts) {
      const folder = spared[part as keyof typeof spared];
      copy.replace(file, `import { ${part}Part } from './${folder}/part.ts';\n`, '');
      copy.replace(file, `  ${part}Part,\n`, '');
    }
    const { ask } = await copy.start('events');
    expect(await admitOne(ask)).toEqual({ status: 200, admitted: true });
  },
  limitMs,
);
