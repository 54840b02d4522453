/** Photos that a device has to fetch: the newest ones, found again after each change by reading what changed alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HeldLead } from '#kiosk/store/held-records.ts';
import { createWantedPhotos } from '#kiosk/sync/wanted-photos.ts';
import { labId } from '#test/fixtures/peer-lab.ts';

interface Named {
  readonly at: string;
  readonly edit: string;
}

let reads = 0;

function lead(n: number, photos: readonly Named[]): HeldLead {
  const common = { id: labId(n), badge: `B${n}`, exhibitor: labId(900), name: null, company: null, role: null };
  const held = { ...common, email: null, phone: null, contactShared: true };
  return Object.defineProperty(held, 'photos', {
    enumerable: true,
    get() {
      reads += 1;
      return photos;
    },
  }) as unknown as HeldLead;
}

const named = (n: number, at: number): Named => ({ at: `2026-05-04T10:00:0${at}.000Z`, edit: `photo ${n} ${at}` });

test('a change of one lead reads that lead alone', () => {
  const wanted = createWantedPhotos(200);
  const leads = Array.from({ length: 1_000 }, (_, n) => lead(n, [named(n, n % 5)]));
  wanted.see(leads);
  reads = 0;
  wanted.see(leads);
  expect(reads).toBe(0);
  wanted.see([...leads.slice(1), lead(0, [named(0, 9)])]);
  expect(reads).toBe(1);
  expect(wanted.next(() => false)).toEqual({ badge: 'B0', photo: 'photo 0 9', at: named(0, 9).at });
});

test('after any changes the newest that is not settled comes next, as if all were sorted again', () => {
  const photo = fc.record({ at: fc.nat(9), edit: fc.nat(40) });
  const step = fc.record({ lead: fc.nat(6), photos: fc.option(fc.array(photo, { maxLength: 4 })) });
  const property = fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (steps, most) => {
    const wanted = createWantedPhotos(most);
    const leads = new Map<number, HeldLead>();
    for (const { lead: n, photos } of steps) {
      // An edit is of one lead, and stands there once.
      const unique = new Map(
        (photos ?? []).map(({ at, edit }) => [edit, { ...named(n, at), edit: `photo ${n} ${edit}` }]),
      );
      if (photos === null) leads.delete(n);
      else leads.set(n, lead(n, [...unique.values()]));
      wanted.see([...leads.values()]);
      const settled = new Set<string>();
      const found: string[] = [];
      for (let one = wanted.next((id) => settled.has(id)); one !== null; one = wanted.next((id) => settled.has(id))) {
        settled.add(one.photo);
        found.push(`${one.at} ${one.photo}`);
      }
      const all = [...leads.values()].flatMap(({ photos: of }) => of ?? []);
      const sorted = all.toSorted((a, b) => (a.at !== b.at ? (a.at > b.at ? -1 : 1) : a.edit < b.edit ? -1 : 1));
      expect(found).toEqual(sorted.slice(0, most).map(({ at, edit }) => `${at} ${edit}`));
    }
  });
  fc.assert(property, { numRuns: 200 });
});
