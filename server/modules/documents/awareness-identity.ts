/**
 * Writes the identity of a client into its awareness state, so that invented names do not reach the other clients. The server
 * sets `user` and keeps only the colors that the client put into it. It removes a client's `gatehouse`, which is reserved for
 * the server's own state.
 */
import { isObject } from '#shared/base/json.ts';
import { gone } from './awareness-messages.ts';

export interface Identity {
  /** The actor's name in the log. */
  readonly name: string;
  /** The name that other clients show; absent: `name`. */
  readonly shownAs?: string;
}

const shownMax = 120;
const colorMax = 40;
const colors = ['color', 'colorLight'] as const;

/** @param state valid JSON: the caller has parsed it before */
export function withIdentity(state: string, { name, shownAs }: Identity): string {
  if (state === gone) return state;
  const given: unknown = JSON.parse(state);
  const { gatehouse: _, user, ...rest } = isObject(given) ? given : {};
  const claimed = isObject(user) ? user : {};
  const kept = colors.flatMap((color) => {
    const value = claimed[color];
    return typeof value === 'string' && value.length <= colorMax ? [[color, value] as const] : [];
  });
  return JSON.stringify({
    ...rest,
    user: { ...Object.fromEntries(kept), id: name, name: (shownAs ?? name).slice(0, shownMax) },
  });
}
