/**
 * The credential of a client's requests: an API key, or a person's login, whose access token is renewed when the server
 * refuses it.
 */
import { GatehouseError } from './gatehouse-error.ts';

/** Tokens that a page may keep to be logged in after a reload. */
export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Credential {
  /** Awaited before each request: renews a token that is about to expire. Absent: renewed after a 401 only. */
  fresh?(): Promise<void>;
  /** Returns the token for the Authorization header. @throws GatehouseError `logged_out` */
  token(): string;
  /**
   * Called after a 401. Tells whether there is another token.
   * @param refused the token that was not taken; another may be there already
   */
  renewed(refused: string): Promise<boolean>;
}

export function byKey(apiKey: string): Credential {
  return { token: () => apiKey, renewed: async () => false };
}

export interface SessionKeeper extends Credential {
  current(): Session | null;
  replace(session: Session | null): void;
}

/**
 * @param refresh asks the server once; null: the refresh token is not good any more
 * @param onSession called with every change, to keep it
 */
export function bySession(
  initial: Session | null,
  refresh: (refreshToken: string) => Promise<Session | null>,
  onSession: (session: Session | null) => void,
): SessionKeeper {
  let session = initial;
  /** One at a time: a refresh token is good for once, and a second use would end the login. */
  let renewing: Promise<boolean> | null = null;

  function replace(next: Session | null): void {
    session = next;
    onSession(next);
  }

  async function renew(used: Session): Promise<boolean> {
    const next = await refresh(used.refreshToken);
    // Logged out, or in again, while the server was asked.
    if (session !== used) return session !== null;
    replace(next);
    return next !== null;
  }

  return {
    current: () => session,
    replace,
    token() {
      if (session) return session.accessToken;
      throw new GatehouseError('logged_out', 'No one is logged in. Call $login first.');
    },
    async renewed(refused) {
      if (!session) return false;
      if (session.accessToken !== refused) return true;
      renewing ??= renew(session).finally(() => {
        renewing = null;
      });
      return renewing;
    },
  };
}
