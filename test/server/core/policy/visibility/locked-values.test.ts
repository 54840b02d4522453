/** The rule of what an actor may not set, over any record and any write of it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Actor } from '#server/core/policy/actor.ts';
import { matchItems } from '#server/core/policy/visibility/match-items.ts';
import { permitInput } from '#server/core/policy/visibility/permit-input.ts';
import { definitionFor } from '#server/core/policy/visibility/record-visibility.ts';
import type { Values } from '#shared/base/json.ts';
import { isObject } from '#shared/base/json.ts';
import { mergePatch } from '#shared/base/merge-patch.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { innerFields, namedValues } from '#shared/schema/visible-definition.ts';

const only = { readRoles: ['keeper'] } as const;
const members: readonly Field[] = [
  { name: 'open', type: 'integer' },
  { name: 'also', type: 'integer' },
  { name: 'unseen', type: 'integer', ...only },
  { name: 'fixed', type: 'integer', writeRoles: ['keeper'] },
];
const boxes = defineCollection({
  name: 'boxes',
  module: 'store',
  labels: { one: 'Box', many: 'Boxes' },
  fields: [
    ...members,
    { name: 'group', type: 'group', fields: [...members, { name: 'inner', type: 'group', fields: members }] },
    {
      name: 'list',
      type: 'array',
      of: 'group',
      fields: [...members, { name: 'inner', type: 'array', of: 'group', fields: members }],
    },
  ],
});
const actor = (...roles: string[]): Actor => ({
  tenant: 't',
  kind: 'user',
  id: 'u',
  scopes: new Set(['*:read', '*:write']),
  roles: new Set(roles),
});
const [clerk, keeper] = [actor('clerk'), actor('keeper')];

const small = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
const valuesOf = (fields: readonly Field[]): fc.Arbitrary<Values> =>
  fc.record(
    Object.fromEntries(
      fields.map((field) => {
        const inner = innerFields(field);
        if (field.type === 'group') return [field.name, fc.option(valuesOf(inner), { nil: null })];
        return [field.name, inner.length > 0 ? fc.array(valuesOf(inner), { maxLength: 4 }) : small];
      }),
    ),
  );
const anyRecord = valuesOf(boxes.fields);

/** What the record holds that a clerk may not set, as `path value`; places in lists are left out, items may move. */
function locked(fields: readonly Field[], value: unknown, path = ''): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one) => {
    if (!isObject(one)) return [];
    return fields.flatMap((field) => {
      const [held, at] = [one[field.name], `${path}.${field.name}`];
      const isLocked = field.readRoles !== undefined || field.writeRoles !== undefined;
      if (isLocked) return held === null || held === undefined ? [] : [`${at} ${JSON.stringify(held)}`];
      return locked(innerFields(field), held, at);
    });
  });
}

/** The record after a write that was permitted: groups are merged, all else takes its place. */
function written(current: Values, patch: Values): Values {
  const merged = Object.entries(patch).map(([name, value]) => [
    name,
    name === 'group' ? mergePatch(current[name], value) : value,
  ]);
  return { ...current, ...Object.fromEntries(merged) };
}

/** The validation that comes next makes null of what is not there. */
const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (Array.isArray(one) ? one : (one ?? undefined))));

const readBy = (who: Actor, record: Values) => namedValues(definitionFor(who, boxes).fields, record);

test('after any write, a value that the actor may not set is unchanged, or the write is refused', () => {
  fc.assert(
    fc.property(anyRecord, anyRecord, fc.subarray(boxes.fields.map(({ name }) => name)), (current, other, names) => {
      // Part of another record, as it would be read: every kind of change at once.
      const read = readBy(clerk, other);
      const input = Object.fromEntries(names.filter((name) => name in read).map((name) => [name, read[name]]));
      const permitted = permitInput(clerk, boxes, 'update', input, current);
      if (!permitted.ok) {
        for (const { code } of permitted.errors) expect(['read_only', 'values_would_be_lost']).toContain(code);
        return;
      }
      const after = written(current, permitted.value as Values);
      expect(locked(boxes.fields, after).toSorted()).toEqual(locked(boxes.fields, current).toSorted());
    }),
    { numRuns: 2_000 },
  );
});

test('a record that is sent back as it was read is taken, in any order of its items, and nothing has changed', () => {
  fc.assert(
    fc.property(anyRecord, (current) => {
      const read = readBy(clerk, current);
      const permitted = permitInput(clerk, boxes, 'update', read, current);
      expect(permitted.ok).toBe(true);
      if (!permitted.ok) return;
      const after = written(current, permitted.value as Values);
      expect(withoutNulls(readBy(clerk, after))).toEqual(withoutNulls(read));
      expect(locked(boxes.fields, after).toSorted()).toEqual(locked(boxes.fields, current).toSorted());
      const list = (read['list'] as readonly unknown[]).toReversed();
      expect(permitInput(clerk, boxes, 'update', { list }, current).ok).toBe(true);
    }),
  );
});

test('an actor that may set everything writes what is given', () => {
  fc.assert(
    fc.property(anyRecord, anyRecord, (current, input) => {
      expect(permitInput(keeper, boxes, 'update', input, current)).toEqual({ ok: true, value: input });
    }),
  );
});

test('items are matched once each, also a thousand that all read the same', () => {
  const items = Array.from({ length: 1_000 }, () => ({ open: 1 }));
  const matched = matchItems(items, items, [() => 'same', () => 'same'], () => true);
  expect(matched).toEqual(items.map((_, i) => i));
  expect(matchItems(items.slice(1), items, [() => 'same'], () => true)).toEqual(items.slice(1).map((_, i) => i));
});
