/**
 * A tenant's way to a pool of connections to a cluster's coordinator: through the places of the node where it stands. Tells
 * the places what is asked and answered, and keeps no connection on which the node did not answer.
 */
import type pg from 'pg';
import type { Connections } from '../../connection.ts';
import { isLost, isTooLate } from '../../errors.ts';
import type { NodePlaces, Place } from './node-places.ts';

export interface NodeConnectionsSetting {
  readonly pool: pg.Pool;
  readonly places: NodePlaces;
  readonly tenant: string;
  /** The tenant's node at this moment; null: the coordinator, which every tenant needs and which has no share. */
  readonly node: () => string | null;
}

export function nodeConnections({ node, places, pool, tenant }: NodeConnectionsSetting): Connections {
  return {
    async connect() {
      const name = node();
      if (name === null) return pool.connect();
      const place = await places.enter(name, tenant);
      try {
        return lend(await pool.connect(), place);
      } catch (error) {
        place.leave();
        throw error;
      }
    },
  };
}

/** Until it is released, the connection tells its place what it does. */
function lend(client: pg.PoolClient, place: Place): pg.PoolClient {
  const ask = client.query;
  const giveBack = client.release;
  let isSound = true;
  const noteEnd = (error: unknown) => {
    // The coordinator may still be waiting for the node on this connection: the next statement on it, of a tenant of
    // any node, would wait for that answer.
    if (isLost(error) || isTooLate(error)) isSound = false;
    // What ended because nothing came in time is no answer.
    if (isSound) place.answered();
  };
  const noted = (...asked: readonly unknown[]): unknown => {
    const answer: unknown = Reflect.apply(ask, client, asked);
    if (!(answer instanceof Promise)) return answer;
    place.asked();
    answer.then(() => place.answered(), noteEnd);
    return answer;
  };
  client.query = noted as typeof ask;
  client.release = (error) => {
    client.query = ask;
    place.leave();
    giveBack.call(client, error ?? !isSound);
  };
  return client;
}
