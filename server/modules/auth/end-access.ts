/**
 * Follower: a suspension, or another change of a member's role or status, ends what the table in
 * identity/credentials/endings.ts names for it. A deleted member loses every way in. New scopes of a role end what is open in
 * the name of its members.
 */
import { where } from '#shared/query/query.ts';
import type { Follower } from '../../core/collections/follower.ts';
import { everyRecord } from '../common/every-record.ts';
import type { AuthPorts } from './ports.ts';

export function endAccess({ forget, end, announce }: Pick<AuthPorts, 'forget' | 'end' | 'announce'>): Follower {
  return {
    name: 'auth.end-access',
    collections: ['members', 'roles'],
    async handle(changes, { tenant, reader }) {
      for (const { collection, id, op, previous, record } of changes) {
        if (collection === 'members' && op === 'delete') await forget(tenant, id);
        if (op !== 'update' || previous === null) continue;
        if (collection === 'members' && 'status' in previous && record['status'] === 'suspended')
          await end('suspended', tenant, id);
        else if (collection === 'members' && ('status' in previous || 'role' in previous))
          await end('role_changed', tenant, id);
        if (collection === 'roles' && 'scopes' in previous) {
          const withRole = where({ role: record['name'] });
          for await (const member of everyRecord(reader, 'members', withRole)) announce(`user:${member.id}`);
        }
      }
    },
  };
}
