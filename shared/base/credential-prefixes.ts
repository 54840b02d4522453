/**
 * The prefix of each kind of credential, by which a person, a scanner of repositories and our own log recognize one.
 * The one list: makers of credentials take their prefix from here, and the log strikes out what begins with any.
 */
export const credentialPrefixes = {
  liveKey: 'gate_sk_live_',
  sandboxKey: 'gate_sk_test_',
  /** Session of the console, from a login link. */
  session: 'gate_se_',
  loginLink: 'gate_ll_',
  kioskToken: 'gate_kt_',
  /** Refresh token of a login. */
  refreshToken: 'gate_rt_',
  /** Refresh token of an app that a person allowed. */
  appRefreshToken: 'gate_ro_',
  authorizationCode: 'gate_ac_',
  clientSecret: 'gate_cs_',
  singleSignOnCode: 'gate_so_',
  /** Standard Webhooks. */
  webhookSecret: 'whsec_',
  /** Given to encoders, which broadcast with it. */
  streamKey: 'live_',
} as const satisfies Readonly<Record<string, string>>;

export type CredentialKind = keyof typeof credentialPrefixes;

/** A key of either kind begins so. */
export const keyPrefix = 'gate_sk_';
