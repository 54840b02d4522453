/** A tool's input as a form: which control each argument gets, and what of its text becomes which value. */
import { isObject } from '#shared/base/json.ts';

export type Control = 'line' | 'text' | 'number' | 'choice' | 'flag' | 'json';

export interface InputField {
  readonly name: string;
  readonly control: Control;
  readonly required: boolean;
  readonly note: string;
  readonly options: readonly string[];
}

export type Texts = Readonly<Record<string, string>>;

export type ReadInput =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly path: string; readonly message: string };

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

export function fieldsOf(schema: Readonly<Record<string, unknown>>): readonly InputField[] {
  const { properties, required } = schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, given]) => {
    const one = isObject(given) ? given : {};
    const options = Array.isArray(one['enum']) ? one['enum'].filter((value) => value !== null).map(String) : [];
    const note = typeof one['description'] === 'string' ? one['description'] : '';
    return { name, control: controlOf(one), required: needed.includes(name), note, options };
  });
}

/** Empty texts are arguments that are not given. */
export function readTexts(fields: readonly InputField[], texts: Texts): ReadInput {
  const input: Record<string, unknown> = {};
  for (const { name, control } of fields) {
    const text = texts[name] ?? '';
    if (text.trim() === '') continue;
    if (control === 'number' && Number.isNaN(Number(text)))
      return { ok: false, path: name, message: `${name} is a number.` };
    if (control === 'json') {
      const value = jsonOf(text);
      if (value === undefined) return { ok: false, path: name, message: `${name} is no JSON.` };
      input[name] = value;
    } else input[name] = control === 'number' ? Number(text) : control === 'flag' ? text === 'true' : text;
  }
  return { ok: true, input };
}

export function readJson(text: string): ReadInput {
  const value = text.trim() === '' ? {} : jsonOf(text);
  return isObject(value)
    ? { ok: true, input: value }
    : { ok: false, path: 'json', message: 'The input is a JSON object.' };
}

/** The way back: what the form shows of an input written as JSON. */
export function textsOf(fields: readonly InputField[], input: Readonly<Record<string, unknown>>): Texts {
  const shown = fields.filter(({ name }) => input[name] !== undefined);
  return Object.fromEntries(
    shown.map(({ name, control }) => {
      const value = input[name];
      return [name, control !== 'json' && typeof value === 'string' ? value : JSON.stringify(value)];
    }),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
