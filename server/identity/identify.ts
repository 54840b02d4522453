/** Authorization header in, actor out: the only way from a credential to a tenant. */
import { credentialPrefixes, keyPrefix } from '#shared/base/credential-prefixes.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import type { Actor } from '../core/policy/actor.ts';
import { deviceRights } from '../core/policy/device-rights.ts';
import { notForDevices } from '../core/policy/policy.ts';
import type { TenantRecord } from '../core/tenants/control.ts';
import type { Directory } from '../core/tenants/directory.ts';
import { looksLikeJwt } from './credentials/access-tokens.ts';
import type { Credentials } from './keys/api-keys.ts';
import { scopesOfKey } from './keys/key-scopes.ts';
import type { Kiosks } from './kiosks/kiosks.ts';
import { bearerPrefix } from './people/login-sessions.ts';
import type { People } from './people/people.ts';

export interface Identified {
  readonly actor: Actor;
  readonly tenant: TenantRecord;
}

/**
 * @param request `METHOD path` of the route, or `socket.io`, as device-rights.ts lists them; absent: closed to devices
 * @param sandbox whether the request came to the sandbox address
 * @returns the actor, or the refusal: no credential, one that is unknown or has ended, one of the other of live and sandbox, or
 *   a device whose role's list lacks the request
 */
export type Identify = (
  authorization: string | undefined,
  sandbox: boolean,
  request?: string,
) => Promise<Result<Identified>>;

const credentialLengthMax = 2_000;

export function createIdentify(
  directory: Directory,
  credentials: Credentials,
  kiosks: Kiosks,
  people: People,
  clock: Clock,
  modulesOf: (tenant: TenantRecord) => readonly string[],
): Identify {
  async function actorOf(credential: string): Promise<Result<Actor>> {
    if (credential.startsWith(credentialPrefixes.kioskToken)) return kiosks.identify(credential);
    if (credential.startsWith(keyPrefix)) {
      const key = await credentials.findKey(credential);
      if (!key)
        return refuse({ code: 'unauthenticated', message: 'This API key is not valid. Check it for typing mistakes.' });
      if (key.revokedAt)
        return refuse({ code: 'credential_revoked', message: 'This API key was revoked. Use another key.' });
      if (key.expiresAt && key.expiresAt < isoTime(clock()))
        return refuse({ code: 'credential_expired', message: 'This API key has expired. Create a new one.' });
      if (key.grant && !(await people.holdsGrant(key.grant)))
        return refuse({ code: 'credential_revoked', message: 'This API key ended with the app that created it.' });
      return ok({
        tenant: key.tenant,
        kind: 'key',
        id: key.id,
        scopes: new Set(key.scopes),
        roles: new Set(key.roles),
        label: key.name,
        ...(key.grant ? { grant: key.grant } : {}),
      });
    }
    if (credential.startsWith(bearerPrefix) || looksLikeJwt(credential)) return people.identify(credential);
    return refuse({
      code: 'unauthenticated',
      message: 'This kind of credential is not supported. Send an API key or an access token.',
    });
  }

  return async (authorization, sandbox, request = 'use this address') => {
    const missing = { code: 'unauthenticated', message: 'Send a credential: Authorization: Bearer <API key>.' };
    const match = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? '');
    if (!match || match[1]!.length > credentialLengthMax) return refuse(missing);
    const actor = await actorOf(match[1]!);
    if (!actor.ok) return actor;
    const { kiosk } = actor.value;
    if (kiosk && !deviceRights[kiosk.role].requests.has(request)) return refuse(notForDevices(actor.value, request));
    const tenant = await directory.byId(actor.value.tenant);
    if (!tenant) return refuse(missing);
    // Sandbox credentials work at the sandbox address only, live ones at the live address only.
    // A kiosk finds its server by address alone, so its token decides.
    if (actor.value.kind !== 'kiosk' && (tenant.sandboxOf !== null) !== sandbox)
      return refuse({
        code: 'unauthenticated',
        message: sandbox
          ? 'Live credentials do not work at the sandbox address.'
          : 'Sandbox credentials work only below /sandbox.',
      });
    if (actor.value.kind !== 'key') return ok({ actor: actor.value, tenant });
    return ok({ actor: { ...actor.value, scopes: scopesOfKey([...actor.value.scopes], modulesOf(tenant)) }, tenant });
  };
}
