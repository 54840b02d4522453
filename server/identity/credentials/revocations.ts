/**
 * Announces within this process, and at once, that a credential was revoked: its open connections end. Requests need no
 * announcement, they read the record each time; other servers read the control database's log (remote-revocations.ts).
 */
export interface Revocations {
  /** @param actor as in the log, e.g. `kiosk:<id>` */
  announce(actor: string): void;
  /** @returns a function that removes the listener */
  onRevoked(listener: (actor: string) => void): () => void;
}

export function createRevocations(): Revocations {
  const listeners = new Set<(actor: string) => void>();
  return {
    announce(actor) {
      for (const listener of listeners) listener(actor);
    },
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
