/** Each tenant's identity provider, as administration sets it; one a tenant. Its key is sealed, and never shown. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { isBuiltInRole } from '#shared/modules/auth/roles.ts';
import type { TenantRecord } from '../../tenants/control.ts';
import type { Directory } from '../../tenants/directory.ts';
import type { SamlProviderRecord } from '../../tenants/saml.ts';
import type { Actor } from '../actor.ts';
import type { Secrets } from '../secrets.ts';
import { checkProvider, keyFits, mappingsOf, type ProviderValues } from './provider-settings.ts';
import { signingKeyPurpose } from './single-sign-on.ts';

const actorName = 'system:saml';

export interface Providers {
  find(tenant: string): Promise<SamlProviderRecord | null>;
  /** A patch over what is there, or the first setting. Only owners let owners be made. */
  set(
    actor: Actor,
    tenant: TenantRecord,
    given: Readonly<Record<string, unknown>>,
  ): Promise<Result<SamlProviderRecord>>;
  remove(tenant: string): Promise<boolean>;
}

export function openProviders(directory: Directory, secrets: Pick<Secrets, 'seal' | 'open'>): Providers {
  const { control } = directory;
  const find = async (tenant: string) =>
    (await control.findOne('saml_providers', { tenant })) as SamlProviderRecord | null;

  async function checkRoles(actor: Actor, tenant: TenantRecord, values: ProviderValues): Promise<Result<null>> {
    const store = await directory.open(tenant);
    const mapped = (mappingsOf(values.roleMapping) ?? []).map(({ role }, i) => ({ role, path: `roleMapping[${i}]` }));
    for (const { role, path } of [...mapped, { role: values.defaultRole, path: 'defaultRole' }]) {
      if (role === 'owner' && !actor.roles.has('owner'))
        return refuse({ code: 'owner_only', message: 'Only an owner lets somebody become an owner.', path });
      if (!isBuiltInRole(role) && !(await store.findOne('roles', { name: role })))
        return refuse({ code: 'role_unknown', message: `There is no role ${role.slice(0, 60)}.`, path });
    }
    return ok(null);
  }

  /** The key in use: a new one, the one that is there, or none. */
  function keyOf(given: unknown, values: ProviderValues, before: SamlProviderRecord | null): Result<string | null> {
    const { signingCertificate: certificate } = values;
    const kept = before?.signingKey ? Buffer.from(secrets.open(signingKeyPurpose, before.signingKey) ?? []) : null;
    const key = typeof given === 'string' ? given : given === null ? null : (kept?.toString() ?? null);
    if (key === null && certificate === null) return ok(null);
    if (key === null || certificate === null || !keyFits(key, certificate))
      return refuse({
        code: 'invalid_format',
        message: 'signingKey and signingCertificate belong together: send both, as PEM, or null for both.',
        path: 'signingKey',
      });
    return ok(secrets.seal(signingKeyPurpose, Buffer.from(key)));
  }

  return {
    find,
    async set(actor, tenant, given) {
      const before = await find(tenant.id);
      const values = checkProvider(given, before);
      if (!values.ok) return values;
      const roles = await checkRoles(actor, tenant, values.value);
      if (!roles.ok) return roles;
      const signingKey = keyOf(given['signingKey'], values.value, before);
      if (!signingKey.ok) return signingKey;
      const done = await control.commit(actorName, async (tx) => {
        const all = { ...values.value, signingKey: signingKey.value };
        const known = await tx.findOne('saml_providers', { tenant: tenant.id });
        return ok(
          known
            ? await tx.update('saml_providers', known.id, all)
            : await tx.create('saml_providers', { ...all, tenant: tenant.id }),
        );
      });
      return done.ok ? ok(done.value.value as unknown as SamlProviderRecord) : done;
    },
    async remove(tenant) {
      const done = await control.commit(actorName, async (tx) => {
        const known = await tx.findOne('saml_providers', { tenant });
        if (known) await tx.delete('saml_providers', known.id);
        return ok(known !== null);
      });
      return done.ok && done.value.value;
    },
  };
}
