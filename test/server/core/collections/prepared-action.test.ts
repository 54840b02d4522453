/** Work that an action does before its transaction blocks no other writer, and its result reaches the transaction. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { preparedAction } from '#server/core/collections/action.ts';
import { createModules } from '#server/core/collections/registry.ts';
import { runOperation } from '#server/core/collections/run-operation.ts';
import { systemActor } from '#server/core/policy/actor.ts';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { defineAction } from '#shared/schema/definition.ts';
import { sampleModule } from '#test/fixtures/sample-module.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
const clock = () => Date.now();
const newId = idMaker(clock);
const sqlite = openSqliteStore({ folder, clock, newId });

afterAll(async () => {
  await sqlite.close();
  rmSync(folder, { recursive: true });
});

const stamp = defineAction({
  name: 'sample.stamp',
  module: 'sample',
  scope: 'sample:write',
  summary: 'Writes a note with a title that takes long to work out.',
  input: [{ name: 'title', type: 'text', required: true }],
});

test('others write while an action prepares, and its transaction gets what came of it', async () => {
  const slow = Promise.withResolvers<string>();
  const stampAction = preparedAction(
    stamp,
    async ({ title }) => `${title} ${await slow.promise}`,
    async (tx, _input, _context, title) => ok(await tx.create('notes', { title, open: false, state: 'draft' })),
  );
  const modules = createModules([{ ...sampleModule, actions: [stampAction] }]);
  const store = await sqlite.tenant('one');
  await store.migrate(sampleModule.collections);
  const scene = { store, registry: modules.registryOf(['sample']), modules, clock, newId };
  const actor = systemActor('one', 'test');

  const stamping = runOperation(scene, actor, { verb: 'act', action: stamp.name, input: { title: 'seen' } });
  const other = await runOperation(scene, actor, {
    verb: 'create',
    collection: 'notes',
    input: { title: 'meanwhile' },
  });
  expect(other).toMatchObject({ kind: 'record', created: true });
  slow.resolve('at last');
  expect(await stamping).toMatchObject({ kind: 'answer', value: { title: 'seen at last' } });
  // By the log: ids of one millisecond have no order.
  const changes = await store.since(0, { limit: 10, collections: ['notes'] });
  expect(changes.map(({ record }) => record['title'])).toEqual(['meanwhile', 'seen at last']);
});
