/** The refusals of login and of the administration of members, with the HTTP status of each. */
export const authRefusalStatuses = {
  last_owner: 409,
  owner_only: 403,
  grant_exceeds: 403,
  role_unknown: 422,
  role_in_use: 409,
  role_reserved: 422,
  scope_unknown: 422,
  email_fixed: 422,
  invitation_only: 422,
  login_failed: 401,
  person_only: 403,
  live_only: 409,
  test_mode_closed: 409,
  tenant_ambiguous: 409,
  invitation_gone: 410,
  reset_gone: 410,
  password_weak: 422,
  password_wrong: 422,
  too_many_attempts: 429,
  plan_lacks_sso: 403,
  sso_refused: 403,
  role_not_allowed: 422,
  provider_changed: 409,
} as const satisfies Readonly<Record<string, number>>;

export type AuthRefusal = keyof typeof authRefusalStatuses;
