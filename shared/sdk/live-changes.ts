/** The changes that a live subscription brings to its caller. Types only; the connection itself is live-line.ts. */
import type { LiveOp } from '../live/frames.ts';
import type { CallOptions } from './call-options.ts';
import type { CollectionName, FiltersOf, RecordOf, Schema } from './schema.ts';
import type { Where } from './where.ts';

/** A place in a tenant's log: to go on from it after a restart. */
export interface Place {
  readonly log: string;
  readonly seq: number;
}

export type Change<R> =
  /** `record` as it is after the change; of a deletion the last state there was. */
  | {
      readonly op: Exclude<LiveOp, 'leave'>;
      readonly id: string;
      readonly record: R;
      readonly place: Place;
    }
  /** It no longer fits the filter, or is no longer to be seen. */
  | { readonly op: 'leave'; readonly id: string; readonly record: null; readonly place: Place }
  /** Changes are sent from `place` on: read the records again, then apply what follows. */
  | { readonly op: 'reset'; readonly id: null; readonly record: null; readonly place: Place; readonly code: string };

export interface ChangesOptions<S extends Schema, N extends CollectionName<S>> extends CallOptions {
  /** Filter over the record itself, not through relations. */
  readonly where?: Where<S, FiltersOf<S, N>>;
  /** Changes after this; absent: from now on. */
  readonly since?: Place;
  /**
   * Called when the server has accepted the subscription: changes after this place arrive. Called again after each
   * reconnection.
   */
  readonly onLive?: (place: Place) => void;
}

export interface CollectionChanges<S extends Schema, N extends CollectionName<S>> {
  /**
   * Changes as they happen, over a connection that is made again when it breaks: none missed, none twice. Ends with the
   * signal, or by leaving the loop. @throws GatehouseError when the server refuses the subscription
   */
  changes(options?: ChangesOptions<S, N>): AsyncGenerator<Change<RecordOf<S, N>>, void, void>;
}
