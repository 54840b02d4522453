/** Sessions and grants as the API lists them, and in words. */
export interface MemberName {
  readonly id: string;
  readonly email: string | null;
}

export interface HeldSession {
  readonly id: string;
  readonly member: MemberName;
  readonly how: string | null;
  readonly from: string | null;
  readonly isCurrent: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

export interface HeldGrant {
  readonly id: string;
  readonly app: { readonly id: string; readonly name: string | null; readonly registeredItself: boolean };
  readonly member: MemberName;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly endsAt: string;
}

const ways: Readonly<Record<string, string>> = {
  password: 'Password',
  sso: 'Single sign-on',
  login_link: 'Login link',
  invitation: 'Invitation',
};

export function wayIn({ how }: HeldSession): string {
  return ways[how ?? ''] ?? 'Login';
}

export function ownerOf({ member }: { readonly member: MemberName }): string {
  return member.email ?? 'a former member';
}
