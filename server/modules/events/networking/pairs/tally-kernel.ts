/** Counts, for one list of a person, how many of its items each later person has. */
import { assemble, type Code, op } from './assemble.ts';
import { kernelOf, type WasmMemory } from './wasm-engine.ts';

/** Parameters, all addresses but `one`. */
const [item, itemEnd, heads, ends, one, common, list] = [0, 1, 2, 3, 4, 5, 6];
const [word, at, end, other, before] = [7, 8, 9, 10, 11];

const add = (local: number, value: Code): Code => [...op.get(local), ...value, ...op.i32Add, ...op.set(local)];
const times4 = (value: Code): Code => [...value, ...op.i32Const(2), ...op.i32ShiftLeft];
const read = (base: number, place: number): Code => [...op.get(base), ...op.get(place), ...op.i32Add, ...op.i32Load(0)];

/** Each person is written to the list, and the place moves on only where the count was 0: there is no branch to guess wrong. */
const count: Code = [
  ...[...op.get(at), ...op.i32Load(0), ...op.set(other)],
  ...[...op.get(list), ...op.get(other), ...op.i32Store(0)],
  ...[...times4(op.get(other)), ...op.get(common), ...op.i32Add, ...op.set(other)],
  ...[...op.get(other), ...op.i32Load(0), ...op.set(before)],
  ...add(list, times4([...op.get(before), ...op.i32EqualsZero])),
  ...[...op.get(other), ...op.get(before), ...op.get(one), ...op.i32Add, ...op.i32Store(0)],
  ...add(at, op.i32Const(4)),
];

function body(): Code {
  const each = [
    ...[...times4([...op.get(item), ...op.i32Load(0)]), ...op.set(word)],
    ...[...read(heads, word), ...op.set(at)],
    ...[...read(ends, word), ...op.set(end)],
    ...op.whileDo([...op.get(at), ...op.get(end), ...op.i32LtU], count),
    ...add(item, op.i32Const(4)),
  ];
  return [...op.whileDo([...op.get(item), ...op.get(itemEnd), ...op.i32LtU], each), ...op.get(list)];
}

/**
 * @param item address of the items, up to before `itemEnd`: numbers of words
 * @param heads for each word, the address of the first of its people who counts
 * @param ends for each word, the address after the last of them
 * @param one amount that each shared item adds to a person's count
 * @param common counts by person
 * @param list where a person is written whose count was 0
 * @returns where the list then ends
 */
export type Tally = (
  item: number,
  itemEnd: number,
  heads: number,
  ends: number,
  one: number,
  common: number,
  list: number,
) => number;

const kernel = kernelOf('tally', () =>
  assemble({ name: 'tally', parameters: 7, integers: 5, gives: true, body: body() }),
);

export const loadTallyKernel = (memory: WasmMemory): Tally => kernel(memory) as Tally;
