/** Sessions and grants in words. */
import type { HeldSession } from '#shared/sdk/held-access.ts';

const ways: Readonly<Record<string, string>> = {
  password: 'Password',
  sso: 'Single sign-on',
  login_link: 'Login link',
  invitation: 'Invitation',
};

export function wayIn({ how }: HeldSession): string {
  return ways[how ?? ''] ?? 'Login';
}

export function ownerOf({ member }: { readonly member: { readonly email: string | null } }): string {
  return member.email ?? 'a former member';
}
