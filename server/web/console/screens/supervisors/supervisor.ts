/** Supervisors as the API gives them, and who of those who are logged in may do what with them. */
import { may, type Who } from '../../data/current-actor.ts';

export interface Supervisor {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** Id of the member who this is. */
  readonly member: string | null;
  readonly pinSetAt: string;
}

/** The server decides; this spares people the way to a refusal. */
export function mayAppoint(who: Who): boolean {
  return who.kind !== 'user' || who.roles.includes('supervisor') || may(who, 'admin:write');
}

export function isOwn(who: Who, { active, member }: Supervisor): boolean {
  return active && who.user !== undefined && who.user.id === member;
}
