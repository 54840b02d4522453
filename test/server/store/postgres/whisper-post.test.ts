/** Messages between processes, without the database: split and joined again, or dropped; each tenant gets its own. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { whisperBytesMax } from '#server/store/contract.ts';
import { WhisperPost } from '#server/store/postgres/whisper-post.ts';
import { seeded } from '../../modules/documents/write-together.ts';

const schemas = ['"gatehouse_a"', '"gatehouse_b"'] as const;

interface Heard {
  readonly schema: string;
  readonly topic: string;
  readonly from: string;
  readonly word: string;
}

/** A process that listens to one topic of both tenants. */
function listening(name: string) {
  const heard: Heard[] = [];
  const post = new WhisperPost(name, () => {});
  for (const schema of schemas) {
    const hear = (word: Uint8Array, from: string) =>
      heard.push({ schema, topic: 't', from, word: Buffer.from(word).toString('hex') });
    post.of(schema).hear('t', { hear, missed: () => {} });
  }
  return { heard, post };
}

function all(post: WhisperPost): string[] {
  const payloads: string[] = [];
  for (let some = post.take(); some.length > 0; some = post.take()) payloads.push(...some);
  return payloads;
}

const said = fc.record({
  by: fc.constantFrom('one', 'two'),
  schema: fc.constantFrom(...schemas),
  topic: fc.constantFrom('t', 'u'),
  length: fc.oneof(fc.nat({ max: 40 }), fc.integer({ min: 5_390, max: 5_410 }), fc.nat({ max: 30_000 })),
});

const wordOf = (n: number, length: number) => Buffer.from(Uint8Array.from({ length }, (_, at) => n * 7 + at));

test('every message arrives complete, in its process’s order, at its tenant alone; a lost piece affects no other message', () => {
  const property = fc.property(fc.array(said, { maxLength: 20 }), fc.nat(), fc.nat({ max: 9 }), (words, seed, lost) => {
    const random = seeded(seed);
    const [one, two] = [new WhisperPost('one', () => {}), new WhisperPost('two', () => {})];
    for (const [n, { by, schema, topic, length }] of words.entries())
      (by === 'one' ? one : two).of(schema).say(topic, wordOf(n, length));
    // As LISTEN hands them out: each process's in their order, both mixed.
    const [left, right] = [all(one), all(two)];
    const wire: string[] = [];
    while (left.length + right.length > 0)
      wire.push((right.length === 0 || (left.length > 0 && random() < 0.5) ? left : right).shift() ?? '');
    expect(wire.every((payload) => payload.length < 8_000)).toBe(true);
    const [whole, gaps] = [listening('here'), listening('here')];
    for (const payload of wire) whole.post.hear(payload);
    for (const payload of wire) {
      if (random() * 10 < lost) continue;
      gaps.post.hear(payload);
      // Any other payload on the channel.
      gaps.post.hear(payload.slice(0, 20));
    }
    for (const from of ['one', 'two'])
      for (const schema of schemas) {
        const expected = words.flatMap(({ by, topic, length, ...to }, n) =>
          by === from && topic === 't' && to.schema === schema ? [wordOf(n, length).toString('hex')] : [],
        );
        const heardBy = ({ heard }: typeof whole) =>
          heard.filter((word) => word.from === from && word.schema === schema).map(({ word }) => word);
        expect(heardBy(whole).join(' ') === expected.join(' ')).toBe(true);
        let at = -1;
        for (const word of heardBy(gaps)) {
          at = expected.indexOf(word, at + 1);
          expect(at).toBeGreaterThanOrEqual(0);
        }
      }
  });
  fc.assert(property, { numRuns: 60, endOnFailure: true });
});

test('a process does not receive its own messages, a message may have the greatest length, and the oldest waiting one is dropped', () => {
  const { heard, post } = listening('here');
  const speaker = new WhisperPost('there', () => {});
  post.of(schemas[0]).say('t', new Uint8Array([1]));
  for (const payload of all(post)) post.hear(payload);
  expect(heard).toEqual([]);
  const long = new Uint8Array(whisperBytesMax).fill(7);
  for (let n = 0; n < 20; n++) speaker.of(schemas[0]).say('t', long.fill(n));
  speaker.of(schemas[1]).say('t', new Uint8Array([9]));
  const payloads = all(speaker);
  // A tenant with few messages does not wait for a tenant with many.
  expect(payloads.slice(0, 2).some((payload) => payload.includes(schemas[1]))).toBe(true);
  for (const payload of payloads) post.hear(payload);
  const firsts = heard
    .filter(({ schema }) => schema === schemas[0])
    .map(({ word }) => Number.parseInt(word.slice(0, 2), 16));
  expect(firsts).toEqual([14, 15, 16, 17, 18, 19].slice(-firsts.length));
  expect(firsts.length).toBeGreaterThan(2);
  expect(heard.filter(({ schema }) => schema === schemas[1])).toHaveLength(1);
  expect(() => speaker.of(schemas[0]).say('t', new Uint8Array(whisperBytesMax + 1))).toThrow();
});
