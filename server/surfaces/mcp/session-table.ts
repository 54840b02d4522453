/**
 * The part of a 2025 session that outlives a process: the resources it follows, and that it was ended. Only a session with
 * one of these has a row, which is deleted after `goodUntil`. A table of the tenant like any other, and on no surface.
 */
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { type FollowerContext, firstDue } from '../../core/collections/follower.ts';
import type { Module } from '../../core/collections/module.ts';

export const sessionTable = defineCollection({
  name: 'mcp_sessions',
  module: 'mcp',
  labels: { one: 'MCP session', many: 'MCP sessions' },
  fields: [
    {
      name: 'owner',
      type: 'text',
      required: true,
      maxLength: 200,
      note: 'The tenant’s ID, a space, and the actor as the log names it.',
    },
    { name: 'uris', type: 'json', required: true, note: 'The resources it follows.' },
    { name: 'ended', type: 'boolean', required: true },
    { name: 'goodUntil', type: 'date', required: true, index: true },
  ],
});
export type SessionRow = RecordOf<typeof sessionTable>;

/** Maximum number of rows deleted in one run; the next runs delete the rest. */
const sweptMax = 500;

async function sweep({ clock, commit, reader }: FollowerContext): Promise<void> {
  const where = { kind: 'field', path: 'goodUntil', op: 'less_than', value: isoTime(clock()) } as const;
  const old = await reader.find(sessionTable.name, { where, limit: sweptMax });
  if (old.length === 0) return;
  await commit(async (tx) => {
    for (const { id } of old) if (await tx.get(sessionTable.name, id)) await tx.delete(sessionTable.name, id);
    return ok(null);
  });
}

export const mcpModule: Module = {
  name: 'mcp',
  always: true,
  collections: [],
  internal: [sessionTable],
  actions: [],
  jobs: [
    {
      name: 'mcp.sweep',
      everyMs: hourMs,
      nextDue: (context, { lastRunMs }) =>
        firstDue(context, { collection: sessionTable.name, field: 'goodUntil' }, lastRunMs),
      run: sweep,
    },
  ],
};
