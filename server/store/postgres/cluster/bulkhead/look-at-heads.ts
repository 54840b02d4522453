/** The look at the heads of logs on a cluster: node by node, so that one that does not answer hides no other's news. */
import { ask, type Connections } from '../../connection.ts';

/** Maximum number of heads asked for on one connection before it is given back. */
const headsAtOnce = 50;

export interface HeadsSetting {
  readonly nodeOf: (schema: string) => string | null;
  readonly connectionsOf: (schema: string) => Connections;
  readonly onHead: (schema: string, head: number) => void;
}

/** @returns the look, which waits for nothing: a node whose last look has no answer yet is left out */
export function lookAtHeads({ connectionsOf, nodeOf, onHead }: HeadsSetting): (schemas: readonly string[]) => void {
  const busy = new Set<string | null>();

  async function lookAt(connections: Connections, schemas: readonly string[]): Promise<void> {
    const client = await connections.connect();
    try {
      // One question each: a cluster does not join tenants. One that was dropped meanwhile must not hide the others.
      await Promise.all(
        schemas.map((schema) =>
          ask(client, { text: `SELECT seq FROM ${schema}._head`, values: [] }).then(
            ([row]) => row && onHead(schema, Number(row[0])),
            () => {},
          ),
        ),
      );
    } finally {
      client.release();
    }
  }

  async function lookAtNode(node: string | null, schemas: readonly string[]): Promise<void> {
    busy.add(node);
    try {
      for (let at = 0; at < schemas.length; at += headsAtOnce) {
        const some = schemas.slice(at, at + headsAtOnce);
        await lookAt(connectionsOf(some[0]!), some);
      }
    } finally {
      busy.delete(node);
    }
  }

  return (schemas) => {
    // Changes that it missed are found by the next look.
    for (const [node, some] of Map.groupBy(schemas, nodeOf))
      if (!busy.has(node)) lookAtNode(node, some).catch(() => {});
  };
}
