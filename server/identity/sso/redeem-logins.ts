/** The last step of a login by single sign-on: the code from the browser becomes a member, checked again as it stands now. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, hourMs, isoTime } from '#shared/base/time.ts';
import { provesChallenge } from '../credentials/pkce.ts';
import { type FindMember, type FoundMember, isActiveIn } from '../people/member-lookup.ts';
import { checkAllowed } from './check-allowed.ts';
import type { SamlLogins } from './saml-logins.ts';
import type { SamlLoginRecord, SamlProviderRecord } from './tables.ts';

/** Time in ms after which a login by single sign-on ends, however often it is refreshed: the provider is asked again. */
export const ssoSessionMs = 12 * hourMs;

/** Result of a login: the console continues it with a session of its own, or an app that was asked for. */
export interface SignedIn {
  readonly found: FoundMember;
  /** ISO 8601: no refresh leads beyond it. */
  readonly endsAt: string;
  /** The stamped OAuth request; null: the console's own login. */
  readonly carried: string | null;
}

export type LookedAt =
  | { readonly begun: 'here' }
  | { readonly begun: 'provider'; readonly tenant: string; readonly email: string };

export interface RedeemLogins {
  /**
   * Returns the login that a code belongs to, without taking it. For one that began here it returns no more than that: the page
   * that began it knows the rest.
   *
   * @returns `unauthenticated` for a code that is over
   */
  look(code: string, sandbox: boolean): Promise<Result<LookedAt>>;
  /** @param verifier what the login's challenge was made of; null for one that the provider began */
  redeem(code: string, verifier: string | null, sandbox: boolean): Promise<Result<SignedIn>>;
  /** Redeems a login that carries an OAuth request. */
  redeemCarried(code: string, sandbox: boolean): Promise<Result<SignedIn>>;
}

export interface RedeemParts {
  readonly logins: SamlLogins;
  readonly find: FindMember;
  readonly providerOf: (tenant: string) => Promise<SamlProviderRecord | null>;
  readonly clock: Clock;
}

function isProven(verifier: string | null, challenge: string | null): boolean {
  // A login that the provider began has no challenge: a page with a verifier waits for another login.
  if (challenge === null) return verifier === null;
  return verifier !== null && provesChallenge(verifier, challenge);
}

export function redeemLogins({ logins, find, providerOf, clock }: RedeemParts): RedeemLogins {
  const badCode = () =>
    refuse({
      code: 'unauthenticated',
      message: 'This login has ended, or was started in another browser. Log in again.',
    });

  async function take(code: string, fits: (login: SamlLoginRecord) => boolean, sandbox: boolean) {
    const known = await logins.ofCode(code);
    // A login that does not fit stays for the page it is for.
    if (!known || !fits(known)) return badCode();
    const login = await logins.takeCode(code);
    const found = login && (await find(login.tenant, login.member ?? ''));
    if (!login || !found || !isActiveIn(found, sandbox)) return badCode();
    const provider = await providerOf(found.tenant.id);
    const allowed = provider && (await checkAllowed(found.store, provider, [found.member.role]));
    if (!allowed?.ok) return allowed ?? badCode();
    const longest = isoTime(clock() + ssoSessionMs);
    const asked = login.sessionEndsAt;
    return ok({ found, endsAt: asked !== null && asked < longest ? asked : longest, carried: login.carried });
  }

  return {
    async look(code, sandbox) {
      const known = await logins.ofCode(code);
      if (!known || known.carried !== null) return badCode();
      if (known.challenge !== null) return ok({ begun: 'here' });
      const found = await find(known.tenant, known.member ?? '');
      if (!found || (found.tenant.sandboxOf !== null) !== sandbox) return badCode();
      return ok({ begun: 'provider', tenant: found.tenant.slug, email: found.member.email });
    },
    redeem: (code, verifier, sandbox) =>
      take(code, ({ carried, challenge }) => carried === null && isProven(verifier, challenge), sandbox),
    redeemCarried: (code, sandbox) => take(code, ({ carried }) => carried !== null, sandbox),
  };
}
