/** Bugs, not refusals: what these throw is never shown to a client. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

export function must<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new Error(`expected a value: ${message}`);
  return value;
}

export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
