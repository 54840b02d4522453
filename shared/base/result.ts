/**
 * Outcomes as values. An expected refusal is a value with a code from a closed catalogue;
 * only bugs and broken machines throw.
 */
export interface Refusal<Code extends string = string> {
  /** A code from the catalogue; clients branch on it, so it never changes meaning. */
  readonly code: Code;
  /** A sentence for a person that says what to do next. */
  readonly message: string;
  /** The field as it stands in the body, e.g. `attendee.email`. */
  readonly path?: string;
  /** Facts that help to act on it, e.g. the allowed operators. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Refused = { readonly ok: false; readonly errors: readonly [Refusal, ...Refusal[]] };
export type Result<T> = Ok<T> | Refused;

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

export function refuse(first: Refusal, ...more: Refusal[]): Refused {
  return { ok: false, errors: [first, ...more] };
}
