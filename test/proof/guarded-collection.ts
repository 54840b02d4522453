/**
 * A collection with restricted members of every type at every depth, and values of it that are known again wherever they
 * turn up. Everything is made from the field types and the definition: a new type or member has its rows by itself.
 */
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { isoTime } from '#shared/base/time.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { Field, FieldType } from '#shared/schema/field.ts';
import { innerFields } from '#shared/schema/visible-definition.ts';

export type Values = Record<string, unknown>;

export const keeper = 'keeper';
const locked = { readRoles: [keeper], writeRoles: [keeper] } as const;

/** One field of each type; a new type does not compile without its line. */
const byType: Readonly<Record<FieldType, (name: string) => Field>> = {
  text: (name) => ({ name, type: 'text', maxLength: 200 }),
  richText: (name) => ({ name, type: 'richText' }),
  email: (name) => ({ name, type: 'email' }),
  url: (name) => ({ name, type: 'url' }),
  slug: (name) => ({ name, type: 'slug' }),
  number: (name) => ({ name, type: 'number' }),
  integer: (name) => ({ name, type: 'integer' }),
  money: (name) => ({ name, type: 'money' }),
  boolean: (name) => ({ name, type: 'boolean' }),
  date: (name) => ({ name, type: 'date' }),
  select: (name) => ({ name, type: 'select', options: ['alpha', 'beta'] }),
  json: (name) => ({ name, type: 'json' }),
  array: (name) => ({ name, type: 'array', of: 'text' }),
  group: (name) => ({ name, type: 'group', fields: [{ name: 'word', type: 'text' }] }),
  point: (name) => ({ name, type: 'point' }),
  relation: (name) => ({ name, type: 'relation', to: 'shelves' }),
  file: (name) => ({ name, type: 'file' }),
};

/** Members of one level: some for all, one that all see and keepers set, one of each type that only keepers see. */
function members(): readonly Field[] {
  const secret = Object.entries(byType).map(([type, make]) => ({
    ...make(`secret${type[0]?.toUpperCase()}${type.slice(1)}`),
    ...locked,
  }));
  return [
    { name: 'title', type: 'text', maxLength: 200 },
    { name: 'rank', type: 'integer' },
    { name: 'graded', type: 'text', writeRoles: [keeper] },
    { name: 'sealed', type: 'text', hidden: true },
    ...secret,
  ];
}

export const dossiers = defineCollection({
  name: 'dossiers',
  module: 'vault',
  labels: { one: 'Dossier', many: 'Dossiers' },
  fields: [
    ...members(),
    { name: 'code', type: 'text', maxLength: 40 },
    { name: 'sibling', type: 'relation', to: 'dossiers' },
    {
      name: 'card',
      type: 'group',
      fields: [...members(), { name: 'inner', type: 'group', fields: members() }],
    },
    {
      name: 'rows',
      type: 'array',
      of: 'group',
      fields: [
        ...members(),
        {
          name: 'cell',
          type: 'group',
          fields: [...members(), { name: 'lines', type: 'array', of: 'group', fields: members() }],
        },
      ],
    },
  ],
  uniques: [['code', 'secretSelect']],
  searchable: ['title', 'secretText'],
  replicated: { push: 'merge' },
});

/** The same with nothing restricted at the top: what looks at top-level fields alone takes it for open. */
export const cabinets = defineCollection({
  ...dossiers,
  name: 'cabinets',
  labels: { one: 'Cabinet', many: 'Cabinets' },
  fields: dossiers.fields.filter(({ name }) => ['title', 'card', 'rows'].includes(name)),
  uniques: [],
  searchable: ['title'],
});

export const shelves = defineCollection({
  name: 'shelves',
  module: 'archive',
  labels: { one: 'Shelf', many: 'Shelves' },
  fields: [{ name: 'title', type: 'text', required: true }],
});

/** Dotted paths of the fields below, and whether a reader without the role sees them. */
export function pathsOf(
  fields: readonly Field[],
  prefix = '',
  isSeen = true,
): readonly { readonly path: string; readonly field: Field; readonly isSeen: boolean }[] {
  return fields.flatMap((field) => {
    const path = `${prefix}${field.name}`;
    const seen = isSeen && !field.hidden && !field.readRoles;
    return [{ path, field, isSeen: seen }, ...pathsOf(innerFields(field), `${path}.`, seen)];
  });
}

export interface Planting {
  readonly shelf: string;
  readonly file: string;
  /** What is planted in a field that not all see, as it stands in any text that shows it. */
  readonly secrets: Set<string>;
  /** Ids that restricted fields hold: secrets for those who may not read the collections they lead to. */
  readonly related: Set<string>;
  /** What is planted in fields that all see. */
  readonly open: Set<string>;
  next: number;
}

/** A value of the field that no other has, noted under who may see it. */
function plant(field: Field, planting: Planting, isSeen: boolean): unknown {
  planting.next += 1;
  const n = String(planting.next).padStart(5, '0');
  const note = <T>(value: T, mark: string): T => {
    (isSeen ? planting.open : planting.secrets).add(mark);
    return value;
  };
  const word = `marker-${n}`;
  switch (field.type) {
    case 'text':
    case 'richText':
    case 'slug':
      return note(word, word);
    case 'email':
      return note(`${word}@vault.example`, word);
    case 'url':
      return note(`https://vault.example/${word}`, word);
    case 'integer':
    case 'money':
    case 'number':
      return note(Number(`7391${n}`), `7391${n}`);
    case 'date': {
      const time = isoTime(Date.UTC(2971, 0, 1) + planting.next * 1_000);
      return note(time, time.slice(0, 19));
    }
    case 'json':
      return note({ deep: [word] }, word);
    case 'point':
      return note([Number(`100.7${n}1`), 1], `100.7${n}1`);
    case 'boolean':
      return true;
    case 'select':
      return field.options[0];
    case 'relation':
      return field.to === 'shelves' ? planting.shelf : null;
    case 'file':
      return planting.file;
    case 'group':
      return plantAll(field.fields, planting, isSeen);
    case 'array':
      if (field.of !== 'group') return note([word], word);
      return [0, 1].map(() => plantAll(field.fields ?? [], planting, isSeen));
  }
}

