/**
 * The state of a lead: the set of its edits. Two states merge by union, which is commutative, associative and
 * idempotent for all edits; everything people read is a fold of the union (`lead-of.ts`).
 */
import { canonicalJson } from '../base/json.ts';
import type { LeadEdit } from './edit.ts';

export type LeadState = ReadonlyMap<string, LeadEdit>;

export function stateOf(edits: Iterable<LeadEdit>): LeadState {
  const state = new Map<string, LeadEdit>();
  for (const edit of edits) state.set(edit.id, chosen(state.get(edit.id), edit));
  return state;
}

/** An edit never changes. Where two claim one id (the server refuses the second), both sides keep the same one. */
function chosen(known: LeadEdit | undefined, other: LeadEdit): LeadEdit {
  if (known === undefined) return other;
  return canonicalJson(known) <= canonicalJson(other) ? known : other;
}

export function mergeState(a: LeadState, b: LeadState): LeadState {
  return stateOf([...a.values(), ...b.values()]);
}

const isRefusal = ({ kind, value }: LeadEdit): boolean => kind === 'consent' && !value;

/**
 * Compares: below 0, `a` is earlier. Later wins among single values. Ties go by device, then by id, the same everywhere;
 * a refused consent is the last edit of its moment, so that a tie never shows contact details.
 */
function inOrder(a: LeadEdit, b: LeadEdit): number {
  return (
    compare(a.at, b.at) ||
    Number(isRefusal(a)) - Number(isRefusal(b)) ||
    compare(a.device, b.device) ||
    compare(a.id, b.id)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const sortedEdits = (state: LeadState): readonly LeadEdit[] => [...state.values()].sort(inOrder);
