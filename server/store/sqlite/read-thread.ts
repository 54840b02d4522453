/**
 * A thread that reads what would hold up the main thread: SQL in, rows out, over connections that cannot write. A
 * statement checks at every 64th row number whether it must stop (long-read.ts). Begun by read-threads.ts.
 */
import { answerTasks, type Look } from '../answer-tasks.ts';
import { Connection } from './connection.ts';
import { type ReadTask, rowsOf } from './long-read.ts';
import type { Row } from './table.ts';

/** Maximum number of files held open, each with a cache of its own. */
const filesMax = 4;

const connections = new Map<string, Connection>();
let goOn: Look = () => {};

function open(file: string): Connection {
  const known = connections.get(file);
  if (known) connections.delete(file);
  const connection = known ?? new Connection(file, 'read');
  if (!known)
    connection.db.function('gh_step', { varargs: true }, () => {
      goOn();
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

answerTasks<ReadTask, readonly Row[]>((task, look) => {
  if (task.kind === 'forget') {
    forget(task.file);
    return undefined;
  }
  goOn = look;
  const connection = open(task.file);
  return rowsOf(task.plan, (sql, parameters) => connection.rows(sql, parameters));
});
