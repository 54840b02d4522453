/** The grant that an app's token belongs to, of either kind of token, while the grant lasts. */
import type { OAuthGrantRecord } from '../../identity/apps/tables.ts';
import type { OAuthAccess } from '../../identity/open-access.ts';

export interface GrantOfToken {
  readonly grant: OAuthGrantRecord;
  readonly scopes: readonly string[];
  readonly kind: 'access' | 'refresh';
}

/** @returns null for a token that is unknown or not good any more */
export async function grantOfToken(
  { grants, tokens }: Pick<OAuthAccess, 'grants' | 'tokens'>,
  token: string,
): Promise<GrantOfToken | null> {
  const refresh = await grants.ofRefreshToken(token);
  if (refresh) return refresh.good ? { grant: refresh.grant, scopes: refresh.grant.scopes, kind: 'refresh' } : null;
  const read = await tokens.read(token);
  if (!read.ok || !read.value.app) return null;
  const grant = await grants.alive(read.value.session);
  return grant && { grant, scopes: read.value.app.scopes, kind: 'access' };
}
