/**
 * The actor of a request. It is made once, at the entrance: from a credential, for a visitor of a public page, or for the
 * platform itself. The code after it trusts it.
 */
import { scopesAllow } from '#shared/modules/auth/roles.ts';

export type ActorKind = 'key' | 'kiosk' | 'user' | 'public' | 'system';

export interface KioskBinding {
  readonly kiosk: string;
  readonly event: string;
  /** The gate's id; null: a device of an exhibitor that stands at no gate, or a box. */
  readonly gate: string | null;
  readonly role: 'gate' | 'self-service' | 'exhibitor' | 'box';
  /** Owner of the device, with the role `exhibitor`: it sees nothing of any other. Null or absent: none, and no leads. */
  readonly exhibitor?: string | null;
  /** The people whose names an exhibitor's device receives: `all` before a scan; `scanned` or absent, those it has scanned. */
  readonly roster?: 'all' | 'scanned';
}

export interface Actor {
  /** Id of the tenant whose database is used. The credential, or the address of a public page, names it. */
  readonly tenant: string;
  readonly kind: ActorKind;
  /** Stable id of the credential or person: goes into the log as `<kind>:<id>`. */
  readonly id: string;
  /** `<area>:<read|write>`; `*`: all, as the platform and owners have. */
  readonly scopes: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  readonly kiosk?: KioskBinding;
  /** Actions that a guest may run: those that its page names. */
  readonly runs?: ReadonlySet<string>;
  /** Display name of a person in the console; absent: `label` is shown. */
  readonly shownAs?: string;
  /** Name for people who read the audit log: an e-mail address, the name of a key. */
  readonly label?: string;
  /** The network address the request came from. */
  readonly from?: string;
  /** Header Accept-Language of the request, as it came. */
  readonly acceptLanguage?: string;
  /** Session of a person who is logged in, which a logout ends. */
  readonly session?: string;
  /** Grant of an app, or of a key that an app made; the actor ends with it. */
  readonly grant?: string;
}

/** @returns the actor as `<kind>:<id>`, as the log stores it */
export function actorName(actor: Actor): string {
  return `${actor.kind}:${actor.id}`;
}

/**
 * A visitor of a public page, without a credential: it runs the actions that the page names, and reads and writes nothing.
 *
 * @param seen what the request shows of the visitor: network address and Accept-Language
 */
export function guestActor(
  tenant: string,
  runs: readonly string[],
  seen: Required<Pick<Actor, 'from' | 'acceptLanguage'>>,
): Actor {
  return { tenant, kind: 'public', id: 'page', scopes: new Set(), roles: new Set(), runs: new Set(runs), ...seen };
}

/** The platform acting for itself: followers, jobs, administration. */
export function systemActor(tenant: string, id: string): Actor {
  return { tenant, kind: 'system', id, scopes: new Set(['*']), roles: new Set(['owner']) };
}

/** Whether the actor's scopes allow one of the wanted ones, as `scopesAllow` says. */
export function hasScope({ scopes }: Pick<Actor, 'scopes'>, ...wanted: readonly string[]): boolean {
  return scopesAllow(scopes, ...wanted);
}
