/** The rules of access as a table over every collection and action there is. */
import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '#server/access/actor.ts';
import { mayAct, mayAdminister, mayRead, mayWrite } from '#server/access/policy.ts';
import * as gate from '#shared/modules/events/gate.ts';
import { checkin, kioskStatus } from '#shared/modules/events/gate-actions.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { notes } from '#test/fixtures/sample-module.ts';

const actor = (kind: Actor['kind'], ...scopes: string[]): Actor => ({
  tenant: 't',
  kind,
  id: 'i',
  scopes: new Set(scopes),
  roles: new Set(),
});
const kiosk: Actor = { ...actor('kiosk', 'kiosk'), kiosk: { kiosk: 'k', event: 'e', gate: 'g', role: 'gate' } };
const collections: readonly CollectionDefinition[] = [
  notes,
  registrations,
  gate.scans,
  gate.checkins,
  gate.checkinConflicts,
  gate.printJobs,
  gate.kiosks,
];

describe('a kiosk', () => {
  test('reads no collection, writes what its definition lets devices push, and speaks of itself', () => {
    for (const definition of collections) {
      expect(mayRead(kiosk, definition)?.code).toBe('insufficient_scope');
      const push = definition.replicated?.push;
      expect(mayWrite(kiosk, definition, 'create') === null).toBe(push !== undefined);
      expect(mayWrite(kiosk, definition, 'update') === null).toBe(push === 'merge');
      expect(mayWrite(kiosk, definition, 'delete')).not.toBeNull();
    }
    expect(mayAct(kiosk, kioskStatus)).toBeNull();
    expect(mayAct(kiosk, checkin)?.code).toBe('insufficient_scope');
    expect(mayAdminister(kiosk)).not.toBeNull();
    expect(mayAdminister({ ...kiosk, scopes: new Set(['*']) })).not.toBeNull();
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
