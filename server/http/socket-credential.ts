/** The credential that a client of socket.io sends as `auth: {token, sandbox?}`, in the words that identify takes. */
import type { Socket } from 'socket.io';
import { isObject } from '#shared/base/json.ts';

export interface SocketCredential {
  readonly authorization: string;
  readonly sandbox: boolean;
}

export function socketCredential({ handshake }: Socket): SocketCredential {
  const auth: unknown = handshake.auth;
  const { token, sandbox } = isObject(auth) ? auth : {};
  return { authorization: `Bearer ${typeof token === 'string' ? token : ''}`, sandbox: sandbox === true };
}
