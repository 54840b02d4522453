/**
 * The sessions of people and the apps they allowed, listed and ended. A person has access to their own, administrators to
 * those of the whole tenant; only owners may end those of owners.
 */
import type { Mount } from '../../http/request-handler.ts';
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
    mount(app, steps) {
      app.get(sessionsPath, steps.identified, sessions.list);
      app.delete(sessionsPath, steps.identified, sessions.endAll);
      app.delete(`${sessionsPath}/:id`, steps.identified, sessions.end);
      app.get(grantsPath, steps.identified, grants.list);
      app.delete(grantsPath, steps.identified, grants.endAll);
      app.delete(`${grantsPath}/:id`, steps.identified, grants.end);
    },
  };
}
