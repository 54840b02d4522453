/**
 * Stores the rows that the mesh hears in this box (PE21): by the same path as rows that its kiosks bring, in the name of the
 * kiosk that signed each. From then on a row counts on the box's own board, and goes up like any other.
 */
import type { PeerEntry } from '#shared/peers/entry.ts';
import type { PeerMesh } from '#shared/peers/mesh.ts';
import type { TenantStore } from '../../../store/contract.ts';
import { boxRows } from '../tables.ts';

/** Durable when it resolves, or refused for good. */
export type TakeRows = (
  rows: readonly {
    readonly newDocumentState: unknown;
    readonly relay: { readonly previous: number; readonly signature: string };
  }[],
) => Promise<unknown>;

export interface TakingIn {
  /** Called where the mesh may have something to take in. */
  wake(): void;
  stop(): Promise<void>;
}

export interface TakingInParts {
  readonly store: TenantStore;
  readonly mesh: Pick<PeerMesh, 'toRelay' | 'answered'>;
  /** Null: this server takes no rows yet. */
  readonly take: () => TakeRows | null;
  /** Ids of scans that came down from the server upstream. */
  readonly upstreamHas: (ids: readonly string[]) => void;
  readonly onFault: (fault: unknown) => void;
}

const rowsAtOnce = 100;

export function startTakingIn({ mesh, onFault, store, take, upstreamHas }: TakingInParts): TakingIn {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  /** Whether the scan came down from the server upstream: it is stored here, and no kiosk brought it. */
  async function cameDown({ scan }: PeerEntry): Promise<boolean> {
    return (await store.get('scans', scan.id)) !== null && (await store.get(boxRows, scan.id)) === null;
  }

  async function takeSome(taking: TakeRows): Promise<boolean> {
    const entries = mesh.toRelay(rowsAtOnce);
    const down: string[] = [];
    const rows: PeerEntry[] = [];
    for (const entry of entries)
      if (await cameDown(entry)) down.push(entry.scan.id);
      else rows.push(entry);
    if (rows.length > 0)
      await taking(
        rows.map(({ scan, previous, signature }) => ({ newDocumentState: scan, relay: { previous, signature } })),
      );
    upstreamHas(down);
    mesh.answered(entries.map(({ scan }) => scan.id));
    return entries.length === rowsAtOnce;
  }

  async function run(): Promise<void> {
    while (again && !stopped) {
      again = false;
      const taking = take();
      if (taking !== null && (await takeSome(taking))) again = true;
    }
  }

  return {
    wake() {
      again = true;
      running ??= run()
        .catch(onFault)
        .finally(() => {
          running = null;
        });
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
