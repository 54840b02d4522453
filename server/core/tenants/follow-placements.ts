/**
 * Follower: notes in the placements which tenant holds the records that messages from outside name. The signed actions of
 * the modules say which fields name a record.
 */
import type { TenantClue } from '#shared/schema/definition.ts';
import type { Change } from '../../store/contract.ts';
import type { Follower } from '../collections/follower.ts';
import type { Module } from '../collections/module.ts';
import type { PlacedValue, Placements } from './placements.ts';

type Clue = Omit<TenantClue, 'bodyPath'>;

function placed({ collection, field }: Clue, record: Readonly<Record<string, unknown>>): PlacedValue[] {
  const value = record[field];
  return typeof value === 'string' && value !== '' ? [{ collection, field, value }] : [];
}

/** Returns the values that the change adds to and removes from one field. */
function moved(clue: Clue, { op, record, previous }: Change): { added: PlacedValue[]; removed: PlacedValue[] } {
  const silent = clue.unlessZero !== undefined && record[clue.unlessZero] === 0;
  const now = silent ? [] : placed(clue, record);
  if (op === 'delete') return { added: [], removed: now };
  if (op === 'create') return { added: now, removed: [] };
  const changed = previous !== null && clue.field in previous;
  return changed ? { added: now, removed: placed(clue, previous) } : { added: [], removed: [] };
}

/** @param name of the module that has the clues */
export function followPlacements(name: string, clues: readonly Clue[], place: Placements['put']): Follower {
  const fields = new Map(clues.map((clue) => [`${clue.collection}.${clue.field}`, clue]));
  return {
    name: `${name}.place-records`,
    collections: [...new Set(clues.map(({ collection }) => collection))],
    async handle(changes, { tenant }) {
      const added = new Map<string, PlacedValue>();
      const removed = new Map<string, PlacedValue>();
      for (const change of changes)
        for (const [field, clue] of fields) {
          if (clue.collection !== change.collection) continue;
          const move = moved(clue, change);
          for (const one of move.removed) {
            removed.set(`${field}=${one.value}`, one);
            added.delete(`${field}=${one.value}`);
          }
          for (const one of move.added) {
            added.set(`${field}=${one.value}`, one);
            removed.delete(`${field}=${one.value}`);
          }
        }
      await place(tenant, [...added.values()], [...removed.values()]);
    },
  };
}

/** The module, and a follower that notes where the records are that its signed messages name. */
export function withPlacements(module: Module, { put }: Placements): Module {
  const clues = module.actions.flatMap((a) => a.definition.http?.signed?.tenantBy ?? []);
  if (clues.length === 0) return module;
  return { ...module, followers: [...(module.followers ?? []), followPlacements(module.name, clues, put)] };
}
