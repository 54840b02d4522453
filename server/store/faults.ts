/** The errors a store throws: expected ones, which a caller turns into a refusal, and faults of disk, database or table. */

/** A read that took longer than it may. The store works; a narrower query will succeed. */
export class ReadTimeout extends Error {}

/** Too many long reads of this tenant wait already, or one has waited too long for its turn. */
export class ReadsWaiting extends Error {}

/** No one waits for the answer any more. */
export class ReadAbandoned extends Error {}

/** A table that is not there, or no longer: its collection was dropped while someone asked for it. */
export class MissingCollection extends Error {
  readonly collection: string;
  constructor(collection: string) {
    super(`no collection ${collection} in this store`);
    this.collection = collection;
  }
}

/** Thrown by create and update, and by plans; the platform answers 409. */
export class UniqueViolation extends Error {
  readonly collection: string;
  readonly fields: readonly string[];
  constructor(collection: string, fields: readonly string[]) {
    super(`unique violation in ${collection}: ${fields.join(', ')}`);
    this.collection = collection;
    this.fields = fields;
  }
}

/** An update or delete of what is not there; a plan that cannot be sure asks `get` first. */
export class MissingRecord extends Error {
  readonly collection: string;
  readonly id: string;
  constructor(collection: string, id: string) {
    super(`no record ${id} in ${collection}`);
    this.collection = collection;
    this.id = id;
  }
}

/** Disk or database failed, or the store is closed: nothing of this commit is acknowledged. `cause` says what happened. */
export class StoreFault extends Error {}

/** Too much waits already for the node of the cluster where this tenant stands: nothing was done, and later it may be. */
export class NodeBusy extends StoreFault {}

/** A schema or a table is to be made, which needs all nodes of the cluster, and one does not answer. Nothing was done. */
export class NodeAway extends StoreFault {}

/** The tables have another shape than this process knows: another one changed them. Load the definitions again. */
export class StaleShape extends StoreFault {}

/** The connection broke during a commit and did not come back in time: the commit may have been kept, or not. */
export class CommitInDoubt extends StoreFault {}
