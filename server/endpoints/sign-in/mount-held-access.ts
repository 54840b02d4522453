/**
 * What people hold here, listed and ended: sessions, and what they allowed apps. A person has their own; administrators
 * have those of the whole tenant, owners' only if they are owners themselves.
 */
import type { Mount } from '../../http/door.ts';
import type { Access } from '../../identity/open-access.ts';
import { heldGrants } from './held-grants.ts';
import { heldSessions } from './held-sessions.ts';

const sessionsPath = '/api/v1/auth/sessions';
const grantsPath = '/api/v1/auth/grants';

export function mountHeldAccess(access: Access): Mount {
  const sessions = heldSessions(access);
  const grants = heldGrants(access);
  return {
    name: 'held-access',
    mount(app, door) {
      app.get(sessionsPath, door.identified, sessions.list);
      app.delete(sessionsPath, door.identified, sessions.endAll);
      app.delete(`${sessionsPath}/:id`, door.identified, sessions.end);
      app.get(grantsPath, door.identified, grants.list);
      app.delete(grantsPath, door.identified, grants.endAll);
      app.delete(`${grantsPath}/:id`, door.identified, grants.end);
    },
  };
}
