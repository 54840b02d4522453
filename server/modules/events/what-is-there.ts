/**
 * A reader for what shows or sums up the records of several parts: a part may be left out, and of a collection that is not
 * there, nothing is found.
 */
import { type CollectionRef, nameOf, type Reader } from '../../store/contract.ts';

export function whatIsThere(reader: Reader): Reader {
  const has = (collection: CollectionRef) => reader.shapeOf(nameOf(collection)) !== null;
  const some = {
    tenant: reader.tenant,
    shapeOf: (collection: string) => reader.shapeOf(collection),
    get: async (collection: CollectionRef, id: string) => (has(collection) ? reader.get(nameOf(collection), id) : null),
    findOne: async (collection: CollectionRef, values: Readonly<Record<string, unknown>>) =>
      has(collection) ? reader.findOne(nameOf(collection), values) : null,
    find: async (
      collection: CollectionRef,
      ...asked: Parameters<Reader['find']> extends [unknown, ...infer A] ? A : never
    ) => (has(collection) ? reader.find(nameOf(collection), ...asked) : []),
    count: async (
      collection: CollectionRef,
      ...asked: Parameters<Reader['count']> extends [unknown, ...infer A] ? A : never
    ) => (has(collection) ? reader.count(collection, ...asked) : 0),
  };
  // The overloads of `Reader` type the answer by the definition, which is passed on by its name.
  return some as unknown as Reader;
}
