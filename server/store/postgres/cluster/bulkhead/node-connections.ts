/**
 * A tenant's way to a pool of connections to its node, or to the coordinator: through the slots of that node. Tells
 * the slots what is asked and answered, and keeps no connection on which the node did not answer.
 */
import type pg from 'pg';
import type { Connections } from '../../connection.ts';
import { isLost, isTooLate } from '../../errors.ts';
import type { NodeSlots, Slot } from './node-slots.ts';

export interface NodeConnectionsSetting {
  /** Connections to the coordinator. */
  readonly pool: pg.Pool;
  /** Returns the connections to a node itself; null: it is not reached. */
  readonly direct: (node: string) => pg.Pool | null;
  /** A node was not reached, or a connection to it broke. */
  readonly lost: (node: string) => void;
  readonly slots: NodeSlots;
  readonly tenant: string;
  /** The tenant's node at this moment; null: the coordinator, which every tenant needs and which has no share. */
  readonly node: () => string | null;
}

export function nodeConnections(setting: NodeConnectionsSetting): Connections {
  const { direct, lost, node, slots, pool, tenant } = setting;

  async function connectTo(name: string, slot: Slot): Promise<pg.PoolClient> {
    const straight = await direct(name)
      ?.connect()
      .catch(() => lost(name));
    if (straight) return lend(straight, slot, () => lost(name));
    return lend(await pool.connect(), slot, () => {});
  }

  return {
    async connect() {
      const name = node();
      if (name === null) return pool.connect();
      const slot = await slots.enter(name, tenant);
      try {
        return await connectTo(name, slot);
      } catch (error) {
        slot.leave();
        throw error;
      }
    },
  };
}

/** Until it is released, the connection tells its slot what it does. @param lost when it breaks */
function lend(client: pg.PoolClient, slot: Slot, lost: () => void): pg.PoolClient {
  const ask = client.query;
  const giveBack = client.release;
  let isSound = true;
  const noteEnd = (error: unknown) => {
    if (isLost(error)) lost();
    // The coordinator may still be waiting for the node on this connection: the next statement on it, of a tenant of
    // any node, would wait for that answer.
    if (isLost(error) || isTooLate(error)) isSound = false;
    // A timeout or a lost connection is no answer of the node.
    if (isSound) slot.answered();
  };
  const noted = (...asked: readonly unknown[]): unknown => {
    const answer: unknown = Reflect.apply(ask, client, asked);
    if (!(answer instanceof Promise)) return answer;
    slot.asked();
    answer.then(() => slot.answered(), noteEnd);
    return answer;
  };
  client.query = noted as typeof ask;
  client.release = (error) => {
    client.query = ask;
    slot.leave();
    giveBack.call(client, error ?? !isSound);
  };
  return client;
}
