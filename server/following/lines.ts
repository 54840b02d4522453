/**
 * Lines that stay open (sockets, event streams), and the credentials they were opened with: a line ends at once when
 * its credential is revoked, and within seconds where it ran out or another server revoked it.
 */
import { type Actor, actorName } from '../access/actor.ts';
import type { Identify } from '../access/identify.ts';
import type { Revocations } from '../access/revocations.ts';
import { faultFields, type Log } from '../http/log.ts';

const recheckMs = 5_000;
export const linesPerTenantMax = 500;

export interface Line {
  readonly actor: Actor;
  readonly authorization: string | undefined;
  readonly sandbox: boolean;
  /** The credential is no longer good: a code of the catalogue. */
  readonly end: (code: string) => void;
  /** The server goes. */
  readonly leave: () => void;
}

export interface Lines {
  /** Returns how to let go of it; null: the tenant has too many. */
  hold(line: Line): (() => void) | null;
  /** Every line is left, and no more is heard. */
  close(): void;
}

export function openLines(identify: Identify, revocations: Revocations, log: Log): Lines {
  const lines = new Set<Line>();
  const ofTenant = new Map<string, number>();

  function release(line: Line): void {
    if (!lines.delete(line)) return;
    const left = (ofTenant.get(line.actor.tenant) ?? 1) - 1;
    if (left > 0) ofTenant.set(line.actor.tenant, left);
    else ofTenant.delete(line.actor.tenant);
  }

  async function recheck(line: Line): Promise<void> {
    const still = await identify(line.authorization, line.sandbox);
    if (!still.ok && lines.has(line)) line.end(still.errors[0].code);
  }

  const stopHearing = revocations.onRevoked((name) => {
    for (const line of [...lines]) if (actorName(line.actor) === name) line.end('credential_revoked');
  });
  const looking = setInterval(() => {
    for (const line of lines)
      recheck(line).catch((fault: unknown) => log.warn('line not looked at', faultFields(fault)));
  }, recheckMs);
  looking.unref();
  return {
    hold(line) {
      const held = ofTenant.get(line.actor.tenant) ?? 0;
      if (held >= linesPerTenantMax) return null;
      ofTenant.set(line.actor.tenant, held + 1);
      lines.add(line);
      return () => release(line);
    },
    close() {
      stopHearing();
      clearInterval(looking);
      for (const line of [...lines]) line.leave();
    },
  };
}
