/**
 * Writes the identity of a client into its awareness state: names that clients make up do not reach the others. The server
 * sets `user`; of what the client put there only its colors stay. `gatehouse` is for the server's own state.
 */
import { isObject } from '#shared/base/json.ts';
import { gone } from './awareness-messages.ts';

export interface Identity {
  /** As the log names actors. */
  readonly name: string;
  /** What others read; absent: the name. */
  readonly shownAs?: string;
}

const shownMax = 120;
const colorMax = 40;
const colors = ['color', 'colorLight'] as const;

/** @param state JSON that was parsed once already */
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
