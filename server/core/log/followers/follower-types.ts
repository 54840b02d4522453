/** The settings, ports and status of followers and jobs, shared by the files of this folder. Types only. */
import type { Clock } from '#shared/base/time.ts';
import type { Store, TenantStore } from '../../../store/contract.ts';
import type { Module } from '../../collections/module.ts';
import type { FailingState, LoopFault } from './loop-state.ts';
import type { Pace } from './pace.ts';

export interface FollowersSetting {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Called at each failure, for the log; the state stays visible in `status()`. */
  readonly onFault?: (fault: LoopFault) => void;
  /** Decides when loops run again; tests control it by hand. */
  readonly pace?: Pace;
}

export interface FollowerStatus extends Partial<FailingState> {
  readonly tenant: string;
  readonly name: string;
  readonly cursor: number;
  readonly head: number;
  /** Changes not yet looked at. */
  readonly lag: number;
}

export interface JobStatus extends Partial<FailingState> {
  readonly tenant: string;
  readonly name: string;
  /** ISO 8601; null before the first run. */
  readonly lastRunAt: string | null;
}

export interface FollowedTenant {
  readonly id: string;
  readonly modules: readonly string[];
}

/** Finds and opens the tenants to follow; made by core/tenants/tenant-source.ts. */
export interface TenantSource<T extends FollowedTenant> {
  /** Id of the control tenant: the process that leads it reads the news of tenants from the control log. */
  readonly control: string;
  /** Of the control log. */
  readonly logId: string;
  /** Tenants that were added, or whose modules changed, after this number of the control log; a page at a time. */
  readonly news: (after: number) => Promise<{ readonly tenants: readonly string[]; readonly seq: number }>;
  /** Those of the given tenants that exist. */
  readonly find: (ids: readonly string[]) => Promise<readonly T[]>;
  readonly open: (tenant: T) => Promise<TenantStore>;
}

export interface FollowTenantsParts<T extends FollowedTenant> {
  readonly store: Pick<Store, 'schedule' | 'leads'>;
  readonly source: TenantSource<T>;
  readonly modules: readonly Module[];
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onFault: (fault: Pick<LoopFault, 'name' | 'error'>) => void;
  /** Absent: the clock's own. */
  readonly pace?: Pace;
  /** Time without a write after which a tenant is put to rest, in ms; absent: five minutes. */
  readonly quietMs?: number;
  /** Number of tenants that may stay followed although they were last written to longer ago than that; absent: 100. */
  readonly quietMax?: number;
}
