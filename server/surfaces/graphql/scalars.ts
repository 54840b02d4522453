/** Scalar types that GraphQL itself lacks. Money and other whole numbers may be larger than its Int of 32 bits. */
import { GraphQLError, GraphQLScalarType } from 'graphql';

function misfit(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

function wholeNumber(name: string, description: string): GraphQLScalarType<number, number> {
  const read = (value: unknown): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw misfit('invalid_value', `${name} must be a whole number from -(2^53 - 1) to 2^53 - 1.`);
  };
  return new GraphQLScalarType({ name, description, coerceOutputValue: read, coerceInputValue: read });
}

export const money = wholeNumber(
  'Money',
  'Whole minor units (cents), up to 2^53 - 1. The currency is a separate field.',
);
export const long = wholeNumber('Long', 'A whole number up to 2^53 - 1.');

/** Accepts any text: the platform validates the date, and its error names the field. */
export const dateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description: 'ISO 8601, in UTC with milliseconds.',
  coerceOutputValue: String,
  coerceInputValue(value) {
    if (typeof value === 'string') return value;
    throw misfit('invalid_date', 'DateTime must be text such as 2026-05-04T10:00:00.000Z.');
  },
});

const proto = '__proto__';

/** Copies a value of GraphQL, whose objects have no prototype, into plain objects, which the platform keeps and compares. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.some(([key]) => key === proto)) throw misfit('invalid_json_value', `${proto} cannot be a key.`);
  return Object.fromEntries(entries.map(([key, one]) => [key, plain(one)]));
}

export const json = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value.',
  coerceOutputValue: (value) => value,
  coerceInputValue: plain,
});
