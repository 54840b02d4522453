/**
 * Checks the roles that a tenant makes: their new scopes are ones that the actor may give (mayGrant), their names are not
 * those of built-in roles, and none is renamed or deleted while a member has it. Writes a line in the audit log for each write.
 */
import { ok, type Result } from '#shared/base/result.ts';
import { roles } from '#shared/modules/auth/members.ts';
import type { AuthRefusal } from '#shared/modules/auth/refusals.ts';
import { isBuiltInRole, scopePattern } from '#shared/modules/auth/roles.ts';
import { where } from '#shared/query/query.ts';
import { recordOf } from '#shared/schema/record-of.ts';
import type { CollectionRule } from '../../core/collections/action.ts';
import { mayGrant } from '../../core/policy/may-grant.ts';
import { audit } from '../../identity/audit.ts';

function no(code: AuthRefusal, message: string, path: string): Result<never> {
  return { ok: false, errors: [{ code, message, path }] };
}

/** Owners and admins are supervisors besides their role; a role named `supervisor` makes its members supervisors, too. */
export const roleRule: CollectionRule = {
  collection: 'roles',
  async before({ op, values, current }, tx, { actor, collections = new Map() }) {
    const role = recordOf(roles, current);
    const { name, scopes } = values;
    if (typeof name === 'string' && isBuiltInRole(name))
      return no('role_reserved', `${name} is a built-in role. Choose another name.`, 'name');
    const broken = Array.isArray(scopes) ? scopes.findIndex((scope) => !scopePattern.test(String(scope))) : -1;
    if (broken >= 0)
      return no(
        'scope_unknown',
        'A scope must be <area>:read or <area>:write, e.g. events:read or *:read.',
        `scopes[${broken}]`,
      );
    // The role's former scopes were granted by another person: only new ones are granted now.
    const added = Array.isArray(scopes) ? scopes.map(String).filter((scope) => !role?.scopes.includes(scope)) : [];
    const denied = mayGrant(actor, added, role === null ? [String(name)] : [], collections);
    if (denied) return { ok: false, errors: [{ ...denied, path: 'scopes' }] };
    const renamed = role !== null && typeof name === 'string' && name !== role.name;
    if (role !== null && (op === 'delete' || renamed) && (await tx.count('members', where({ role: role.name }))) > 0)
      return no('role_in_use', `Members still have the role ${role.name}. Give them another role first.`, 'name');
    const verb = { create: 'created', update: 'changed', delete: 'removed' }[op];
    const subject = String(role?.name ?? name);
    const detail = op === 'delete' ? {} : { name: name ?? subject, scopes: scopes ?? role?.scopes ?? [] };
    await audit(tx, actor, { action: `role.${verb}`, subject, detail });
    return ok(values);
  },
};
