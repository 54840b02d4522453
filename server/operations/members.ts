/** People of a tenant from the command line: the way in for the first owner, and back in when no owner is left. */

import { must } from '#shared/base/assert.ts';
import { members } from '#shared/modules/auth/members.ts';
import { isBuiltInRole } from '#shared/modules/auth/roles.ts';
import { systemActor } from '../core/policy/actor.ts';
import type { TenantRecord } from '../core/tenants/control.ts';
import { randomToken } from '../identity/credentials/new-id.ts';
import type { Assembly } from '../start/assemble.ts';
import { type Given, neededTenant, type ServerCommand, UsageError } from './command.ts';

const listMax = 200;
/** Number of characters of a password: about 119 bits. */
const passwordChars = 20;

export function newPassword(): string {
  return randomToken(passwordChars);
}

/**
 * A member who can log in; one who is there already is made active again with this role.
 *
 * @returns the password, or null where the account has one already
 * @throws UsageError where the member is refused
 */
export async function addMember(
  assembly: Assembly,
  tenant: TenantRecord,
  { email, role, password }: { readonly email: string; readonly role: string; readonly password: string },
): Promise<{ readonly id: string; readonly email: string; readonly role: string; readonly password: string | null }> {
  const known = await assembly.access.accounts.byEmail(email);
  const added = await assembly.access.joining.add(tenant, { email, password, role });
  if (!added.ok) throw new UsageError(added.errors[0].message);
  return { id: added.value.id, email, role, password: known?.passwordHash ? null : password };
}

async function tenantOf(assembly: Assembly, given: Given): Promise<TenantRecord> {
  const live = await neededTenant(assembly, given.needed('tenant'));
  const tenant = given.text('sandbox') ? await assembly.directory.sandboxOf(live.id) : live;
  if (!tenant) throw new UsageError(`The tenant ${live.slug} has no sandbox.`);
  return tenant;
}

/** @returns the address as it was given @throws UsageError where it is none */
export function neededEmail(email: string): string {
  if (/^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}$/.test(email)) return email;
  throw new UsageError(`${email} is not an email address.`);
}

const where = { tenant: { type: 'string' }, sandbox: { type: 'boolean' } } as const;

export const memberAdd: ServerCommand = {
  name: 'member add',
  usage: '--tenant SLUG --email ADDRESS [--role owner|admin|editor|viewer|…] [--sandbox]',
  summary: 'Add a member at once, with a password that is shown only once.',
  positionals: [],
  options: { ...where, email: { type: 'string' }, role: { type: 'string' } },
  async run(assembly, given) {
    const tenant = await tenantOf(assembly, given);
    const email = neededEmail(given.needed('email'));
    const role = given.text('role') ?? 'viewer';
    const store = await assembly.directory.open(tenant);
    if (!isBuiltInRole(role) && !(await store.findOne('roles', { name: role })))
      throw new UsageError(
        `No role is named ${role}: use owner, admin, editor, viewer or a custom role of the tenant.`,
      );
    const value = await addMember(assembly, tenant, { email, role, password: newPassword() });
    const password = value.password ?? 'the one this account already has';
    return { value, lines: [`${email} is ${role} of ${tenant.slug}.`, `Password: ${password}`] };
  },
};

export const memberList: ServerCommand = {
  name: 'member list',
  usage: '--tenant SLUG [--sandbox]',
  summary: 'List who can log in, and with which role.',
  positionals: [],
  options: where,
  async run(assembly, given) {
    const store = await assembly.directory.open(await tenantOf(assembly, given));
    const found = await store.find(members, {
      sort: [{ path: 'email', direction: 'asc' }],
      limit: listMax,
    });
    const value = found.map(({ id, email, role, status }) => ({ id, email, role, status }));
    return { value, lines: value.map((m) => `${m.email}\t${m.role}\t${m.status}`) };
  },
};

export const memberRemove: ServerCommand = {
  name: 'member remove',
  usage: '--tenant SLUG --email ADDRESS [--sandbox]',
  summary: 'Remove a member; their sessions end from the next request on.',
  positionals: [],
  options: { ...where, email: { type: 'string' } },
  async run(assembly, given) {
    const tenant = await tenantOf(assembly, given);
    const email = given.needed('email');
    const store = await assembly.directory.open(tenant);
    const member = await store.findOne('members', { emailKey: email.normalize('NFC').toLowerCase() });
    if (!member) throw new UsageError(`${email} is not a member of ${tenant.slug}.`);
    const actor = systemActor(tenant.id, 'administration');
    const outcome = await assembly.platform.run(actor, { verb: 'delete', collection: 'members', id: member.id });
    if (outcome.kind === 'refused') throw new UsageError(outcome.errors[0].message);
    await assembly.access.joining.forget(tenant.id, member.id);
    return { value: { id: member.id, email, removed: true }, lines: ['Removed.'] };
  },
};

export const keysRotate: ServerCommand = {
  name: 'login rotate-keys',
  usage: '[--withdraw]',
  summary: 'Create a new key for access tokens; with --withdraw, the old keys end at once and everyone must refresh.',
  positionals: [],
  options: { withdraw: { type: 'boolean' } },
  async run(assembly, given) {
    const value = await assembly.access.signingKeys.rotate({ withdraw: given.text('withdraw') === 'true' });
    return { value, lines: [`The new key is ${must(value.kid, 'a key id')}.`] };
  },
};
