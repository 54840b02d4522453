/**
 * Finds or makes the member that an identity provider asserts, in its own tenant and in no other: an account of the same
 * address in another tenant is neither looked for nor led to. A member made here gets an account that no password opens.
 */

import { ok, type Result } from '#shared/base/result.ts';
import { emailKeyOf, type MemberRecord, members } from '#shared/modules/auth/members.ts';
import { isBuiltInRole } from '#shared/modules/auth/roles.ts';
import type { Field } from '#shared/schema/field.ts';
import { validate } from '#shared/schema/validate.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { Transaction } from '../../store/contract.ts';
import { audit } from '../audit.ts';
import type { Accounts } from '../people/accounts.ts';
import type { FoundMember } from '../people/member-lookup.ts';
import { checkAllowed } from './check-allowed.ts';
import { allowsAnything, limitsOf } from './provider-limits.ts';
import { mappingsOf } from './provider-settings.ts';
import { samlRefused } from './saml-faults.ts';
import type { SamlProviderRecord } from './tables.ts';
import type { Asserted } from './verify-response.ts';

const nameMax = 120;
const emailField = [
  { name: 'email', type: 'email', required: true, maxLength: 254 },
] as const satisfies readonly Field[];

interface Person {
  readonly email: string;
  readonly name: string | null;
  /** Role that the mapping gives; null: it gives none. */
  readonly role: string | null;
}

function personOf(provider: SamlProviderRecord, { attributes, nameId }: Asserted): Result<Person> {
  const values = (name: string | null | undefined) => (name ? (attributes.get(name) ?? []) : []);
  const addresses = provider.emailAttribute ? [...new Set(values(provider.emailAttribute))] : [nameId];
  const read = validate(emailField, { email: addresses[0] ?? '' }, { mode: 'create' });
  // Several addresses are refused: the server does not guess which one counts.
  if (addresses.length !== 1 || !read.ok) return samlRefused('email_missing');
  const { email } = read.value;
  const domain = emailKeyOf(email.slice(email.lastIndexOf('@') + 1));
  if (provider.emailDomains.length > 0 && !provider.emailDomains.includes(domain)) return samlRefused('email_domain');
  const asserted = new Set(values(provider.roleAttribute));
  const role = mappingsOf(provider.roleMapping)?.find(({ value }) => asserted.has(value))?.role ?? null;
  const [name] = values(provider.nameAttribute);
  return ok({ email, name: name?.replaceAll('\u0000', '').slice(0, nameMax) ?? null, role });
}

export interface SsoMembersParts {
  readonly directory: Directory;
  readonly accounts: Accounts;
  readonly newId: () => string;
}

/** @param from network address of the browser. @returns the active member, or the reason why it is not let in */
export type AdmitAsserted = (
  tenant: TenantRecord,
  provider: SamlProviderRecord,
  asserted: Asserted,
  from: string,
) => Promise<Result<FoundMember>>;

async function knownRole(tx: Transaction, role: string | null): Promise<string | null> {
  return role !== null && (isBuiltInRole(role) || (await tx.findOne('roles', { name: role }))) ? role : null;
}

export function ssoMembers({ directory, accounts, newId }: SsoMembersParts): AdmitAsserted {
  const acting = (tenant: TenantRecord, id: string, email: string, from: string): Actor => ({
    ...{ tenant: tenant.id, kind: 'user', id, label: email, from },
    ...{ scopes: new Set<string>(), roles: new Set<string>() },
  });

  /** Makes or activates the member in the tenant's own transaction, or changes its role to the one that the mapping gives. */
  async function settle(
    tx: Transaction,
    { email, name, role: mapped }: Person,
    { provider, actor, account }: { provider: SamlProviderRecord; actor: Actor; account: string },
  ): Promise<Result<MemberRecord>> {
    const there = await tx.findOne(members, { emailKey: emailKeyOf(email) });
    if (there?.status === 'suspended') return samlRefused('member_suspended');
    if (!there && !provider.createMembers) return samlRefused('member_unknown');
    const asked = await knownRole(tx, mapped);
    // An owner is made and unmade by owners; the last one could not come back.
    const given = there?.role === 'owner' ? 'owner' : (asked ?? there?.role);
    const role = given ?? (await knownRole(tx, provider.defaultRole)) ?? 'viewer';
    const allowed = await checkAllowed(tx, provider, there ? [there.role, role] : [role]);
    if (!allowed.ok) return allowed;
    if (there?.status === 'active') {
      const changed = role === there.role ? {} : { role };
      const patch = { ...changed, ...(there.account === null ? { account } : {}) };
      if ('role' in changed) {
        const detail = { role: { from: there.role, to: role }, by: 'single sign-on' };
        await audit(tx, actor, { action: 'member.changed', subject: email, detail });
      }
      return ok(await tx.update(members, there.id, patch));
    }
    const invited =
      there ??
      (await tx.create(
        'members',
        {
          ...{ email, name, role, status: 'invited', invitedBy: 'single sign-on', invitationSentAt: null },
          ...{ invitationExpiresAt: null, invitationProblem: null, joinedAt: null },
          ...{ emailKey: emailKeyOf(email), account: null, invitation: null },
        },
        actor.id,
      ));
    await audit(tx, actor, { action: 'member.joined', subject: email, detail: { role, by: 'single sign-on' } });
    const joined = { status: 'active', role, account, invitation: null, joinedAt: tx.now };
    const named = there && there.name !== null ? {} : { name };
    return ok(await tx.update(members, invited.id, { ...joined, ...named }));
  }

  return async (tenant, provider, asserted, from) => {
    if (!allowsAnything(limitsOf(provider))) return samlRefused('not_allowed_yet');
    const person = personOf(provider, asserted);
    if (!person.ok) return person;
    const { email } = person.value;
    const store = await directory.open(tenant);
    const there = await store.findOne(members, { emailKey: emailKeyOf(email) });
    if (!there && !provider.createMembers) return samlRefused('member_unknown');
    const id = there?.id ?? newId();
    const isOwn = there?.status === 'active' && there.account;
    const account = isOwn ? String(there.account) : (await accounts.ensureForMember(tenant.id, id, email)).id;
    const actor = acting(tenant, id, email, from);
    const done = await store.commit(`user:${id}`, (tx) => settle(tx, person.value, { provider, actor, account }));
    return done.ok ? ok({ tenant, store, member: done.value.value }) : done;
  };
}
