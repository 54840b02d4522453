/**
 * Moves a tenant with its sandbox to another database while all others go on: no commit to it can succeed from the
 * fence to the switch, reading goes on. Before the switch it is wholly here, after it wholly there; the switch is one
 * commit to the control database. Ended in between, it may be repeated, and the first writer who comes ends it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '#shared/base/assert.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { Store, TenantStore } from '../store/contract.ts';
import type { CopyFigures, Databases } from '../store/databases.ts';
import { arrive, beginMove, giveUp, type Movers, noteTidied, whereabouts } from './homes.ts';

export interface MoveReport extends CopyFigures {
  readonly from: string;
  readonly to: string;
  /** How long nobody could write, in milliseconds. */
  readonly pausedMs: number;
  /** Why a copy still stands at the old place; null: none does. */
  readonly leftBehind: string | null;
}

export interface MovingParts {
  readonly store: Store;
  readonly control: TenantStore;
  readonly newId: () => string;
}

export type Twins = Pick<Movers, 'live' | 'residents'>;

/** A server that clears away what a broken move left holds the tenant for a moment, too. */
const holdTries = 20;
const holdEveryMs = 250;

async function heldSoon(databases: Databases, live: string): Promise<(() => Promise<void>) | null> {
  for (let tried = 1; ; tried++) {
    const letGo = await databases.hold(live);
    if (letGo !== null || tried === holdTries) return letGo;
    await sleep(holdEveryMs);
  }
}

/** @param to a name of DATABASES, or `main` */
export async function moveTenant(parts: MovingParts, twins: Twins, to: string): Promise<Result<MoveReport>> {
  const databases = must(parts.store.databases ?? null, 'a store of several databases');
  const letGo = await heldSoon(databases, twins.live);
  if (letGo === null)
    return refuse({
      code: 'conflict',
      message: 'Another process is moving this tenant just now. Wait until it is done.',
    });
  try {
    const { database: from, formerly } = await whereabouts(parts.control, twins.live);
    if (formerly !== null && formerly !== to) await tidy(databases, formerly, twins.residents);
    if (from === to) return ok(await finished(parts, databases, twins, { from, to, formerly }));
    await databases.bytes(to);
    return await moveHeld(parts, databases, { ...twins, from }, to);
  } finally {
    await letGo();
  }
}

const nothing: CopyFigures = { tables: 0, rows: 0, changes: 0 };

async function tidy(databases: Databases, at: string, residents: readonly string[]): Promise<void> {
  for (const resident of residents) await databases.bury(at, resident);
}

/** It is there already: what an earlier move has left is cleared away. */
async function finished(
  { control }: MovingParts,
  databases: Databases,
  { live, residents }: Twins,
  { from, to, formerly }: { readonly from: string; readonly to: string; readonly formerly: string | null },
): Promise<MoveReport> {
  const leftBehind = await leave(control, databases, { live, residents, from: formerly ?? from }, formerly !== null);
  return { ...nothing, from: formerly ?? from, to, pausedMs: 0, leftBehind };
}

/** The move is done by now: what goes wrong here is told, and made good by the same command. */
async function leave(
  control: TenantStore,
  databases: Databases,
  { live, residents, from }: Movers,
  wanted = true,
): Promise<string | null> {
  try {
    if (wanted) await tidy(databases, from, residents);
    await noteTidied(control, live);
    return null;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

async function moveHeld(
  { store, control, newId }: MovingParts,
  databases: Databases,
  movers: Movers,
  to: string,
): Promise<Result<MoveReport>> {
  const { live, residents, from } = movers;
  // A tenant nobody has asked for yet has no tables.
  for (const resident of residents) await store.tenant(resident);
  const move = newId();
  const beganMs = performance.now();
  const figures: CopyFigures[] = [];
  await beginMove(control, movers, to, move);
  try {
    for (const resident of residents) await databases.fence(from, resident);
    for (const resident of residents) figures.push(await databases.copy(resident, from, to));
    if (!(await arrive(control, movers, move))) throw new Error('the move was ended by another process');
  } catch (fault) {
    // Whether the switch was kept, the control database knows: only who ends the move there takes the fence away.
    const { database } = await whereabouts(control, live);
    if (database !== to) {
      if (await giveUp(control, live, move))
        for (const resident of residents) {
          await databases.unfence(from, resident);
          await databases.discard(to, resident).catch(() => {});
        }
      throw fault;
    }
  }
  const pausedMs = Math.round(performance.now() - beganMs);
  const leftBehind = await leave(control, databases, movers);
  const sum = (of: (one: CopyFigures) => number) => figures.reduce((total, one) => total + of(one), 0);
  return ok({
    tables: sum((one) => one.tables),
    rows: sum((one) => one.rows),
    changes: sum((one) => one.changes),
    from,
    to,
    pausedMs,
    leftBehind,
  });
}
