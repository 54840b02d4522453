/** A tool's input as a form: the control of each argument, and the value that its text becomes. */
import { isObject, parseJson } from '#shared/base/json.ts';

export type Control = 'line' | 'text' | 'number' | 'choice' | 'flag' | 'json';

export interface InputField {
  /** `data.title` for what lies inside `data`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly control: Control;
  readonly required: boolean;
  readonly note: string;
  readonly options: readonly string[];
}

export type Texts = Readonly<Record<string, string>>;

export type ReadInput =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly path: string; readonly message: string };

/** Maximum length of a text that gets a single line, in characters. */
const longText = 300;

function controlOf(schema: Readonly<Record<string, unknown>>): Control {
  const types = [schema['type']].flat().filter((type) => type !== 'null');
  if (Array.isArray(schema['enum'])) return 'choice';
  if (types.length !== 1) return 'json';
  if (types[0] === 'boolean') return 'flag';
  if (types[0] === 'integer' || types[0] === 'number') return 'number';
  if (types[0] !== 'string') return 'json';
  return Number(schema['maxLength'] ?? 0) > longText ? 'text' : 'line';
}

/** An object's own properties get controls of their own, one level deep: the fields of a record. */
export function fieldsOf(
  schema: Readonly<Record<string, unknown>>,
  around: readonly string[] = [],
  isNeeded = true,
): readonly InputField[] {
  const { properties, required } = schema;
  const needed: readonly unknown[] = Array.isArray(required) && isNeeded ? required : [];
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, given]) => {
    const one = isObject(given) ? given : {};
    const path = [...around, name];
    const isRequired = needed.includes(name);
    if (around.length === 0 && isObject(one['properties'])) return fieldsOf(one, path, isRequired);
    const options = Array.isArray(one['enum']) ? one['enum'].filter((value) => value !== null).map(String) : [];
    const note = typeof one['description'] === 'string' ? one['description'] : '';
    return [{ name: path.join('.'), path, control: controlOf(one), required: isRequired, note, options }];
  });
}

function readText({ name, control }: InputField, text: string): ReadInput | { readonly value: unknown } {
  if (control === 'flag') return { value: text === 'true' };
  if (control !== 'number' && control !== 'json') return { value: text };
  const value = control === 'number' ? Number(text) : parseJson(text);
  if (value !== undefined && !Number.isNaN(value)) return { value };
  return {
    ok: false,
    path: name,
    message: control === 'number' ? `${name} must be a number.` : `${name} must be JSON.`,
  };
}

/** Reads the texts of a form as an input. Empty texts are arguments that are not given. */
export function readTexts(fields: readonly InputField[], texts: Texts): ReadInput {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const text = texts[field.name] ?? '';
    if (text.trim() === '') continue;
    const read = readText(field, text);
    if (!('value' in read)) return read;
    const [first = '', inside] = field.path;
    const around = input[first];
    if (inside === undefined) input[first] = read.value;
    else input[first] = { ...(isObject(around) ? around : {}), [inside]: read.value };
  }
  return { ok: true, input };
}

export function readJson(text: string): ReadInput {
  const value = text.trim() === '' ? {} : parseJson(text);
  return isObject(value)
    ? { ok: true, input: value }
    : { ok: false, path: 'json', message: 'The input must be a JSON object.' };
}

/** Returns the texts that a form shows for an input that was written as JSON. */
export function textsOf(fields: readonly InputField[], input: Readonly<Record<string, unknown>>): Texts {
  const shown = fields.flatMap(({ name, path, control }) => {
    const [first = '', inside] = path;
    const around = input[first];
    const value = inside === undefined ? around : isObject(around) ? around[inside] : undefined;
    if (value === undefined) return [];
    return [[name, control !== 'json' && typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
  return Object.fromEntries(shown);
}
