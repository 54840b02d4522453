/** The parts that the MCP surface is built from. */
import type { Clock } from '#shared/base/time.ts';
import type { LiveTails } from '../../core/log/tails/live-tails.ts';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import type { Platform } from '../../core/platform.ts';
import type { RegistryTail } from '../../core/tenants/registry-tail.ts';
import type { Log } from '../../http/log.ts';
import type { Lines } from '../../http/open-connections.ts';
import type { TenantStore } from '../../store/contract.ts';
import type { McpExtras } from './extras.ts';

export interface McpParts {
  readonly platform: Platform;
  readonly cursors: CursorStamp;
  readonly lines: Lines;
  readonly tails: LiveTails;
  readonly registryTail: RegistryTail;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  readonly publicUrl: string;
  /** The tenant's database, for what is kept of its sessions. */
  readonly source: (tenant: string) => Promise<TenantStore>;
  readonly extras?: McpExtras | null;
}
