/**
 * An assembler for small WebAssembly functions, one a module: instructions as bytes, encoded as the core specification has it
 * (WebAssembly Core 3.0, chapter 5). There is no binary file: what runs is what the source beside this says.
 */

export type Code = readonly number[];

/** LEB128, unsigned. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

/** LEB128, signed, for numbers below 2³¹. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}

const simd = (code: number, ...more: readonly number[]): Code => [0xfd, ...unsigned(code), ...more];
const wordAlign = 2;
const vectorAlign = 2;
const doubleAlign = 3;

/** The instructions that the kernels use, under names close to those of the text format. */
export const op = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  i32Const: (value: number): Code => [0x41, ...signed(value)],
  i32Add: [0x6a] as Code,
  i32EqualsZero: [0x45] as Code,
  i32LtU: [0x49] as Code,
  i32And: [0x71] as Code,
  i32Or: [0x72] as Code,
  i32ShiftRight: [0x76] as Code,
  i32Load: (offset: number): Code => [0x28, wordAlign, ...unsigned(offset)],
  i32ShiftLeft: [0x74] as Code,
  i32Store: (offset: number): Code => [0x36, wordAlign, ...unsigned(offset)],
  f32Add: [0x92] as Code,
  f32Store: (offset: number): Code => [0x38, wordAlign, ...unsigned(offset)],
  f32Load: (offset: number): Code => [0x2a, wordAlign, ...unsigned(offset)],
  f64Load: (offset: number): Code => [0x2b, doubleAlign, ...unsigned(offset)],
  f64Store: (offset: number): Code => [0x39, doubleAlign, ...unsigned(offset)],
  f64Zero: [0x44, 0, 0, 0, 0, 0, 0, 0, 0] as Code,
  f64Equal: [0x61] as Code,
  f64AtLeast: [0x66] as Code,
  f64Add: [0xa0] as Code,
  f64Subtract: [0xa1] as Code,
  f64Multiply: [0xa2] as Code,
  f64Min: [0xa4] as Code,
  f64Max: [0xa5] as Code,
  f64FromF32: [0xbb] as Code,
  /** The first of two values where the third is not 0, else the second. */
  select: [0x1b] as Code,
  /** The body runs as long as the condition holds. */
  whileDo: (condition: Code, body: Code): Code => [
    ...[0x02, 0x40, 0x03, 0x40],
    ...[...condition, 0x45, 0x0d, 1],
    ...[...body, 0x0c, 0, 0x0b, 0x0b],
  ],
  /** The body runs at least once, and again as long as the condition holds. */
  doWhile: (body: Code, condition: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0, 0x0b],
  load: (offset: number): Code => simd(0x00, vectorAlign, ...unsigned(offset)),
  zero: simd(0x0c, ...new Array<number>(16).fill(0)),
  /** One float, in all four lanes. */
  splat: simd(0x09, wordAlign, 0),
  /** Lanes of all ones where the first is below the second. */
  less: simd(0x43),
  and: simd(0x4e),
  allLanes: simd(0xa3),
  add: simd(0xe4),
  multiply: simd(0xe6),
  /** Multiplies and adds with one rounding or two, as the processor does it faster. */
  relaxedMultiplyAdd: simd(0x105),
  lane: (n: number): Code => simd(0x1f, n),
} as const;

const i32 = 0x7f;
const f64 = 0x7c;
const v128 = 0x7b;

export interface FunctionSource {
  readonly name: string;
  /** Number of parameters, all `i32`. */
  readonly parameters: number;
  /** Numbers of local variables after the parameters: first the integers (`i32`), then the vectors, then the doubles. */
  readonly integers: number;
  readonly doubles?: number;
  readonly vectors?: number;
  /** Whether it gives an `i32`. */
  readonly gives?: boolean;
  readonly body: Code;
}

const counted = (...items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const sized = (bytes: Code): Code => [...unsigned(bytes.length), ...bytes];
const section = (id: number, ...items: readonly Code[]): Code => [id, ...sized(counted(...items))];
const text = (value: string): Code => sized([...new TextEncoder().encode(value)]);

/** A module with this function, which works on the memory `env.memory`. */
export function assemble(source: FunctionSource): Uint8Array<ArrayBuffer> {
  const { body, doubles = 0, gives = false, integers, name, parameters, vectors = 0 } = source;
  const results: readonly Code[] = gives ? [[i32]] : [];
  const type = [0x60, ...counted(...new Array<Code>(parameters).fill([i32])), ...counted(...results)];
  const memory = [...text('env'), ...text('memory'), 0x02, 0x00, 0x01];
  const locals = counted([...unsigned(integers), i32], [...unsigned(vectors), v128], [...unsigned(doubles), f64]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, type),
    ...section(2, memory),
    ...section(3, [0]),
    ...section(7, [...text(name), 0x00, 0]),
    ...section(10, sized([...locals, ...body, 0x0b])),
  ]);
}
