/** Puts together what people need to come in: accounts, logins, tokens, passwords, invitations. */
import type { Clock } from '#shared/base/time.ts';
import type { Directory } from '../core/tenants/directory.ts';
import { type OAuthClients, openOAuthClients } from './apps/oauth-clients.ts';
import { type OAuthGrants, openOAuthGrants } from './apps/oauth-grants.ts';
import { type Audits, openAudits } from './audits.ts';
import { type AccessTokens, openAccessTokens } from './credentials/access-tokens.ts';
import { type Endings, openEndings } from './credentials/endings.ts';
import type { Revocations } from './credentials/revocations.ts';
import type { Secrets } from './credentials/secrets.ts';
import { openSigningKeys, type SigningKeys } from './credentials/signing-keys.ts';
import { type Accounts, openAccounts } from './people/accounts.ts';
import { type Attempts, mailAttemptsMax, openAttempts, registrationsMax, ssoAttemptsMax } from './people/attempts.ts';
import { type MailedLinks, mailedLinks } from './people/invitations.ts';
import { type Joining, openJoining } from './people/joining.ts';
import { type LoginLinks, openLoginLinks } from './people/login-links.ts';
import { type LoginSessions, openLoginSessions } from './people/login-sessions.ts';
import { type FindMember, memberFinder } from './people/member-lookup.ts';
import { openPasswordChanges, type PasswordChanges } from './people/password-changes.ts';
import { openPasswords } from './people/passwords.ts';
import { openPeople, type People } from './people/people.ts';
import { openTestMode, type TestMode } from './people/test-mode.ts';
import { openProviders, type Providers } from './sso/providers.ts';
import { openSingleSignOn, type SingleSignOn } from './sso/single-sign-on.ts';
import { ssoMembers } from './sso/sso-members.ts';
import { ssoStanding } from './sso/sso-standing.ts';

export interface Access {
  readonly accounts: Accounts;
  readonly sessions: LoginSessions;
  readonly loginLinks: LoginLinks;
  readonly testMode: TestMode;
  readonly endings: Endings;
  readonly people: People;
  readonly joining: Joining;
  readonly passwordChanges: PasswordChanges;
  readonly signingKeys: SigningKeys;
  readonly audits: Audits;
  readonly oauth: OAuthAccess;
  readonly sso: SingleSignOn;
  readonly providers: Providers;
}

/** Parts that the authorization server uses. */
export interface OAuthAccess {
  /** A person on the consent page is logged in for as long as the page is good. */
  readonly sessions: LoginSessions;
  readonly clients: OAuthClients;
  readonly grants: OAuthGrants;
  /** Registrations of apps by themselves. */
  readonly registrations: Attempts;
  readonly tokens: AccessTokens;
  readonly find: FindMember;
  readonly stamp: Secrets['stamp'];
  readonly unstamp: Secrets['unstamp'];
}

export interface AccessParts {
  readonly directory: Directory;
  readonly secrets: Secrets;
  readonly revocations: Revocations;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The issuer in tokens: the server's public address. */
  readonly issuer: string;
}

export function openAccess({ directory, secrets, revocations, clock, newId, issuer }: AccessParts): Access {
  const { control } = directory;
  const accounts = openAccounts(control);
  const sessions = openLoginSessions(control, secrets, clock);
  const signingKeys = openSigningKeys(control, secrets, clock, newId);
  const tokens = openAccessTokens(signingKeys, issuer, clock);
  const passwords = openPasswords();
  const attempts = openAttempts(control, clock, 'password');
  const mailAttempts = openAttempts(control, clock, 'mail', mailAttemptsMax);
  const registrations = openAttempts(control, clock, 'register', registrationsMax);
  const links: MailedLinks = mailedLinks(secrets);
  const find = memberFinder(directory);
  const clients = openOAuthClients(control, clock);
  const grants = openOAuthGrants(control, secrets, clock);
  const loginLinks = openLoginLinks(control, find, clock);
  const ssoHolds = ssoStanding(control);
  const held = { control, accounts, sessions, grants, links: loginLinks };
  const endings = openEndings({ ...held, revocations, find, ssoHolds });
  const admit = ssoMembers({ directory, accounts, newId });
  const begun = openAttempts(control, clock, 'sso', ssoAttemptsMax);
  const ways = { directory, secrets, admit, find, attempts: begun, publicUrl: issuer, clock, newId };
  const shared = { accounts, sessions, endings, passwords, attempts, find, revocations, clock };
  return {
    accounts,
    sessions,
    loginLinks,
    testMode: openTestMode({ directory, accounts, sessions, loginLinks, find, clock }),
    endings,
    signingKeys,
    oauth: { sessions, clients, grants, registrations, tokens, find, stamp: secrets.stamp, unstamp: secrets.unstamp },
    sso: openSingleSignOn(ways),
    providers: openProviders(directory, secrets, newId, endings),
    audits: openAudits(directory),
    people: openPeople({ ...shared, tokens, grants, ssoHolds }),
    joining: openJoining({ ...shared, directory, links }),
    passwordChanges: openPasswordChanges({ ...shared, mailAttempts, links, newId }),
  };
}
