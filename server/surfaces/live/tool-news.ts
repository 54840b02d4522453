/**
 * Sends one connection the version of the tools of its actor: at first, and when the tenant's modules or collections or
 * the actor's rights have changed. The tools themselves are at `/api/schema/tools`. Used by session.ts.
 */

import { toolsVersion } from '../../core/collections/tools-version.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { faultFields } from '../../http/log.ts';
import type { LiveParts } from './live-parts.ts';
import type { Wire } from './wire.ts';

export interface ToolNews {
  /** @param id what the client calls it; a second one takes the place of the first */
  begin(id: string): void;
  /** The actor may be another: sent again only where that changes the version. */
  announce(): void;
  /** @param id only where it is this one; absent: whichever it is */
  end(id?: string): void;
}

interface Followed {
  readonly id: string;
  readonly stop: () => void;
  sentVersion: string | null;
}

export function followTools({ log, platform, registryTail }: LiveParts, wire: Wire, actorOf: () => Actor): ToolNews {
  let followed: Followed | null = null;

  async function sendVersion(): Promise<void> {
    const registry = await platform.registry(actorOf().tenant);
    // No await from here on: the actor is the one there is now.
    const version = toolsVersion(registry, actorOf());
    if (!followed || followed.sentVersion === version) return;
    followed.sentVersion = version;
    wire.send({ type: 'tools', id: followed.id, version });
  }

  function announce(): void {
    if (followed) sendVersion().catch((fault: unknown) => log.warn('tools not announced', faultFields(fault)));
  }

  function end(id?: string): void {
    if (!followed || (id !== undefined && id !== followed.id)) return;
    followed.stop();
    followed = null;
  }

  return {
    begin(id) {
      end();
      followed = { id, stop: registryTail.subscribe(actorOf().tenant, announce), sentVersion: null };
      announce();
    },
    announce,
    end,
  };
}
