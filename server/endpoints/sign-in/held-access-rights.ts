/** Decides which member's sessions and apps a request is about, and whether the actor may list or end them. */
import type { Request } from 'express';
import { isId } from '#shared/base/id.ts';
import { type Actor, hasScope } from '../../core/policy/actor.ts';
import { lacking } from '../../core/policy/policy.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { FindMember } from '../../identity/people/member-lookup.ts';
import type { MemberName } from './show-held-access.ts';

/** Selects one member, or the whole tenant. */
export interface Whose {
  readonly tenant: string;
  readonly member?: string;
}

export const notThere = (what: string) => refusal('not_found', `No ${what} has this ID. It may have already ended.`);

/** An app and a key are no person: their tokens belong to no session. */
const isPerson = (actor: Actor) => actor.kind === 'user' && actor.session !== undefined;

function need(actor: Actor, scope: 'admin:read' | 'admin:write'): void {
  if (!hasScope(actor, scope)) throw new RefusalError([lacking(scope)]);
}

/** The member that `?member=` names: an id, or `me`; null where it is not given. */
function memberIn(request: Request, actor: Actor): string | null {
  const given = new URLSearchParams(queryTextOf(request)).get('member');
  if (given === null) return null;
  if (given === 'me' && !isPerson(actor))
    throw refusal('person_only', 'Only a logged-in person has sessions and apps. Log in as a person.');
  if (given === 'me') return actor.id;
  if (!isId(given)) throw refusal('invalid_id', '`member` must be the ID of a member, or "me".', { path: 'member' });
  return given;
}

/**
 * Returns whose access is listed; without `member`, the whole tenant for administrators, for other people their own. Throws
 * the refusal where the actor may not see it.
 */
export function whoseToList(request: Request, actor: Actor): Whose {
  const { tenant } = actor;
  const member = memberIn(request, actor) ?? (hasScope(actor, 'admin:read') || !isPerson(actor) ? null : actor.id);
  if (member === null || member !== actor.id || !isPerson(actor)) need(actor, 'admin:read');
  return member === null ? { tenant } : { tenant, member };
}

/**
 * Returns the id of the member whose access ends; without `member`, the person's own. It does not check whether the actor may
 * end it (`emailToEnd` does).
 *
 * @param message of the refusal where no member is meant
 */
export function memberToEnd(request: Request, actor: Actor, message: string): string {
  const member = memberIn(request, actor) ?? (isPerson(actor) ? actor.id : null);
  if (member === null) throw refusal('person_only', message, { path: 'member' });
  return member;
}

/** @returns the member's email address, empty where it is gone; throws the refusal where the actor may not end its access */
export async function emailToEnd(find: FindMember, actor: Actor, member: string): Promise<string> {
  const found = await find(actor.tenant, member);
  if (isPerson(actor) && member === actor.id) return found?.member.email ?? '';
  need(actor, 'admin:write');
  if (found?.member.role === 'owner' && !actor.roles.has('owner'))
    throw refusal('owner_only', 'Only an owner can end the sessions and apps of another owner.');
  return found?.member.email ?? '';
}

export async function namesOf(
  find: FindMember,
  tenant: string,
  held: readonly { readonly member: string }[],
): Promise<ReadonlyMap<string, MemberName>> {
  const names = new Map<string, MemberName>();
  for (const id of new Set(held.map((one) => one.member))) {
    const email = (await find(tenant, id))?.member.email ?? null;
    names.set(id, { id, email });
  }
  return names;
}
