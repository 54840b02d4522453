/**
 * All edits this device knows, by lead: its own from the journal, those of the exhibitor's other devices from the
 * replica. A lead is folded when it is asked for and kept until one of its edits changes.
 */
import type { DeviceLeadEdit } from '#kiosk/store/device-lead-edit.ts';
import { type Lead, leadOf } from '#shared/leads/lead-of.ts';
import { type LeadState, mergeState, stateOf } from '#shared/leads/merge.ts';

export interface BookedLead {
  readonly badge: string;
  readonly state: LeadState;
  readonly lead: Lead;
}

export interface LeadBook {
  /** Edits that are known already change nothing. @returns whether any was new */
  add(edits: Iterable<DeviceLeadEdit>): boolean;
  get(badge: string): BookedLead | null;
  all(): Iterable<BookedLead>;
  clear(): void;
}

export function createLeadBook(): LeadBook {
  const known = new Set<string>();
  const states = new Map<string, LeadState>();
  const folded = new Map<string, BookedLead>();

  function get(badge: string): BookedLead | null {
    const held = folded.get(badge);
    if (held !== undefined) return held;
    const state = states.get(badge);
    if (state === undefined) return null;
    const booked = { badge, state, lead: leadOf(state) };
    folded.set(badge, booked);
    return booked;
  }

  return {
    add(edits) {
      const added = new Map<string, DeviceLeadEdit[]>();
      for (const edit of edits) {
        if (known.has(edit.id)) continue;
        known.add(edit.id);
        added.set(edit.badge, [...(added.get(edit.badge) ?? []), edit]);
      }
      for (const [badge, news] of added) {
        states.set(badge, mergeState(states.get(badge) ?? new Map(), stateOf(news)));
        folded.delete(badge);
      }
      return added.size > 0;
    },
    get,
    *all() {
      for (const badge of states.keys()) {
        const booked = get(badge);
        if (booked !== null) yield booked;
      }
    },
    clear() {
      known.clear();
      states.clear();
      folded.clear();
    },
  };
}
