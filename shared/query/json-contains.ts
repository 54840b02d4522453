/** Containment of JSON as PostgreSQL's `@>` has it: the outer value may have more keys and elements. */
import { isObject } from '../base/json.ts';

function covers(outer: unknown, inner: unknown): boolean {
  if (Array.isArray(inner)) {
    if (!Array.isArray(outer)) return false;
    return inner.every((wanted) => outer.some((item) => covers(item, wanted)));
  }
  if (isObject(inner)) {
    if (!isObject(outer)) return false;
    return Object.keys(inner).every((key) => Object.hasOwn(outer, key) && covers(outer[key], inner[key]));
  }
  return outer === inner;
}

/** Order and repetition of elements do not count. An array also contains a bare value that is one of its elements. */
export function containsJson(outer: unknown, inner: unknown): boolean {
  if (Array.isArray(outer) && (typeof inner !== 'object' || inner === null)) return outer.includes(inner);
  return covers(outer, inner);
}
