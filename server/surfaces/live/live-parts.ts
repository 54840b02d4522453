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
  /** How long a line may take nothing; for tests, 15 s unless given. */
  readonly patienceMs?: number;
}
