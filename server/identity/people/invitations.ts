/** Links that are mailed: to join a tenant, and to choose a new password. What they say is stamped, not stored. */
import { isObject } from '#shared/base/json.ts';
import { dayMs, hourMs } from '#shared/base/time.ts';
import type { Secrets } from '../credentials/secrets.ts';

export const invitationMs = 7 * dayMs;
export const resetMs = hourMs;

export interface InvitationLink {
  readonly tenant: string;
  readonly member: string;
  /** The member's `invitation`: the link ends when the member has another one, or none. */
  readonly invitation: string;
}

export interface ResetLink {
  readonly account: string;
  readonly reset: string;
}

export interface MailedLinks {
  invitation(link: InvitationLink): string;
  /** Null: not stamped here. The caller checks that the member still has this invitation. */
  readInvitation(token: string): InvitationLink | null;
  reset(link: ResetLink): string;
  /** Null: not stamped here. The caller checks that the account still has this reset. */
  readReset(token: string): ResetLink | null;
}

export function mailedLinks(secrets: Pick<Secrets, 'stamp' | 'unstamp'>): MailedLinks {
  function read(purpose: string, token: string, names: readonly string[]): Record<string, string> | null {
    const payload = secrets.unstamp(purpose, token);
    const value: unknown = payload === null ? null : JSON.parse(payload);
    return isObject(value) && names.every((name) => typeof value[name] === 'string')
      ? (value as Record<string, string>)
      : null;
  }
  return {
    invitation: ({ tenant, member, invitation }) =>
      secrets.stamp('invitation', JSON.stringify({ tenant, member, invitation })),
    readInvitation: (token) => read('invitation', token, ['tenant', 'member', 'invitation']) as InvitationLink | null,
    reset: ({ account, reset }) => secrets.stamp('password-reset', JSON.stringify({ account, reset })),
    readReset: (token) => read('password-reset', token, ['account', 'reset']) as ResetLink | null,
  };
}
