/** The actor of a request. Built once from a credential, at the entrance; the code after it trusts it. */
import { administrativeAreas } from '#shared/modules/auth/roles.ts';

export type ActorKind = 'key' | 'kiosk' | 'user' | 'public' | 'system';

export interface KioskBinding {
  readonly kiosk: string;
  readonly event: string;
  /** The gate's id; null: a device of an exhibitor that stands at no gate, or a box. */
  readonly gate: string | null;
  readonly role: 'gate' | 'self-service' | 'exhibitor' | 'box';
  /** Owner of the device, with the role `exhibitor`: it sees nothing of any other. Null or absent: none, and no leads. */
  readonly exhibitor?: string | null;
  /** The organizer's word on whom an exhibitor's device knows before a scan. Absent: only whom it scanned. */
  readonly roster?: 'all' | 'scanned';
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
  /** Actions that a guest may run: those that its page names. */
  readonly runs?: ReadonlySet<string>;
  /** Name of a person for colleagues; absent: the label. */
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

export function actorName(actor: Actor): string {
  return `${actor.kind}:${actor.id}`;
}

/**
 * A visitor of a public page, without a credential: it runs the actions that the page names, and reads and writes nothing.
 *
 * @param from the network address the request came from
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

/**
 * `*:read` and `*:write` stand for every area but the administrative ones.
 *
 * @param wanted `<area>:<read|write>`, any one of which will do: the module's first, then that of one of its collections
 */
export function hasScope(actor: Pick<Actor, 'scopes'>, ...wanted: readonly string[]): boolean {
  if (actor.scopes.has('*') || wanted.some((scope) => actor.scopes.has(scope))) return true;
  const [area = '', verb] = wanted[0]?.split(':') ?? [];
  return !administrativeAreas.has(area) && actor.scopes.has(`*:${verb}`);
}
