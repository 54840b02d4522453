/** The context of an operation on one tenant. */
import type { Clock } from '#shared/base/time.ts';
import type { TenantStore } from '../../store/contract.ts';
import type { Registry } from '../platform.ts';
import type { Modules } from './registry.ts';

export interface Scene {
  readonly store: TenantStore;
  readonly registry: Registry;
  readonly modules: Modules;
  readonly clock: Clock;
  readonly newId: () => string;
}
