/** Who asks. Built once at the door from a credential; everything behind it trusts it. */
export type ActorKind = 'key' | 'kiosk' | 'user' | 'public' | 'system';

export interface KioskBinding {
  readonly kiosk: string;
  readonly event: string;
  /** The gate's id. */
  readonly gate: string;
  readonly role: 'gate' | 'self-service' | 'exhibitor';
}

export interface Actor {
  /** The tenant's id: whose database is asked. Known from the credential alone. */
  readonly tenant: string;
  readonly kind: ActorKind;
  /** Stable id of the credential or person: goes into the log as `<kind>:<id>`. */
  readonly id: string;
  /** `<area>:<read|write>`; `*` for the platform itself. */
  readonly scopes: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  readonly kiosk?: KioskBinding;
}

export function actorName(actor: Actor): string {
  return `${actor.kind}:${actor.id}`;
}

/** The platform acting for itself: followers, jobs, administration. */
export function systemActor(tenant: string, id: string): Actor {
  return { tenant, kind: 'system', id, scopes: new Set(['*']), roles: new Set(['owner']) };
}

/** `wanted` is `<area>:<read|write>`; the area may be a module or one of its collections. */
export function hasScope(actor: Actor, ...wanted: readonly string[]): boolean {
  return actor.scopes.has('*') || wanted.some((scope) => actor.scopes.has(scope));
}
