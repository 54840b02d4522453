/** Determines whether the logged-in actor has a scope, by the rule of the server. */
import { scopesAllow } from '#shared/modules/auth/roles.ts';
import type { Who } from './current-actor.ts';

export type AdminScope = 'admin:read' | 'admin:write';

/** Whether the actor has the scope. The server decides; the console hides what the server would refuse. */
export function may({ scopes }: Pick<Who, 'scopes'>, scope: AdminScope | 'events:write'): boolean {
  return scopesAllow(new Set(scopes), scope);
}
