/**
 * Adds up what two people share, for one person with many, and keeps those who can still reach the least score. The same
 * numbers in the same order as `scorePair`, in doubles.
 */
import { assemble, type Code, op } from './assemble.ts';
import { kernelOf, type WasmMemory } from './wasm-engine.ts';

/** Sizes are at most 20, counts at most 10: both fit five bits. */
export const tableShift = 5;
/** A person looks for at most 5 items, so at most 5 are covered. */
export const coverBits = 3;
const coverMask = (1 << coverBits) - 1;
const byteMask = 0xff;

/** Doubles of each part of the tables, which lie one after the other. */
export const tableSizes = { complementary: 1 << (4 * coverBits), items: 1 << (2 * tableShift) } as const;
const doubleShift = 3;
const interestsAt = tableSizes.complementary << doubleShift;
const skillsAt = interestsAt + (tableSizes.items << doubleShift);

/** A double and the number of the person; the rest is empty. */
export const foundBytes = 16;
const personAt = 8;

/** Parameters, all addresses but `own`. */
const [list, listEnd, common, cosines, sizes, tables, own, numbers, out] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [j, place, both, theirs] = [9, 10, 11, 12];
const [semantic, score] = [13, 14];
/** Byte offset of each of the numbers. */
const [perCosineAt, offsetAt, perSemanticAt, leastAt] = [0, 8, 16, 24];

const add = (local: number, value: Code): Code => [...op.get(local), ...value, ...op.i32Add, ...op.set(local)];
const left = (value: Code, bits: number): Code => [...value, ...op.i32Const(bits), ...op.i32ShiftLeft];
const right = (value: Code, bits: number): Code => [...value, ...op.i32Const(bits), ...op.i32ShiftRight];
const and = (value: Code, mask: number): Code => [...value, ...op.i32Const(mask), ...op.i32And];
const or = (a: Code, b: Code): Code => [...a, ...b, ...op.i32Or];
const at = (base: number): Code => [...op.get(base), ...op.get(place), ...op.i32Add];
const number = (where: number): Code => [...op.get(numbers), ...op.f64Load(where)];
/** Byte n of a packed number: the count or the length of list n. */
const byte = (value: number, n: number): Code => and(right(op.get(value), 8 * n), byteMask);

const fromTable = (index: Code, offset: number): Code => [
  ...left(index, doubleShift),
  ...[...op.get(tables), ...op.i32Add, ...op.f64Load(offset)],
];

/** The cosine of a provider's vectors that are too large can be NaN: the meaning then counts as not known. */
const meaning: Code = [
  ...[...at(cosines), ...op.f32Load(0), ...op.f64FromF32, ...number(perCosineAt), ...op.f64Multiply],
  ...[...number(offsetAt), ...op.f64Subtract, ...op.set(semantic)],
  ...[...op.get(semantic), ...op.f64Zero, ...op.get(semantic), ...op.get(semantic), ...op.f64Equal, ...op.select],
  ...[...op.f64Zero, ...op.f64Max, ...number(perSemanticAt), ...op.f64Min],
];

const complementary = (): Code => {
  const counts = or(left(and(op.get(both), coverMask), coverBits), and(right(op.get(both), 8), coverMask));
  const looked = or(left(byte(own, 0), coverBits), byte(theirs, 0));
  return fromTable(or(left(counts, 2 * coverBits), looked), 0);
};

const shared = (n: number, offset: number): Code =>
  fromTable(or(left(byte(both, n), tableShift), [...byte(own, n), ...byte(theirs, n), ...op.i32Add]), offset);

/** Each person is written, and the place moves on only where the score is enough: there is no branch to guess wrong. */
function each(): Code {
  return [
    ...[...op.get(list), ...op.i32Load(0), ...op.set(j)],
    ...[...left(op.get(j), 2), ...op.set(place)],
    ...[...at(common), ...op.i32Load(0), ...op.set(both)],
    ...[...at(common), ...op.i32Const(0), ...op.i32Store(0)],
    ...[...at(sizes), ...op.i32Load(0), ...op.set(theirs)],
    ...[...meaning, ...complementary(), ...op.f64Add],
    ...[...shared(2, interestsAt), ...op.f64Add, ...shared(3, skillsAt), ...op.f64Add, ...op.set(score)],
    ...[...op.get(out), ...op.get(score), ...op.f64Store(0)],
    ...[...op.get(out), ...op.get(j), ...op.i32Store(personAt)],
    ...add(out, left([...op.get(score), ...number(leastAt), ...op.f64AtLeast], Math.log2(foundBytes))),
    ...add(list, op.i32Const(4)),
  ];
}

function body(): Code {
  return [...op.whileDo([...op.get(list), ...op.get(listEnd), ...op.i32LtU], each()), ...op.get(out)];
}

/**
 * @param list address of the numbers of people, up to before `listEnd`
 * @param common counts by person, a byte a list; set to 0 for those of the list
 * @param cosines address at which the cosine with person 0 would stand
 * @param sizes of the lists of each person, a byte a list
 * @param tables what counts add
 * @param own sizes of this person's lists
 * @param numbers four doubles: points a unit of cosine, points to subtract, most points of the meaning, least score
 * @param out address at which the people who reach the least score are written, `foundBytes` each
 * @returns where they end
 */
export type Score = (
  list: number,
  listEnd: number,
  common: number,
  cosines: number,
  sizes: number,
  tables: number,
  own: number,
  numbers: number,
  out: number,
) => number;

const kernel = kernelOf('score', () =>
  assemble({ name: 'score', parameters: 9, integers: 4, doubles: 2, gives: true, body: body() }),
);

export const loadScoreKernel = (memory: WasmMemory): Score => kernel(memory) as Score;
