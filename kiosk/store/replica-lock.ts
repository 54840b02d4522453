/** One window owns the replica (Web Locks): two would number scans alike and each believe its own maps. */

export type ReplicaLock =
  | { readonly kind: 'owned'; readonly release: () => void }
  /** `whenFree` resolves once, when the other window has released the lock; then try again. */
  | { readonly kind: 'already_open'; readonly whenFree: Promise<void> };

export function takeReplicaLock(databaseName: string): Promise<ReplicaLock> {
  const name = `gatehouse-replica ${databaseName}`;
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) {
          const whenFree = navigator.locks.request(name, () => undefined).then(() => undefined);
          resolve({ kind: 'already_open', whenFree });
          return undefined;
        }
        return new Promise<void>((release) => {
          resolve({ kind: 'owned', release });
        });
      })
      .catch(reject);
  });
}
