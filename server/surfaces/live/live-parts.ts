/** The parts that the live surface is built from. */
import type { Clock } from '#shared/base/time.ts';
import type { LiveTails } from '../../core/log/tails/live-tails.ts';
import type { Platform } from '../../core/platform.ts';
import type { RegistryTail } from '../../core/tenants/registry-tail.ts';
import type { Log } from '../../http/log.ts';

export interface LiveParts {
  readonly platform: Platform;
  readonly tails: LiveTails;
  readonly registryTail: RegistryTail;
  readonly clock: Clock;
  readonly log: Log;
  /** Longest time for which a connection may take nothing, in ms; 15 s by default, set by tests. */
  readonly patienceMs?: number;
}
