/**
 * The spelling of refresh tokens: the id of the record that a token belongs to, and its turn, stamped and not stored. The
 * record says which turn is valid (login-sessions.ts, oauth-grants.ts).
 */
import { isId } from '#shared/base/id.ts';
import type { Secrets } from './secrets.ts';

export interface Turned {
  readonly id: string;
  readonly turn: number;
}

export interface RefreshTokens {
  write(turned: Turned): string;
  /** Null: the token was not stamped here. */
  read(token: string): Turned | null;
}

/** @param prefix beginning of each token, by which people recognize one. @param purpose of the stamp */
export function refreshTokens(
  secrets: Pick<Secrets, 'stamp' | 'unstamp'>,
  prefix: string,
  purpose: string,
): RefreshTokens {
  return {
    write: ({ id, turn }) => prefix + secrets.stamp(purpose, `${id} ${turn}`),
    read(token) {
      if (!token.startsWith(prefix)) return null;
      const [id, turn] = secrets.unstamp(purpose, token.slice(prefix.length))?.split(' ') ?? [];
      return isId(id) && turn !== undefined ? { id, turn: Number(turn) } : null;
    },
  };
}
