/**
 * The declaration of the data that a part stores about people. Each part names its own collections that refer to attendees or
 * buyers: they are shown to their person, without the fields that are about another person or are notes of the staff, or they
 * are withheld with a reason. A test reads the schema, so that none is forgotten.
 */
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

export type Person = Pick<RegistrationRecord, 'id' | 'emailKey'>;

export interface ShownData {
  readonly collection: CollectionDefinition;
  /** The fields that name the person. */
  readonly by: readonly string[];
  /** Returns their value; absent: the registration’s id. */
  readonly value?: (person: Person) => string | null;
  /** Fields for the staff alone, or about another person. */
  readonly without?: readonly string[];
  /** Selects among the rows; absent: all. */
  readonly only?: (row: StoredRecord, person: Person) => boolean;
}

export interface WithheldData {
  readonly collection: CollectionDefinition;
  /** Reason why it is not in a person’s file. */
  readonly withheld: string;
}

export type PersonalData = ShownData | WithheldData;

export const isShown = (data: PersonalData): data is ShownData => !('withheld' in data);

/** Collections that are shown whole to the person whose registration a record names. */
export const ofRegistration = (...collections: readonly CollectionDefinition[]): readonly ShownData[] =>
  collections.map((collection) => ({ collection, by: ['registration'] }));

/** Fields of a queue that tries again; they say nothing about the person. */
export const triedAgain: readonly string[] = ['problem', 'attempts', 'nextAttemptAt'];
