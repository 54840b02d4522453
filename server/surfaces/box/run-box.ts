/** The box's round: rows up, changes down, a report of its status. Begun by the clock, by a hint, and by a row that waits. */
import { type Clock, secondMs } from '#shared/base/time.ts';
import type { StatusRequest } from '#shared/sync/up.ts';
import { countRows } from './box-state.ts';
import { kiosksHere } from './kiosks-here.ts';
import type { BoxMesh } from './mesh/open-box-mesh.ts';
import { type PullParts, pullDown } from './pull-down.ts';
import { leaveToOwnKioskMs, sendUp } from './send-up.ts';
import { boxRows } from './tables.ts';
import { NoWayUp, RefusedUpstream } from './upstream-link.ts';

export interface RunningBox {
  /** Begins the next round at once: there is something to send, or to pull. */
  wake(): void;
  /** Number of changes still to pull. Null: not known yet. */
  toPull(): number | null;
  stop(): Promise<void>;
}

/** SY20 takes a device that is silent for 45 seconds for gone. */
const roundEveryMs = 15 * secondMs;
/** Delay after a fault that is not the network's, and while there is no way up. */
const retryMs = 3 * secondMs;

export interface RunParts extends PullParts {
  readonly mesh: Pick<BoxMesh, 'upstreamHas' | 'addresses'>;
  readonly clock: Clock;
  readonly onFault: (fault: unknown) => void;
}

async function reportStatus({ link, mesh, state }: RunParts, softwareVersion: string): Promise<void> {
  const [oldest] = await state.store.find(boxRows, {
    where: { kind: 'field', path: 'state', op: 'equals', value: 'waiting' },
    sort: [{ path: 'createdAt', direction: 'asc' }],
    limit: 1,
  });
  const body: Partial<StatusRequest> = {
    pending: await countRows(state, 'waiting'),
    parked: await countRows(state, 'refused'),
    oldestUnsentAt: oldest?.createdAt ?? null,
    printer: 'none',
    knownSeq: state.record().seq ?? 0,
    softwareVersion,
    peerAddresses: mesh.addresses(),
  };
  const say = (more: Partial<StatusRequest>) =>
    link.ask({ method: 'POST', path: '/api/v1/actions/events.kiosk_status', body: { ...body, ...more } });
  try {
    await say({ kiosks: await kiosksHere(state) });
  } catch (fault) {
    // A server of a release before SY27 knows no such field, and shows these kiosks as offline.
    if (!(fault instanceof RefusedUpstream) || fault.status >= 500) throw fault;
    await say({});
  }
}

/** @param softwareVersion what the box says of itself upstream */
export function runBox(parts: RunParts, softwareVersion: string): RunningBox {
  const { clock, link, mesh, onFault, state } = parts;
  let stopped = false;
  let isWanted = false;
  let toPull: number | null = null;
  let wakeUp = (): void => {};

  async function round(): Promise<number> {
    if (state.record().ended !== null) return roundEveryMs;
    try {
      const areLeft = await sendUp(state, link, clock(), mesh.upstreamHas);
      toPull = await pullDown(parts);
      await reportStatus(parts, softwareVersion);
      return areLeft ? leaveToOwnKioskMs : roundEveryMs;
    } catch (fault) {
      if (!(fault instanceof NoWayUp) && !stopped) onFault(fault);
      return retryMs;
    }
  }

  function pause(ms: number): Promise<void> {
    if (isWanted || stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!stopped) {
      isWanted = false;
      await pause(await round());
    }
  }
  const ended = run();

  return {
    wake() {
      isWanted = true;
      wakeUp();
    },
    toPull: () => toPull,
    async stop() {
      stopped = true;
      wakeUp();
      await ended;
    },
  };
}
