/**
 * A writer to be killed, starved and watched: commits in a loop and says on stdout what was acknowledged, one line
 * `ack <id> <seq>` each, at once; `refused <id> <why>` where the store says that nothing was kept, `doubt <id> <why>` where
 * it cannot say. A child process of the crash tests.
 *
 * Arguments: folder, number of commits, callers at once, `die` to be killed (-9) right after the first commit that failed.
 */
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { CommitInDoubt } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { visits } from '#test/contract/store-samples.ts';

const [folder = '', commits = '100', callers = '1', atFault = 'go-on'] = process.argv.slice(2);
const say = (line: string) => writeSync(1, `${line}\n`);
const newId = () => uuidv7(Date.now(), randomBytes(10));

function reason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause === undefined ? message : `${message}: ${reason(cause)}`;
}

try {
  const store = openSqliteStore({ folder, clock: Date.now, newId });
  const db = await store.tenant('one');
  await db.migrate([visits]);
  let left = Number(commits);
  const call = async () => {
    while (left-- > 0) {
      const id = newId();
      try {
        const values = { gadget: null, note: 'x'.repeat(300) };
        const result = await db.commit('user:a', async (tx) => ok(await tx.create('visits', values, id)));
        if (result.ok) say(`ack ${id} ${result.value.seq}`);
      } catch (error) {
        say(`${error instanceof CommitInDoubt ? 'doubt' : 'refused'} ${id} ${reason(error)}`);
        if (atFault === 'die') process.kill(process.pid, 'SIGKILL');
      }
    }
  };
  await Promise.all(Array.from({ length: Number(callers) }, call));
  await store.close();
  say('end');
} catch (error) {
  say(`unusable ${reason(error)}`);
}
