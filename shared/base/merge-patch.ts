/** JSON merge patch, RFC 7396 section 2. A name such as `__proto__` is a name like any other and reaches no prototype. */
import { isObject } from './json.ts';

/**
 * @param target the value before
 * @param patch an object changes the names it holds (null removes one); anything else takes the target's place
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, mergePatch(result.get(name), value));
  }
  // Object.fromEntries defines own properties, also one that is called __proto__.
  return Object.fromEntries(result);
}

/**
 * The other way round: what makes `after` of `before`.
 *
 * @returns a patch: for objects with null for each name that `after` lacks, else `after` itself
 */
export function patchTo(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after;
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const kept = Object.entries(after).map(([name, value]) => [
    name,
    Object.hasOwn(before, name) ? patchTo(before[name], value) : value,
  ]);
  return Object.fromEntries([...kept, ...gone.map((name) => [name, null])]);
}
