/** Lists and ends the sessions of people and the access they gave to apps: `client.$access`. */
import { isObject } from '../base/json.ts';
import type { CallOptions } from './call-options.ts';
import { dataOf } from './collection-client.ts';
import type { Transport } from './transport.ts';

export interface HeldSession {
  readonly id: string;
  readonly member: { readonly id: string; readonly email: string | null };
  /** `password`, `sso`, `login_link`, `invitation`; null: not known. */
  readonly how: string | null;
  /** The network address it was begun from. */
  readonly from: string | null;
  /** Whether this client asks with it. */
  readonly isCurrent: boolean;
  /** ISO 8601, as all times here. */
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  /** ISO 8601: no refresh leads beyond it; null: it has no end of its own. */
  readonly endsAt: string | null;
}

export interface HeldGrant {
  readonly id: string;
  readonly app: { readonly id: string; readonly name: string | null; readonly registeredItself: boolean };
  readonly member: { readonly id: string; readonly email: string | null };
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  /** ISO 8601: then the person is asked again, however often it was refreshed. */
  readonly endsAt: string;
}

export interface WhoseOptions extends CallOptions {
  /** The id of a member, for administrators; `me`. Absent: administrators list the whole tenant. */
  readonly member?: string;
}

export interface HeldAccess {
  sessions(options?: WhoseOptions): Promise<readonly HeldSession[]>;
  endSession(id: string, options?: CallOptions): Promise<void>;
  grants(options?: WhoseOptions): Promise<readonly HeldGrant[]>;
  endGrant(id: string, options?: CallOptions): Promise<void>;
  /** Ends every session and every grant, one’s own or those of `member`. @returns how many of each */
  signOutEverywhere(options?: WhoseOptions): Promise<{ readonly sessions: number; readonly grants: number }>;
}

export function createHeldAccess(transport: Transport): HeldAccess {
  const whose = ({ member }: WhoseOptions) => (member === undefined ? '' : `?member=${encodeURIComponent(member)}`);
  const get = async (what: 'sessions' | 'grants', options: WhoseOptions) => {
    const path = `/api/v1/auth/${what}${whose(options)}`;
    return dataOf(await transport({ method: 'GET', path, repeatable: 'always', signal: options.signal }));
  };
  const end = async (path: string, { signal }: CallOptions) => {
    const answer = await transport({ method: 'DELETE', path: `/api/v1/auth/${path}`, repeatable: 'always', signal });
    return dataOf(answer);
  };
  return {
    sessions: async (options = {}) => (await get('sessions', options)) as unknown as readonly HeldSession[],
    grants: async (options = {}) => (await get('grants', options)) as unknown as readonly HeldGrant[],
    async endSession(id, options = {}) {
      await end(`sessions/${encodeURIComponent(id)}`, options);
    },
    async endGrant(id, options = {}) {
      await end(`grants/${encodeURIComponent(id)}`, options);
    },
    async signOutEverywhere(options = {}) {
      const ended = await end(`sessions${whose(options)}`, options);
      const { sessions, grants } = isObject(ended) ? ended : {};
      return { sessions: Number(sessions), grants: Number(grants) };
    },
  };
}
