/**
 * The roster's people by what they are called: an index beside the maps, built in slices after a load and kept with
 * every change. Nothing waits for it: until it is whole, those it already holds are found. Not on disk.
 */
import { createPeopleIndex, type PeopleHits } from '#shared/people-search/people-index.ts';
import type { HeldRecord, HeldRegistration } from './held-records.ts';

/** Search methods for screens and station. */
export interface PeopleSearch {
  search(text: string, limit: number): PeopleHits;
  /** False while people of the roster are still being added. */
  complete(): boolean;
  /** Ids of those who share the group, as far as they have been added. */
  ofGroup(group: string): readonly string[];
}

export interface RosterPeople extends PeopleSearch {
  /** A registration has changed, or is gone (null): call after the maps know it. */
  put(id: string, registration: HeldRecord | null): void;
  /** The roster is another one: forgets all people and begins again. */
  replaced(): Promise<void>;
  /** The same people lie in other maps now: what was being walked must not be walked on. */
  moved(): Promise<void>;
}

/** Some 20 µs a person: a slice stays below a frame. */
const sliceLength = 250;
/** Longer than a slice takes: most of the thread stays with the scans, and with the start. */
const pauseMs = 10;

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}

/** @param registrations walks the people of the roster as it stands at the call */
export function createRosterPeople(
  registrations: () => IterableIterator<HeldRegistration>,
  yieldNow: () => Promise<void> = pause,
): RosterPeople {
  let index = createPeopleIndex();
  let complete = true;
  let walk = 0;

  const groups = createGroups();

  /** A device without staff holds fewer fields of a person. */
  function add({ id, name, email, company, ticketNumber, group }: HeldRegistration): void {
    index.add({ id, name, email: email ?? '', company: company ?? '', ticketNumber: ticketNumber ?? '' });
    groups.put(id, group ?? null);
  }

  async function build(): Promise<void> {
    walk += 1;
    const own = walk;
    complete = false;
    let added = 0;
    for (const registration of registrations()) {
      // Read and added in one turn: no change can come between, and a change after it comes by `put`.
      add(registration);
      added += 1;
      if (added % sliceLength !== 0) continue;
      await yieldNow();
      if (own !== walk) return;
    }
    complete = true;
  }

  return {
    search: (text, limit) => index.search(text, { limit }),
    complete: () => complete,
    ofGroup: groups.idsOf,
    put(id, registration) {
      if (registration !== null) return add(registration as HeldRegistration);
      index.remove(id);
      groups.put(id, null);
    },
    replaced() {
      index = createPeopleIndex();
      groups.clear();
      return build();
    },
    moved: () => (complete ? Promise.resolve() : build()),
  };
}

/** Most people are in none. */
function createGroups() {
  const groupById = new Map<string, string>();
  const idsByGroup = new Map<string, Set<string>>();
  return {
    put(id: string, group: string | null): void {
      const before = groupById.get(id) ?? null;
      if (before === group) return;
      if (before !== null) idsByGroup.get(before)?.delete(id);
      if (group === null) groupById.delete(id);
      else {
        groupById.set(id, group);
        idsByGroup.set(group, (idsByGroup.get(group) ?? new Set<string>()).add(id));
      }
    },
    idsOf: (group: string): readonly string[] => [...(idsByGroup.get(group) ?? [])],
    clear(): void {
      groupById.clear();
      idsByGroup.clear();
    },
  };
}
