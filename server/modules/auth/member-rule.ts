/**
 * Checks changes of members that come through the generated surfaces, and writes a line in the audit log for each. An actor
 * gives a role, or reinstates a suspended member, only if it has all that the role allows (mayGrant); only an owner makes,
 * changes or removes owners, and the last one stays.
 */

import type { Values } from '#shared/base/json.ts';
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { emailKeyOf, type MemberRecord, members, roles as rolesCollection } from '#shared/modules/auth/members.ts';
import type { AuthRefusal } from '#shared/modules/auth/refusals.ts';
import { isBuiltInRole } from '#shared/modules/auth/roles.ts';
import { where } from '#shared/query/query.ts';
import { recordOf } from '#shared/schema/record-of.ts';
import type { ActionContext, CollectionRule } from '../../core/collections/action.ts';
import { type Actor, actorName } from '../../core/policy/actor.ts';
import { mayGrant } from '../../core/policy/may-grant.ts';
import { powersOf } from '../../core/policy/roles.ts';
import { audit } from '../../identity/audit.ts';
import { invitationMs } from '../../identity/people/invitations.ts';
import type { Transaction } from '../../store/contract.ts';

/** An API key of a member who leaves. It stays: an administrator decides whether to revoke it. */
export interface LeftKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
}

export interface MemberRulePorts {
  readonly keysMadeBy: (tenant: string, member: string) => Promise<readonly LeftKey[]>;
}

function no(code: AuthRefusal, message: string, path?: string): { ok: false; errors: [Refusal] } {
  return { ok: false, errors: [{ code, message, ...(path ? { path } : {}) }] };
}

const mayTouchOwners = (actor: Actor) => actor.kind === 'system' || actor.roles.has('owner');

/** Refuses a role that does not exist (`role_unknown`), or that the actor may not give. */
async function checkRole(
  tx: Transaction,
  { actor, collections = new Map() }: ActionContext,
  role: unknown,
): Promise<Result<null>> {
  const name = String(role);
  const made = isBuiltInRole(name) ? null : await tx.findOne(rolesCollection, { name });
  if (!isBuiltInRole(name) && !made)
    return no(
      'role_unknown',
      `No role is named ${name.slice(0, 60)}: use owner, admin, editor, viewer or one of \`roles\`.`,
      'role',
    );
  const { roles, scopes } = powersOf(name, made?.scopes ?? null);
  const denied = mayGrant(actor, scopes, roles, collections);
  return denied ? { ok: false, errors: [{ ...denied, path: 'role' }] } : ok(null);
}

/** Refuses a change of role or status, or a deletion, that would leave the tenant without an active owner. */
async function checkOwnerStays(tx: Transaction, current: MemberRecord): Promise<Result<null>> {
  if (current.role !== 'owner' || current.status !== 'active') return ok(null);
  const owners = await tx.count('members', where({ role: 'owner', status: 'active' }));
  return owners > 1 ? ok(null) : no('last_owner', 'This is the last owner. Make someone else an owner first.', 'role');
}

/** Lists the keys of a member whose rights end or change: in the answer as `keysLeft`, and for the audit log. */
async function leftKeys(
  { keysMadeBy }: MemberRulePorts,
  { actor, tell }: ActionContext,
  { id }: MemberRecord,
): Promise<Values> {
  const keys = await keysMadeBy(actor.tenant, id);
  const keysLeft = keys.map(({ id: key, name, scopes, roles }) => ({ id: key, name, scopes, roles }));
  tell?.('keysLeft', keysLeft);
  return keysLeft.length === 0 ? {} : { keysLeft: keysLeft.map(({ id: key, name }) => ({ id: key, name })) };
}

async function invite(values: Values, tx: Transaction, context: ActionContext): Promise<Result<Values>> {
  const { actor, clock, newId } = context;
  if (actor.kind !== 'system' && values['status'] !== 'invited')
    return no(
      'invitation_only',
      'A new member must be invited. The link in the email makes the member active.',
      'status',
    );
  const role = await checkRole(tx, context, values['role']);
  if (!role.ok) return role;
  const email = String(values['email']);
  const emailKey = emailKeyOf(email);
  if (await tx.findOne('members', { emailKey }))
    return refuse({ code: 'duplicate', message: `${email} is already a member.`, path: 'email' });
  await audit(tx, actor, { action: 'member.invited', subject: email, detail: { role: values['role'] } });
  return ok({
    ...values,
    emailKey,
    invitation: newId(),
    invitationExpiresAt: isoTime(clock() + invitationMs),
    invitedBy: actor.label ?? actorName(actor),
  });
}

async function change(
  given: Values,
  current: MemberRecord,
  tx: Transaction,
  context: ActionContext,
  ports: MemberRulePorts,
): Promise<Result<Values>> {
  const { actor } = context;
  const before: Values = { ...current };
  const changed = Object.keys(given).filter((name) => given[name] !== before[name]);
  if (changed.length === 0) return ok(given);
  if (changed.includes('email'))
    return no('email_fixed', 'The address cannot be changed. Invite the new address instead.', 'email');
  if (current.role === 'owner' && !mayTouchOwners(actor)) return no('owner_only', 'Only an owner can change an owner.');
  if (changed.includes('status') && (current.status === 'invited' || given['status'] === 'invited'))
    return no('invitation_only', 'An invited member becomes active through the link in the email.', 'status');
  const isReinstated = changed.includes('status') && given['status'] === 'active';
  if (changed.includes('role') || isReinstated) {
    const role = await checkRole(tx, context, given['role'] ?? current.role);
    if (!role.ok) return role;
  }
  if (changed.includes('role') || changed.includes('status')) {
    const stays = await checkOwnerStays(tx, current);
    if (!stays.ok) return stays;
  }
  const differs = Object.fromEntries(changed.map((name) => [name, { from: before[name], to: given[name] }]));
  const loses = changed.includes('role') || given['status'] === 'suspended';
  const detail = { ...differs, ...(loses ? await leftKeys(ports, context, current) : {}) };
  await audit(tx, actor, { action: 'member.changed', subject: current.email, detail });
  return ok(given);
}

async function remove(
  current: MemberRecord,
  tx: Transaction,
  context: ActionContext,
  ports: MemberRulePorts,
): Promise<Result<Values>> {
  const { actor } = context;
  if (current.role === 'owner' && !mayTouchOwners(actor)) return no('owner_only', 'Only an owner can remove an owner.');
  const stays = await checkOwnerStays(tx, current);
  if (!stays.ok) return stays;
  const detail = { role: current.role, ...(await leftKeys(ports, context, current)) };
  await audit(tx, actor, { action: 'member.removed', subject: current.email, detail });
  return ok({});
}

export function memberRule(ports: MemberRulePorts): CollectionRule {
  return {
    collection: 'members',
    async before({ op, values, current }, tx, context) {
      const member = recordOf(members, current);
      if (member === null) return invite(values, tx, context);
      return op === 'delete' ? remove(member, tx, context, ports) : change(values, member, tx, context, ports);
    },
  };
}
