/** The rules of access as a table over every collection and action there is. */
import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '#server/core/policy/actor.ts';
import { deviceRights, deviceRoles } from '#server/core/policy/device-rights.ts';
import { isUnrestricted, mayAct, mayAdminister, mayRead, mayWrite } from '#server/core/policy/policy.ts';
import { isObject } from '#shared/base/json.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import * as eventActions from '#shared/modules/events/actions.ts';
import * as admission from '#shared/modules/events/admission.ts';
import * as admissionActions from '#shared/modules/events/admission-actions.ts';
import * as board from '#shared/modules/events/board.ts';
import * as event from '#shared/modules/events/event.ts';
import * as exhibitor from '#shared/modules/events/exhibitor.ts';
import * as gate from '#shared/modules/events/gate.ts';
import * as gateActions from '#shared/modules/events/gate-actions.ts';
import * as lead from '#shared/modules/events/lead.ts';
import * as leadPhotoActions from '#shared/modules/events/lead-photo-actions.ts';
import * as registration from '#shared/modules/events/registration.ts';
import * as transfer from '#shared/modules/events/transfer.ts';
import type { ActionDefinition, CollectionDefinition } from '#shared/schema/definition.ts';
import { visibleDefinition } from '#shared/schema/visible-definition.ts';
import { notes } from '#test/fixtures/sample-module.ts';

const actor = (kind: Actor['kind'], ...scopes: string[]): Actor => ({
  tenant: 't',
  kind,
  id: 'i',
  scopes: new Set(scopes),
  roles: new Set(),
});
const declared = [
  admission,
  admissionActions,
  event,
  eventActions,
  gate,
  gateActions,
  board,
  registration,
  transfer,
  lead,
  exhibitor,
  leadPhotoActions,
].flatMap((file) => Object.values(file) as unknown[]);
const named = <T extends { readonly name: string }>(all: readonly T[]) => new Map(all.map((one) => [one.name, one]));
const all = [...declared, ...catalogue.flatMap((m) => [...m.collections, ...m.actions])].filter(isObject);
const registry = {
  collections: named(all.filter((one) => 'labels' in one) as unknown as CollectionDefinition[]),
  actions: named(all.filter((one) => 'scope' in one && 'input' in one) as unknown as ActionDefinition[]),
};
const collections: readonly CollectionDefinition[] = [
  notes,
  registration.registrations,
  gate.scans,
  gate.checkins,
  gate.checkinConflicts,
  gate.printJobs,
  gate.kiosks,
];

describe.each(deviceRoles)('a kiosk of the role %s', (role) => {
  const kiosk: Actor = { ...actor('kiosk', 'kiosk'), kiosk: { kiosk: 'k', event: 'e', gate: 'g', role } };
  const rights = deviceRights[role];

  test('reads no collection, writes and does what its list names, and administers nothing', () => {
    for (const definition of [...registry.collections.values(), notes]) {
      expect(mayRead(kiosk, definition)?.code).toBe('device_not_allowed');
      for (const op of ['create', 'update', 'delete'] as const) {
        const listed = (rights.pushes[definition.name] as readonly string[] | undefined)?.includes(op) ?? false;
        expect([definition.name, op, mayWrite(kiosk, definition, op)?.code]).toEqual([
          definition.name,
          op,
          listed ? undefined : 'device_not_allowed',
        ]);
      }
    }
    for (const action of registry.actions.values())
      expect([action.name, mayAct(kiosk, action)?.code]).toEqual([
        action.name,
        rights.actions.has(action.name) ? undefined : 'device_not_allowed',
      ]);
    expect(mayAdminister(kiosk)?.code).toBe('device_not_allowed');
    expect(mayAdminister({ ...kiosk, scopes: new Set(['*']) })?.code).toBe('device_not_allowed');
  });

  test('has no more rights by a scope or a role than its list names', () => {
    const dressed: Actor = { ...kiosk, scopes: new Set(['*', 'admin:write']), roles: new Set(['owner', 'supervisor']) };
    expect(isUnrestricted(dressed)).toBe(false);
    expect(mayRead(dressed, registration.registrations)?.code).toBe('device_not_allowed');
    expect(mayWrite(dressed, registration.registrations, 'update')?.code).toBe('device_not_allowed');
    expect(mayAct(dressed, gateActions.checkin)?.code).toBe('device_not_allowed');
  });

  test('its list names only what there is', () => {
    for (const name of rights.actions) expect([name, registry.actions.has(name)]).toEqual([name, true]);
    for (const [name, ops] of Object.entries(rights.pushes)) {
      const push = registry.collections.get(name)?.replicated?.push;
      expect([
        name,
        push !== undefined && (push === 'merge' || !(ops as readonly string[]).includes('update')),
      ]).toEqual([name, true]);
    }
    for (const [name, fields] of Object.entries(rights.holds)) {
      const definition = registry.collections.get(name);
      const { boundBy, fields: may, secrets = [] } = definition?.replicated ?? {};
      const there = definition?.fields.filter((f) => !f.hidden || secrets.includes(f.name)).map((f) => f.name) ?? [];
      expect([name, typeof boundBy, fields.filter((field) => !(may ?? there).includes(field))]).toEqual([
        name,
        'string',
        [],
      ]);
      expect([name, fields.filter((field) => !there.includes(field))]).toEqual([name, []]);
    }
  });
});

describe('keys and people', () => {
  test('need the module’s or the collection’s scope, and write only what may be written by hand', () => {
    for (const definition of collections) {
      const { writable = 'all' } = definition;
      for (const area of [definition.module, definition.name]) {
        expect(mayRead(actor('key', `${area}:read`), definition)).toBeNull();
        expect(mayRead(actor('key', `${area}:write`), definition)).not.toBeNull();
        for (const op of ['create', 'update', 'delete'] as const) {
          const allowed = writable === 'all' || (writable === 'update-only' && op === 'update');
          expect(mayWrite(actor('key', `${area}:write`), definition, op)?.code).toBe(
            allowed ? undefined : 'not_writable',
          );
          expect(mayWrite(actor('user', '*'), definition, op)?.code).toBe(allowed ? undefined : 'not_writable');
          expect(mayWrite(actor('key', `${area}:read`), definition, op)?.code).toBe('insufficient_scope');
        }
      }
      expect(mayWrite(systemActor('t', 's'), definition, 'create')).toBeNull();
    }
    expect(mayAdminister(actor('key', 'admin:write'))).toBeNull();
    expect(mayAdminister(actor('key', 'admin:read', 'events:write'))?.detail).toEqual({ scope: 'admin:write' });
  });
});

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}

test('a definition without a field names it nowhere, whichever field of whichever collection it is', () => {
  expect(registry.collections.size).toBeGreaterThan(80);
  for (const definition of registry.collections.values())
    for (const { name } of definition.fields) {
      const seen = visibleDefinition(definition, (field) => field.name !== name);
      // What names fields, and no more: words of labels and states may be the same as a field's name.
      const { access, fields, indexes, lifecycle, replicated, searchable, uniques, withdrawable } = seen;
      const lists = [indexes, lifecycle?.field, replicated, searchable, uniques, withdrawable];
      const naming = [...fields.map((field) => field.name), ...textsIn([access, lists])];
      expect([definition.name, name, naming.includes(name)]).toEqual([definition.name, name, false]);
    }
});
