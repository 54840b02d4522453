/** Opens a tenant as a later release does, and is killed after some turns of the event loop: after so many pages of rows. */
import { randomBytes } from 'node:crypto';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { halls, laterHalls } from './hall-releases.ts';

const [folder = '', rows = '0', turns = '0'] = process.argv.slice(2);
const store = openSqliteStore({ folder, clock: Date.now, newId: () => uuidv7(Date.now(), randomBytes(10)) });
const db = await store.tenant('one');
if (Number(rows) > 0) {
  await db.migrate([halls]);
  await db.commit('user:a', async (tx) => {
    for (let i = 0; i < Number(rows); i++) await tx.create('halls', { title: `Hall ${i}`, state: 'draft' });
    return { ok: true, value: null };
  });
}
let left = Number(turns);
const next = () => {
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
  setImmediate(next);
};
if (left > 0) setImmediate(next);
await db.migrate([laterHalls]);
process.stdout.write('moved\n');
await store.close();
process.exit(0);
