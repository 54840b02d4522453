/** A cable between the store and the database that can be cut at the one moment that matters: around a COMMIT. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `before`: the database never hears of it; `after`: it has done it, and nobody hears its answer. */
export type Cut = 'before' | 'after';

export interface CuttingProxy {
  readonly port: number;
  /** The next COMMIT. */
  cutNext(cut: Cut): void;
  /** Nothing gets through from the cut on, until told. */
  stayDown(down: boolean): void;
  /** How many COMMITs it has cut. */
  cuts(): number;
  close(): Promise<void>;
}

/** As a simple query is written: its text with a zero behind it. */
const commit = Buffer.from('COMMIT\0');

export async function openCuttingProxy(databasePort: number): Promise<CuttingProxy> {
  let next: Cut | null = null;
  let down = false;
  let isDown = false;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (isDown) return near.destroy();
    const far = connect(databasePort, '127.0.0.1');
    let cutting: Cut | null = null;
    const end = () => {
      near.destroy();
      far.destroy();
      sockets.delete(near);
    };
    sockets.add(near);
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    near.on('data', (data: Buffer) => {
      if (next !== null && data.includes(commit)) {
        cutting = next;
        cuts += 1;
        next = null;
        isDown = down;
      }
      if (cutting === 'before') end();
      else far.write(data);
    });
    far.on('data', (data: Buffer) => {
      // Answers to what was asked along with the COMMIT may come before: the end is the command's own tag.
      if (cutting !== 'after') near.write(data);
      else if (data.includes(commit)) end();
    });
    return near;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cutNext(cut) {
      next = cut;
    },
    cuts: () => cuts,
    stayDown(wanted) {
      down = wanted;
      if (!wanted) isDown = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
