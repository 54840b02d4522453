/** The identity provider of each tenant, at most one, as administration sets it. Its key is sealed and never shown. */

import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { SealPlace, Seals } from '#shared/base/seals.ts';
import { roles } from '#shared/modules/auth/members.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { Collections } from '../../core/policy/may-grant.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { Endings } from '../credentials/endings.ts';
import { checkProvider, keyFits, type ProviderValues } from './provider-settings.ts';
import { providerPlace, signingKeyPurpose } from './service-provider.ts';
import { checkMapping, type MadeRoles, nextLimits } from './set-limits.ts';
import { type SamlProviderRecord, samlProviders } from './tables.ts';

const actorName = 'system:saml';
/** Maximum number of a tenant's own roles that are read; a role beyond them cannot be named here. */
const rolesMax = 1_000;

const changedMeanwhile = () =>
  refuse({
    code: 'provider_changed',
    message: 'The provider has changed since you read it. Read it again, then repeat your change.',
  });

export interface Providers {
  find(tenant: string): Promise<SamlProviderRecord | null>;
  /**
   * Applies a patch to the provider that is set, or sets the first one. Only owners set what it may give; another actor may
   * change only a provider that gives no more than the actor has (else `owner_only`).
   */
  set(
    actor: Actor,
    tenant: TenantRecord,
    given: Readonly<Record<string, unknown>>,
    collections: Collections,
  ): Promise<Result<SamlProviderRecord>>;
  /** @returns whether there was one */
  remove(tenant: string): Promise<boolean>;
}

/** @param endings what a provider may not give any more ends with the change */
export function openProviders(
  directory: Directory,
  secrets: Seals,
  newId: () => string,
  endings: Pick<Endings, 'ofProvider'>,
): Providers {
  const { control } = directory;
  const find = async (tenant: string) => await control.findOne(samlProviders, { tenant });

  async function madeRoles(tenant: TenantRecord): Promise<MadeRoles> {
    const store = await directory.open(tenant);
    const rows = await store.find(roles, { limit: rolesMax });
    return new Map(rows.map(({ name, scopes }) => [name, scopes]));
  }

  /** The key in use: a new one, the one that is there, or none. */
  function keyOf(
    given: unknown,
    values: ProviderValues,
    before: SamlProviderRecord | null,
    place: SealPlace,
  ): Result<string | null> {
    const { signingCertificate: certificate } = values;
    const kept = before?.signingKey
      ? Buffer.from(secrets.open(signingKeyPurpose, before.signingKey, place) ?? [])
      : null;
    const key = typeof given === 'string' ? given : given === null ? null : (kept?.toString() ?? null);
    if (key === null && certificate === null) return ok(null);
    if (key === null || certificate === null || !keyFits(key, certificate))
      return refuse({
        code: 'invalid_format',
        message: '`signingKey` and `signingCertificate` belong together: send both as PEM, or null for both.',
        path: 'signingKey',
      });
    return ok(secrets.seal(signingKeyPurpose, Buffer.from(key), place));
  }

  return {
    find,
    async set(actor, tenant, given, collections) {
      const before = await find(tenant.id);
      const id = before?.id ?? newId();
      const values = checkProvider(given, before);
      if (!values.ok) return values;
      const made = await madeRoles(tenant);
      const limits = nextLimits({ actor, given, before, made, collections });
      if (!limits.ok) return limits;
      const mapping = checkMapping(values.value, limits.value, made);
      if (!mapping.ok) return mapping;
      const signingKey = keyOf(given['signingKey'], values.value, before, providerPlace(id));
      if (!signingKey.ok) return signingKey;
      const { allowed, ownersMayJoin } = limits.value;
      const all = { ...values.value, signingKey: signingKey.value, allowedRoles: allowed, ownersMayJoin };
      const done = await control.commit(actorName, async (tx) => {
        const known = await tx.findOne(samlProviders, { tenant: tenant.id });
        // Only the version that was checked is replaced: an owner may have changed the provider meanwhile.
        if (known?.id !== before?.id || known?.version !== before?.version) return changedMeanwhile();
        return ok(
          known
            ? await tx.update(samlProviders, known.id, all)
            : await tx.create(samlProviders, { ...all, tenant: tenant.id }, id),
        );
      });
      if (!done.ok) return done;
      await endings.ofProvider(tenant.id);
      return ok(done.value.value);
    },
    async remove(tenant) {
      const done = await control.commit(actorName, async (tx) => {
        const known = await tx.findOne('saml_providers', { tenant });
        if (known) await tx.delete('saml_providers', known.id);
        return ok(known !== null);
      });
      if (!done.ok || !done.value.value) return false;
      await endings.ofProvider(tenant);
      return true;
    },
  };
}
