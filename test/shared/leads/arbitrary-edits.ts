/** Random edits of one lead, as several devices make them: ids collide never, times often, undos and untags hit each other's edits. */
import fc from 'fast-check';
import { type LeadEdit, type LeadEditKind, leadEdit, leadEditKinds } from '#shared/leads/edit.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
/** How many edits a history has at most. */
export const editsMax = 24;
const anyEditId = fc.integer({ min: 0, max: editsMax - 1 }).map(uuid);
const count = fc.integer({ min: -3, max: 5 }).filter((n) => n !== 0);

const values: { readonly [K in LeadEditKind]: fc.Arbitrary<unknown> } = {
  captured: fc.constant(null),
  rating: fc.option(fc.integer({ min: 1, max: 5 })),
  follow_up: fc.constantFrom('today', 'this_week', 'later', 'none', null),
  demo: fc.boolean(),
  card: fc.boolean(),
  photo: fc.record({
    sha256: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
    width: fc.integer({ min: 1, max: 1_600 }),
    height: fc.integer({ min: 1, max: 1_600 }),
  }),
  questions: count,
  literature: count,
  started: fc.constant(null),
  stopped: anyEditId.map((start) => ({ start })),
  dwell: fc.integer({ min: 1, max: 900 }),
  tag: fc.constantFrom('cranes', 'ports', 'price list'),
  untag: fc.array(anyEditId, { minLength: 1, maxLength: 3 }),
  note: fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== ''),
  answer: fc.record({ question: fc.constantFrom('budget', 'when'), answer: fc.constantFrom('big', 'small', null) }),
  consent: fc.boolean(),
  undo: anyEditId.map((edit) => ({ edit })),
};

const edit = (n: number): fc.Arbitrary<LeadEdit> =>
  fc.constantFrom(...leadEditKinds).chain((kind) =>
    fc
      .record({
        device: fc.constantFrom('phone-a', 'phone-b', 'member:c'),
        at: fc.integer({ min: 0, max: 40 }).map((minute) => new Date(Date.UTC(2026, 9, 3, 10, minute)).toISOString()),
        by: fc.constantFrom('Björn', null),
        value: values[kind],
      })
      .map((parts) => leadEdit({ ...parts, id: uuid(n), kind })),
  );

export const history: fc.Arbitrary<readonly LeadEdit[]> = fc
  .integer({ min: 0, max: editsMax })
  .chain((size) => fc.tuple(...Array.from({ length: size }, (_, n) => edit(n))));

/** A history with two overlapping parts of it, together the whole: what two devices hold. */
export const split = history.chain((edits) =>
  fc.array(fc.constantFrom('a', 'b', 'both'), { minLength: edits.length, maxLength: edits.length }).map((sides) => ({
    edits,
    a: edits.filter((_, n) => sides[n] !== 'b'),
    b: edits.filter((_, n) => sides[n] !== 'a'),
  })),
);