export function plantAll(fields: readonly Field[], planting: Planting, isSeen = true): Values {
  return Object.fromEntries(
    fields.map((field) => {
      const seen = isSeen && !field.hidden && !field.readRoles;
      return [field.name, plant(field, planting, seen)];
    }),
  );
}

/** Every place in the value where something is: the value itself, its members, their members. */
interface Place {
  readonly path: string;
  readonly value: unknown;
  with(value: unknown): unknown;
}

function placesIn(value: unknown, path: string, replace: (value: unknown) => unknown): readonly Place[] {
  const here: Place = { path, value, with: replace };
  if (Array.isArray(value))
    return [here, ...value.flatMap((one, i) => placesIn(one, `${path}[${i}]`, (v) => replace(value.with(i, v))))];
  if (!isObject(value)) return [here];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    placesIn(one, `${path}.${name}`, (v) => replace({ ...value, [name]: v })),
  );
  return [here, ...inner];
}

const without = (value: Values, name: string): Values =>
  Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));

export interface WriteBack {
  readonly what: string;
  readonly patch: Values;
  /** A write that only touches what the writer sees and may set: it is to be taken. */
  readonly isPlain: boolean;
}

/** Patches with every form in which a client may send a field back: unchanged, emptied, shortened, reversed, changed. */
function writesOf(name: string, read: unknown): readonly WriteBack[] {
  const places = placesIn(read, name, (value) => value);
  const make = (what: string, place: Place, value: unknown, isPlain = false): WriteBack => ({
    what: `${what} ${place.path}`,
    patch: { [name]: place.with(value) },
    isPlain,
  });
  return places.flatMap((place): readonly WriteBack[] => {
    const { path, value } = place;
    if (Array.isArray(value) && value.every(isObject))
      return [
        make('as read', place, value, true),
        make('null', place, null),
        make('no items', place, []),
        make('first item gone', place, value.slice(1)),
        make('last item gone', place, value.slice(0, -1)),
        make('turned', place, value.toReversed(), true),
        make('twice', place, [...value, ...value]),
        make('one more', place, [...value, { title: 'new' }], true),
        make('one before', place, [{ title: 'new' }, ...value], true),
        make(
          'all titles',
          place,
          value.map((one) => ({ ...one, title: `${String(one['title'])}!` })),
          true,
        ),
        make(
          'replaced',
          place,
          value.map(() => ({ title: 'other' })),
        ),
      ];
    if (isObject(value) && 'title' in value)
      return [
        make('as read', place, value, true),
        make('null', place, null),
        make('no members', place, {}),
        make('title', place, { ...value, title: 'changed' }, true),
        ...Object.keys(value).map((one) => make(`without ${one} in`, place, without(value, one))),
      ];
    return path === name ? [make('as read', place, value, true), make('null', place, null)] : [];
  });
}

/** @param read the record as the writer reads it */
export function writeBacks(read: Values): readonly WriteBack[] {
  const fields = Object.entries(read).filter(([name]) => !['id', 'createdAt', 'updatedAt', 'version'].includes(name));
  const whole = Object.fromEntries(fields);
  const edited = { ...whole, title: 'edited' };
  return [
    { what: 'the whole record as read', patch: whole, isPlain: true },
    { what: 'the whole record with another title', patch: edited, isPlain: true },
    ...fields.filter(([name]) => name !== 'graded').flatMap(([name, value]) => writesOf(name, value)),
  ];
}

const patterns = new WeakMap<ReadonlySet<string>, { readonly size: number; readonly pattern: RegExp }>();

/** One pattern for all marks: hundreds of them are looked for in thousands of answers, and one after another takes seconds. */
function patternOf(marks: ReadonlySet<string>): RegExp {
  const known = patterns.get(marks);
  if (known?.size === marks.size) return known.pattern;
  const escaped = [...marks].sort().map((mark) => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('|') || '(?!)', 'g');
  patterns.set(marks, { size: marks.size, pattern });
  return pattern;
}

/** The marks that a text shows of those, five of them at most. */
export function shown(text: string, marks: ReadonlySet<string>): readonly string[] {
  return [...new Set(text.match(patternOf(marks)))].slice(0, 5);
}

/** What the record holds in the fields that not all see, for comparing before with after: values alone, sorted. */
export function lockedValues(record: Values): readonly string[] {
  const found: string[] = [];
  const look = (fields: readonly Field[], value: unknown): void => {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (!isObject(one)) continue;
      for (const field of fields) {
        const held = one[field.name];
        const isLocked = field.readRoles !== undefined || field.writeRoles !== undefined;
        if (isLocked && held !== null && held !== undefined) found.push(`${field.name} ${JSON.stringify(held)}`);
        else if (!isLocked) look(innerFields(field), held);
      }
    }
  };
  look(dossiers.fields, record);
  return found.sort();
}

export const secretName = /secret[A-Z]|"sealed"/;
export const textOf = (record: Values, name: string): string => String(must(record[name], name));
