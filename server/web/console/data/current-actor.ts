/** The logged-in actor as the server sees it. */
import { t } from '../../parts/text/text.ts';
import { request } from './client.ts';

export interface Who {
  /** `user`, `key`, … */
  readonly kind: string;
  /** `<area>:<read|write>`, where the area may be `*`; a scope `*` alone allows everything. */
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  readonly tenant: { readonly slug: string; readonly plan: string };
  /** The person; absent for an actor without a login session, e.g. a key. */
  readonly user?: { readonly id: string; readonly email: string; readonly role: string };
}

/** @throws GatehouseError */
export async function readWho(): Promise<Who> {
  return (await request<{ data: Who }>('GET', '/api/v1/auth/me')).data;
}

/** Returns the words that name the actor in a sentence: "the role viewer", "this API key". */
export function standing({ kind, user, roles }: Who): string {
  if (kind === 'key') return t('this_api_key');
  return t('the_role', { part: user?.role ?? roles[0] ?? t('you_have') });
}
