/**
 * The typed view of a record whose collection is known where it is read, but not to the compiler: of a change in the log, of
 * a rule for one collection, of a generic write. The type follows from the definition, so that no name of a type can be wrong.
 */
import type { Values } from '../base/json.ts';
import type { CollectionDefinition } from './definition.ts';
import type { RecordOf } from './infer.ts';

/**
 * @param _definition of the collection that the record was read from
 * @param record as the store returned it, or with validated values in their places
 * @returns the same object
 */
export function recordOf<C extends CollectionDefinition>(_definition: C, record: Values): RecordOf<C>;
export function recordOf<C extends CollectionDefinition>(_definition: C, record: Values | null): RecordOf<C> | null;
export function recordOf<C extends CollectionDefinition>(_definition: C, record: Values | null): RecordOf<C> | null {
  return record as RecordOf<C> | null;
}
