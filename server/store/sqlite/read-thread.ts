/**
 * A thread that reads what would hold up the main thread: SQL in, rows out, over connections that cannot write. Begun by
 * read-threads.ts. A statement stops at its next row once its number stands in the shared place.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '#shared/base/assert.ts';
import { Connection } from './connection.ts';
import { rowsOf, stopPlace, type ThreadAnswer, type ThreadTask } from './long-read.ts';

/** Files held open, each with a cache of its own. */
const filesMax = 4;
const lowPriority = 10;

class Stopped extends Error {}

const port = must(parentPort, 'a thread');
const stops = new Int32Array(workerData as SharedArrayBuffer);
const connections = new Map<string, Connection>();
let current = 0;

// On Linux a priority is a thread's own: whoever waits for the main thread comes first.
if (process.platform === 'linux')
  try {
    setPriority(lowPriority);
  } catch {
    // A sandbox may forbid it: then they share the cores.
  }

function open(file: string): Connection {
  const known = connections.get(file);
  if (known) connections.delete(file);
  const connection = known ?? new Connection(file, 'read');
  if (!known)
    connection.db.function('gh_step', { varargs: true }, () => {
      if (Atomics.load(stops, stopPlace) === current) throw new Stopped('stopped');
      return 1;
    });
  connections.set(file, connection);
  const [oldest] = connections.keys();
  if (connections.size > filesMax && oldest !== undefined) forget(oldest);
  return connection;
}

function forget(file: string): void {
  connections.get(file)?.close();
  connections.delete(file);
}

function answer(task: Extract<ThreadTask, { kind: 'read' }>): ThreadAnswer {
  const { file, id, plan } = task;
  current = id;
  try {
    const connection = open(file);
    return { id, rows: rowsOf(plan, (sql, parameters) => connection.rows(sql, parameters)) };
  } catch (fault) {
    if (fault instanceof Stopped) return { id, stopped: true };
    return { id, fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) };
  }
}

port.on('message', (task: ThreadTask) => {
  if (task.kind === 'forget') forget(task.file);
  else port.postMessage(answer(task));
});
