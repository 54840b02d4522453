/**
 * SAML 2.0 as a service provider, for each tenant whose plan has it: sends the browser to the identity provider, checks the
 * answer, and opens a session in this tenant. A secret, not a cookie, proves that the browser is the one that began the login.
 */

import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import type { Plan, TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { Secrets } from '../credentials/secrets.ts';
import type { Attempts } from '../people/attempts.ts';
import type { FindMember } from '../people/member-lookup.ts';
import { localPath } from './local-path.ts';
import { readResponse } from './read-response.ts';
import { type RedeemLogins, redeemLogins } from './redeem-logins.ts';
import { samlRefused } from './saml-faults.ts';
import { type BegunLogin, openSamlLogins } from './saml-logins.ts';
import { createServiceProvider, type Offered, type ServiceProvider } from './service-provider.ts';
import type { ssoMembers } from './sso-members.ts';
import { type SamlLoginRecord, type SamlProviderRecord, samlProviders } from './tables.ts';
import { verifyResponse } from './verify-response.ts';

export const ssoPlans: readonly Plan[] = ['business', 'enterprise'];

export interface SingleSignOn extends RedeemLogins, Pick<ServiceProvider, 'addressesOf' | 'metadata'> {
  /** Refuses with `plan_lacks_sso`, naming the plan. */
  checkPlan(tenant: TenantRecord): Result<null>;
  providerOf(tenant: string): Promise<SamlProviderRecord | null>;
  /** The tenant of this slug, where it has single sign-on; the same null for all others. */
  offered(slug: string, sandbox: boolean): Promise<Offered | null>;
  /** @param tenant its id */
  offeredIn(tenant: string): Promise<Offered | null>;
  /** @param from network address of the browser. @returns where to send the browser; `too_many_attempts` */
  begin(offered: Offered, login: Omit<BegunLogin, 'tenant'>, from: string): Promise<Result<string>>;
  /** The provider's answer. @returns where to send the browser; `sso_refused` with the reason, or the refusal of the commit */
  answer(
    offered: Offered,
    form: { readonly response: string; readonly relayState: string | null },
    from: string,
  ): Promise<Result<string>>;
}

export interface SingleSignOnParts {
  readonly directory: Directory;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly admit: ReturnType<typeof ssoMembers>;
  readonly find: FindMember;
  readonly attempts: Attempts;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly newId: () => string;
}

export function openSingleSignOn(parts: SingleSignOnParts): SingleSignOn {
  const { directory, secrets, admit, find, attempts, publicUrl, clock, newId } = parts;
  const { control } = directory;
  const logins = openSamlLogins(control, clock);
  const service = createServiceProvider(secrets, publicUrl, newId);

  function checkPlan({ plan }: TenantRecord): Result<null> {
    if (ssoPlans.includes(plan)) return ok(null);
    const message = `Single sign-on is part of the plans ${ssoPlans.join(' and ')}; this tenant has ${plan}.`;
    return refuse({ code: 'plan_lacks_sso', message, detail: { plan, plans: ssoPlans } });
  }

  const providerOf = async (tenant: string) => await control.findOne(samlProviders, { tenant });

  async function offer(tenant: TenantRecord | null): Promise<Offered | null> {
    if (!tenant || !checkPlan(tenant).ok) return null;
    const provider = await providerOf(tenant.id);
    return provider && { tenant, provider };
  }

  async function waitingFor(
    { tenant, provider }: Offered,
    request: string | null,
    relayState: string | null,
  ): Promise<Result<SamlLoginRecord | BegunLogin>> {
    if (request === null) {
      if (!provider.idpInitiated) return samlRefused('unsolicited');
      return ok({ tenant: tenant.id, challenge: null, carried: null, goesTo: localPath(relayState) });
    }
    const begun = await logins.waiting(request);
    return begun?.tenant === tenant.id ? ok(begun) : samlRefused('request_unknown');
  }

  function goesOn({ tenant }: Offered, { carried, goesTo }: SamlLoginRecord, code: string): string {
    if (carried !== null) return `${service.baseOf(tenant)}/oauth/authorize/sso/done?code=${code}`;
    const url = new URL(`${service.baseOf(tenant)}${localPath(goesTo)}`);
    url.searchParams.set('sso', code);
    return url.href;
  }

  return {
    ...redeemLogins({ logins, find, providerOf, clock }),
    addressesOf: service.addressesOf,
    metadata: service.metadata,
    checkPlan,
    providerOf,
    async offered(slug, sandbox) {
      const live = await directory.bySlug(slug);
      return offer(live && sandbox ? await directory.sandboxOf(live.id) : live);
    },
    offeredIn: async (tenant) => offer(await directory.byId(tenant)),
    async begin(offered, login, from) {
      const allowed = await attempts.take(offered.tenant.id, from);
      if (!allowed.ok) return allowed;
      const request = `_${newId()}`;
      await logins.begin(request, { ...login, goesTo: localPath(login.goesTo), tenant: offered.tenant.id });
      return ok(await service.requestUrl(offered, request));
    },
    async answer(offered, { response, relayState }, from) {
      const read = readResponse(response);
      if (!read.ok) return read;
      // First what costs nothing: whether a login here waits for this answer.
      const request = read.value.root.get('InResponseTo') ?? null;
      const waiting = await waitingFor(offered, request, relayState);
      if (!waiting.ok) return waiting;
      const asserted = await verifyResponse(read.value, service.partyOf(offered), request, clock());
      if (!asserted.ok) return asserted;
      const { id, goodUntilMs, sessionEndsMs } = asserted.value;
      const claimed = await logins.claim({ issuer: offered.provider.entityId, id, goodUntilMs }, waiting.value);
      if (claimed.kind !== 'claimed') return samlRefused(claimed.kind === 'replayed' ? 'replayed' : 'request_unknown');
      const admitted = await admit(offered.tenant, offered.provider, asserted.value, from);
      if (!admitted.ok) return admitted;
      const code = await logins.giveCode(claimed.login, admitted.value.member.id, sessionEndsMs);
      return ok(goesOn(offered, claimed.login, code));
    },
  };
}
