/**
 * Connections that stay open (sockets, event streams), and the credentials they were opened with. A connection ends
 * with its credential: at once where this process ended it, within about a second where it expired or another server
 * ended it (a second more for each further 200 credentials). It is notified when the scopes or roles of its credential
 * change. One check serves all connections of a credential.
 */
import { type Actor, actorName } from '../core/policy/actor.ts';
import type { Revocations } from '../identity/credentials/revocations.ts';
import type { Identify } from '../identity/identify.ts';
import { faultFields, type Log } from './log.ts';

const recheckMs = 1_000;
/** Maximum number of credentials checked in one round; with more each has its turn in a later one. */
const credentialsAtOnce = 200;
/** Maximum number of open connections of a tenant, and of a credential. */
export const linesPerTenantMax = 5_000;
export const linesPerCredentialMax = 2_000;

export interface Line {
  readonly actor: Actor;
  readonly authorization: string | undefined;
  readonly sandbox: boolean;
  /** Called when the credential is no longer good, with the code of the refusal. */
  readonly end: (code: string) => void;
  /** Called when the server stops. */
  readonly leave: () => void;
  /** Called when the credential has other scopes or roles than before. */
  readonly changed?: (actor: Actor) => void;
}

export interface Lines {
  /** Returns the release; null: the tenant or the credential has too many. */
  hold(line: Line): (() => void) | null;
  /** Calls `leave` of every line, and ends the checks. */
  close(): void;
}

/** The lines of one credential. */
interface Bundle {
  actor: Actor;
  readonly authorization: string | undefined;
  readonly sandbox: boolean;
  readonly lines: Set<Line>;
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}

export function openLines(identify: Identify, revocations: Revocations, log: Log): Lines {
  const bundles = new Map<string, Bundle>();
  const ofTenant = new Map<string, number>();
  let isLooking = false;
  let turn = 0;

  function end({ lines }: Bundle, code: string): void {
    for (const line of [...lines]) line.end(code);
  }

  async function recheck(bundle: Bundle): Promise<void> {
    const still = await identify(bundle.authorization, bundle.sandbox);
    if (!still.ok) return end(bundle, still.errors[0].code);
    const { actor } = still.value;
    if (isSame(bundle.actor.scopes, actor.scopes) && isSame(bundle.actor.roles, actor.roles)) return;
    bundle.actor = actor;
    for (const line of [...bundle.lines]) line.changed?.(actor);
  }

  async function look(): Promise<void> {
    const all = [...bundles.values()];
    const first = all.length > credentialsAtOnce ? turn % all.length : 0;
    turn = first + credentialsAtOnce;
    for (const bundle of [...all.slice(first), ...all.slice(0, first)].slice(0, credentialsAtOnce))
      await recheck(bundle).catch((fault: unknown) => log.warn('connection not checked', faultFields(fault)));
  }

  // A person may have several logins, of which one has ended: a check of each finds it.
  const stopHearing = revocations.onRevoked((name) => {
    for (const bundle of [...bundles.values()])
      if (actorName(bundle.actor) === name) recheck(bundle).catch(() => end(bundle, 'credential_revoked'));
  });
  const looking = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, recheckMs);
  looking.unref();

  function release(line: Line, key: string): void {
    const bundle = bundles.get(key);
    if (!bundle?.lines.delete(line)) return;
    if (bundle.lines.size === 0) bundles.delete(key);
    const left = (ofTenant.get(line.actor.tenant) ?? 1) - 1;
    if (left > 0) ofTenant.set(line.actor.tenant, left);
    else ofTenant.delete(line.actor.tenant);
  }

  return {
    hold(line) {
      const { actor, authorization, sandbox } = line;
      const key = `${sandbox} ${authorization}`;
      const bundle = bundles.get(key) ?? { actor, authorization, sandbox, lines: new Set() };
      const held = ofTenant.get(actor.tenant) ?? 0;
      if (held >= linesPerTenantMax || bundle.lines.size >= linesPerCredentialMax) return null;
      bundles.set(key, bundle);
      ofTenant.set(actor.tenant, held + 1);
      bundle.lines.add(line);
      return () => release(line, key);
    },
    close() {
      stopHearing();
      clearInterval(looking);
      for (const { lines } of [...bundles.values()]) for (const line of [...lines]) line.leave();
    },
  };
}
