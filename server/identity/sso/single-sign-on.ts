/**
 * SAML 2.0 as a service provider, for each tenant whose plan has it: to the identity provider and back, and a session in
 * this tenant at the end. The browser that began is known by a secret of its own, not by a cookie: there are none here.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { SealPlace } from '#shared/base/seals.ts';
import { type Clock, hourMs, isoTime } from '#shared/base/time.ts';
import { controlTenant, type Plan, type TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { Secrets } from '../credentials/secrets.ts';
import type { Attempts } from '../people/attempts.ts';
import type { FindMember, FoundMember } from '../people/member-lookup.ts';
import { checkAllowed } from './check-allowed.ts';
import { localPath } from './local-path.ts';
import { readResponse } from './read-response.ts';
import { samlRefused } from './saml-faults.ts';
import { type BegunLogin, openSamlLogins } from './saml-logins.ts';
import type { ssoMembers } from './sso-members.ts';
import { type SamlLoginRecord, type SamlProviderRecord, samlProviders } from './tables.ts';
import { type SamlParty, verifyResponse } from './verify-response.ts';

/** A login by single sign-on ends after so long, whatever is refreshed: the provider shall be asked again. */
export const ssoSessionMs = 12 * hourMs;
export const ssoPlans: readonly Plan[] = ['business', 'enterprise'];
export const signingKeyPurpose = 'saml-signing-key';
export const sealedProviderKeys = { collection: 'saml_providers', field: 'signingKey', purpose: signingKeyPurpose };
export const providerPlace = (id: string): SealPlace => ({ tenant: controlTenant, collection: 'saml_providers', id });

export interface SsoAddresses {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly metadataUrl: string;
  readonly loginUrl: string;
}

export interface Offered {
  readonly tenant: TenantRecord;
  readonly provider: SamlProviderRecord;
}

/** What goes on after the login: the console with a session of its own, or an app that was asked for. */
export interface SignedIn {
  readonly found: FoundMember;
  readonly endsAt: string;
  readonly carried: string | null;
}

export type LookedAt =
  | { readonly begun: 'here' }
  | { readonly begun: 'provider'; readonly tenant: string; readonly email: string };

