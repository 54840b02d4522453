/** Sessions and grants in words. */

import type { HeldSession } from '#shared/sdk/held-access.ts';
import { t } from '../../../../parts/text/text.ts';

const ways: Readonly<Record<string, string>> = {
  password: t('password'),
  sso: t('single_sign_on'),
  login_link: t('login_link'),
  invitation: t('invitation'),
};

export function wayIn({ how }: HeldSession): string {
  return ways[how ?? ''] ?? t('login');
}

export function ownerOf({ member }: { readonly member: { readonly email: string | null } }): string {
  return member.email ?? t('a_former_member');
}
