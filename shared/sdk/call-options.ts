/** The options that every call of the client takes. */
import type { Signal } from './host.ts';

export interface CallOptions {
  readonly signal?: Signal | undefined;
}