export interface SingleSignOn {
  addressesOf(tenant: TenantRecord): SsoAddresses;
  /** `plan_lacks_sso`, naming the plan. */
  checkPlan(tenant: TenantRecord): Result<null>;
  providerOf(tenant: string): Promise<SamlProviderRecord | null>;
  /** The tenant of this slug, where it has single sign-on; the same null for all others. */
  offered(slug: string, sandbox: boolean): Promise<Offered | null>;
  offeredIn(tenant: string): Promise<Offered | null>;
  metadata(offered: Offered): Promise<string>;
  /** @returns where to send the browser */
  begin(offered: Offered, login: Omit<BegunLogin, 'tenant'>, from: string): Promise<Result<string>>;
  /** The provider's answer. @returns where to send the browser; `sso_refused` with the reason, or a fault of the plan */
  answer(
    offered: Offered,
    form: { readonly response: string; readonly relayState: string | null },
    from: string,
  ): Promise<Result<string>>;
  /**
   * Whose login a code is, without taking it. Of one that began here only that: the page that began it knows.
   *
   * @returns `unauthenticated` for a code that is over
   */
  look(code: string, sandbox: boolean): Promise<Result<LookedAt>>;
  /** @param verifier what the login's challenge was made of; null for one that the provider began */
  redeem(code: string, verifier: string | null, sandbox: boolean): Promise<Result<SignedIn>>;
  /** For a login that carries an OAuth request. */
  redeemCarried(code: string, sandbox: boolean): Promise<Result<SignedIn>>;
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

function proves(verifier: string | null, challenge: string | null): boolean {
  // One that the provider began: a page that has a secret of its own waits for another login.
  if (challenge === null) return verifier === null;
  if (verifier === null || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const [made, expected] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')];
  return made.length === expected.length && timingSafeEqual(made, expected);
}

export function openSingleSignOn(parts: SingleSignOnParts): SingleSignOn {
  const { directory, secrets, admit, find, attempts, publicUrl, clock, newId } = parts;
  const { control } = directory;
  const logins = openSamlLogins(control, clock);

  const baseOf = ({ sandboxOf }: TenantRecord) => publicUrl + (sandboxOf === null ? '' : '/sandbox');

  function addressesOf(tenant: TenantRecord): SsoAddresses {
    const base = `${baseOf(tenant)}/auth/saml/${tenant.slug}`;
    const metadataUrl = `${base}/metadata`;
    return { entityId: metadataUrl, acsUrl: `${base}/acs`, metadataUrl, loginUrl: `${base}/login` };
  }

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

  function partyOf({ tenant, provider }: Offered): SamlParty {
    const { acsUrl, entityId } = addressesOf(tenant);
    return { acsUrl, entityId, idpEntityId: provider.entityId, certificates: provider.certificates };
  }

  /** What signs our requests, where the tenant gave something. */
  function signing({ provider }: Offered): { privateKey: string; publicCert: string } | null {
    const { signingCertificate, signingKey } = provider;
    if (!signingCertificate || !signingKey) return null;
    const key = secrets.open(signingKeyPurpose, signingKey, providerPlace(provider.id));
    return key && { privateKey: Buffer.from(key).toString(), publicCert: signingCertificate };
  }

  /** The library, set to make requests and metadata; responses are read by verify-response.ts. */
  async function library(offered: Offered, request = `_${newId()}`) {
    const { SAML } = await import('@node-saml/node-saml');
    const { acsUrl, entityId } = addressesOf(offered.tenant);
    return new SAML({
      callbackUrl: acsUrl,
      issuer: entityId,
      entryPoint: offered.provider.ssoUrl,
      idpCert: [...offered.provider.certificates],
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      generateUniqueId: () => request,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      signatureAlgorithm: 'sha256',
      ...(signing(offered) ?? {}),
    });
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
    if (carried !== null) return `${baseOf(tenant)}/oauth/authorize/sso/done?code=${code}`;
    const url = new URL(`${baseOf(tenant)}${localPath(goesTo)}`);
    url.searchParams.set('sso', code);
    return url.href;
  }

  const badCode = () =>
    refuse({
      code: 'unauthenticated',
      message: 'This login has ended, or was started in another browser. Log in again.',
    });

  async function taken(code: string, fits: (login: SamlLoginRecord) => boolean, sandbox: boolean) {
    const known = await logins.ofCode(code);
    // One that does not fit is left for whom it is for.
    if (!known || !fits(known)) return badCode();
    const login = await logins.takeCode(code);
    const found = login && (await find(login.tenant, login.member ?? ''));
    const isHere = found?.member.status === 'active' && (found.tenant.sandboxOf !== null) === sandbox;
    if (!login || !found || !isHere) return badCode();
    const provider = await providerOf(found.tenant.id);
    const allowed = provider && (await checkAllowed(found.store, provider, [found.member.role]));
    if (!allowed?.ok) return allowed ?? badCode();
    const longest = isoTime(clock() + ssoSessionMs);
    const asked = login.sessionEndsAt;
    return ok({ found, endsAt: asked !== null && asked < longest ? asked : longest, carried: login.carried });
  }

  return {
    addressesOf,
    checkPlan,
    providerOf,
    async offered(slug, sandbox) {
      const live = await directory.bySlug(slug);
      return offer(live && sandbox ? await directory.sandboxOf(live.id) : live);
    },
    offeredIn: async (tenant) => offer(await directory.byId(tenant)),
    async metadata(offered) {
      const saml = await library(offered);
      return saml.generateServiceProviderMetadata(null, signing(offered)?.publicCert ?? null);
    },
    async begin(offered, login, from) {
      const allowed = await attempts.take(offered.tenant.id, from);
      if (!allowed.ok) return allowed;
      const request = `_${newId()}`;
      await logins.begin(request, { ...login, goesTo: localPath(login.goesTo), tenant: offered.tenant.id });
      const saml = await library(offered, request);
      return ok(await saml.getAuthorizeUrlAsync('', undefined, {}));
    },
    async answer(offered, { response, relayState }, from) {
      const read = readResponse(response);
      if (!read.ok) return read;
      // First what costs nothing: whether anybody here waits for this answer.
      const request = read.value.root.get('InResponseTo') ?? null;
      const waiting = await waitingFor(offered, request, relayState);
      if (!waiting.ok) return waiting;
      const asserted = await verifyResponse(read.value, partyOf(offered), request, clock());
      if (!asserted.ok) return asserted;
      const { id, goodUntilMs, sessionEndsMs } = asserted.value;
      const claimed = await logins.claim({ issuer: offered.provider.entityId, id, goodUntilMs }, waiting.value);
      if (claimed.kind !== 'claimed') return samlRefused(claimed.kind === 'replayed' ? 'replayed' : 'request_unknown');
      const admitted = await admit(offered.tenant, offered.provider, asserted.value, from);
      if (!admitted.ok) return admitted;
      const code = await logins.giveCode(claimed.login, admitted.value.member.id, sessionEndsMs);
      return ok(goesOn(offered, claimed.login, code));
    },
    async look(code, sandbox) {
      const known = await logins.ofCode(code);
      if (!known || known.carried !== null) return badCode();
      if (known.challenge !== null) return ok({ begun: 'here' });
      const found = await find(known.tenant, known.member ?? '');
      if (!found || (found.tenant.sandboxOf !== null) !== sandbox) return badCode();
      return ok({ begun: 'provider', tenant: found.tenant.slug, email: found.member.email });
    },
    redeem: (code, verifier, sandbox) =>
      taken(code, ({ carried, challenge }) => carried === null && proves(verifier, challenge), sandbox),
    redeemCarried: (code, sandbox) => taken(code, ({ carried }) => carried !== null, sandbox),
  };
}
