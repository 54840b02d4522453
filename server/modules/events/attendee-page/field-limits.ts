/** The limits of a field that the browser can check at once, as the definition of the action has them. */
import { must } from '#shared/base/assert.ts';
import { type Html, html } from '#shared/base/html.ts';
import type { Field } from '#shared/schema/field.ts';

/** Attributes of HTML, by the names that a definition has for them. */
const attributes = { minLength: 'minlength', maxLength: 'maxlength', min: 'min', max: 'max' } as const;

/** Returns the attributes for the limits of a definition; one that is absent is no limit. */
export function limitsIn(field: Field): Readonly<Record<string, string>> {
  const limits = Object.entries(field).flatMap(([name, value]) =>
    Object.hasOwn(attributes, name) ? [[attributes[name as keyof typeof attributes], String(value)] as const] : [],
  );
  // A box that is not ticked is an answer, too.
  const isRequired = field.required === true && field.type !== 'boolean';
  return { ...Object.fromEntries(limits), ...(isRequired && { required: '' }) };
}

/**
 * @param input fields of the action that the form stands for
 * @param name of the field in `input`
 * @param control a choice among values has no bounds to write down
 * @returns attributes of the control
 */
export function limits(input: readonly Field[], name: string, control: 'typed' | 'chosen' = 'typed'): Html {
  const field = must(
    input.find((one) => one.name === name),
    'a field of the action',
  );
  const known = Object.entries(limitsIn(field)).filter(
    ([attribute]) => control === 'typed' || attribute === 'required',
  );
  return html`${known.map(([attribute, value]) => html` ${attribute}="${value}"`)}`;
}

/** @returns the whole numbers that a field takes, the largest first, for a choice among them */
export function numbersOf({ max, min }: { readonly min: number; readonly max: number }): readonly number[] {
  return Array.from({ length: max - min + 1 }, (_, n) => max - n);
}
