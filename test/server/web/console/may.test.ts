/** The console offers to each role what the server allows it, and hides the rest. */
import { expect, test } from 'vitest';
import { hasScope } from '#server/core/policy/actor.ts';
import { may } from '#server/web/console/data/may.ts';
import { builtInRoles } from '#shared/modules/auth/roles.ts';

test.each(Object.entries(builtInRoles))('%s', (_role, scopes) => {
  for (const scope of ['admin:read', 'admin:write', 'events:write'] as const)
    expect([scope, may({ scopes }, scope)]).toEqual([scope, hasScope({ scopes: new Set(scopes) }, scope)]);
});

test('admins and editors change events, viewers do not; scopes of administration are for admins', () => {
  const roles = Object.entries(builtInRoles);
  const withScope = (scope: 'admin:write' | 'events:write') =>
    roles.filter(([, scopes]) => may({ scopes }, scope)).map(([role]) => role);
  expect(withScope('events:write')).toEqual(['owner', 'admin', 'editor']);
  expect(withScope('admin:write')).toEqual(['owner', 'admin']);
});
