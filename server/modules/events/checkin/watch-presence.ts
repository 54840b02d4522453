/**
 * Runner: records that a kiosk is gone. Silence is counted in the runner's own looks, `lookEveryMs` apart, and
 * not read off two clocks: a server that was down or asleep, a clock that was set and the clocks of other servers make
 * no kiosk silent. It watches what any server wrote of the kiosk, so it matters nowhere which one the kiosk talks to.
 */

import { ok } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { type KioskRecord, kiosks } from '#shared/modules/events/gate.ts';
import { where } from '#shared/query/query.ts';
import { gone, lineGraceMs, silentMs } from '#shared/sync/presence.ts';
import type { Runner, RunnerContext } from '../../../core/collections/follower.ts';
import { throwIfRefused } from '../throw-if-refused.ts';

export const lookEveryMs = 5 * secondMs;
const pageMax = 200;
/** Kiosks watched at once; the limit of open lines is the same. */
const watchedMax = 5_000;

interface Watched {
  /** Text that stands for the kiosk's latest contact, from its record. */
  readonly word: string;
  /** Number of looks in a row that found no later contact. */
  readonly looks: number;
}

export const watchPresence: Runner = {
  name: 'events.watch-presence',
  nextDue: async ({ clock, reader }) =>
    (await reader.findOne('kiosks', { presence: 'online' })) === null ? null : clock(),
  async run(context) {
    const { signal, sleep } = context;
    let watched: ReadonlyMap<string, Watched> = new Map();
    while (!signal.aborted) {
      watched = await look(context, watched);
      await sleep(lookEveryMs, signal);
    }
  },
};

async function look(context: RunnerContext, before: ReadonlyMap<string, Watched>) {
  const watched = new Map<string, Watched>();
  let after: readonly unknown[] | undefined;
  while (watched.size < watchedMax) {
    const page = await onlineAfter(context, after);
    const silent: KioskRecord[] = [];
    for (const kiosk of page) {
      const word = wordOf(kiosk);
      const known = before.get(kiosk.id);
      const looks = known?.word === word ? known.looks + 1 : 0;
      watched.set(kiosk.id, { word, looks });
      if (looks * lookEveryMs >= (kiosk.lineLostAt === null ? silentMs : lineGraceMs)) silent.push(kiosk);
    }
    if (silent.length > 0) await tellGone(context, silent);
    if (page.length < pageMax) break;
    after = [page.at(-1)?.id];
  }
  return watched;
}

async function onlineAfter({ reader }: RunnerContext, after: readonly unknown[] | undefined) {
  const found = await reader.find(kiosks, {
    where: where({ presence: 'online' }),
    sort: [{ path: 'id', direction: 'asc' }],
    limit: pageMax,
    ...(after && { after }),
  });
  return found;
}

/** Equal as long as the kiosk has not made contact again. */
function wordOf({ lastSeenAt, line, lineLostAt, viaBoxAt }: KioskRecord): string {
  return JSON.stringify([lastSeenAt, line, lineLostAt, viaBoxAt]);
}

async function tellGone({ commit }: RunnerContext, silent: readonly KioskRecord[]): Promise<void> {
  const noted = await commit(async (tx) => {
    for (const seen of silent) {
      const kiosk = await tx.get(kiosks, seen.id);
      // The kiosk may have made contact since, or another server that also believes it leads has recorded this.
      if (kiosk?.presence === 'online' && wordOf(kiosk) === wordOf(seen))
        await tx.update('kiosks', seen.id, gone(kiosk, tx.now));
    }
    return ok(null);
  });
  throwIfRefused(noted);
}
