/** Supervisors as the API gives them, and what the logged-in actor may do with them. */
import type { Who } from '../../data/current-actor.ts';
import { may } from '../../data/may.ts';

export interface Supervisor {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** Id of the member who is this supervisor; null: no member. */
  readonly member: string | null;
  readonly pinSetAt: string;
}

/** Whether the actor may add and change supervisors. The server decides it again; here it hides what would be refused. */
export function mayAppoint(who: Who): boolean {
  return who.kind !== 'user' || who.roles.includes('supervisor') || may(who, 'admin:write');
}

/** Whether the supervisor is the logged-in person, who may then set the PIN. */
export function isOwnSupervisor(who: Who, { active, member }: Supervisor): boolean {
  return active && who.user !== undefined && who.user.id === member;
}
