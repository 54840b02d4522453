/** A module as a page of Markdown: its collections with fields, states and rules, its actions, its events. */
import type { ActionDefinition, CollectionDefinition } from '../schema/definition.ts';
import type { Field } from '../schema/field.ts';
import { describeRule } from './describe-rule.ts';
import type { RuleDefinition } from './rule-definition.ts';

export interface DocumentedModule {
  readonly name: string;
  readonly label?: string;
  readonly summary?: string;
  readonly needs?: readonly string[];
  readonly collections: readonly CollectionDefinition[];
  readonly actions: readonly ActionDefinition[];
  readonly rules?: readonly RuleDefinition[];
}

/** Escapes bars and removes line breaks: each would end the cell of a table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

function typeOf(field: Field): string {
  switch (field.type) {
    case 'select':
      return `${field.many ? 'any of' : 'one of'} ${field.options.map((o) => `\`${o}\``).join(', ')}`;
    case 'relation':
      return `${field.many ? 'relations' : 'relation'} to \`${field.to}\``;
    case 'array':
      return `list of ${field.of}`;
    default:
      return field.type;
  }
}

function boundsOf(field: Field): string {
  const said: string[] = [];
  if (field.required) said.push('required');
  if (field.unique) said.push('unique');
  if (field.readOnly) said.push('read only');
  if ('default' in field && field.default !== undefined) said.push(`default \`${JSON.stringify(field.default)}\``);
  if ('minLength' in field && field.minLength !== undefined) said.push(`at least ${field.minLength} characters`);
  if ('maxLength' in field && field.maxLength !== undefined) said.push(`at most ${field.maxLength} characters`);
  if ('min' in field && field.min !== undefined) said.push(`from ${field.min}`);
  if ('max' in field && field.max !== undefined) said.push(`to ${field.max}`);
  if ('maxItems' in field && field.maxItems !== undefined) said.push(`at most ${field.maxItems} items`);
  if ('pattern' in field && field.pattern !== undefined) said.push(`\`${field.pattern}\``);
  return said.join(', ');
}

function fieldRows(fields: readonly Field[], prefix = ''): readonly string[] {
  return fields
    .filter((field) => !field.hidden)
    .flatMap((field) => {
      const name = `${prefix}${field.name}`;
      const own = row(`\`${name}\``, typeOf(field), boundsOf(field), field.note ?? '');
      if (field.type === 'group') return [own, ...fieldRows(field.fields, `${name}.`)];
      if (field.type === 'array' && field.of === 'group') return [own, ...fieldRows(field.fields ?? [], `${name}[].`)];
      return [own];
    });
}

/** Without `begins` a client may begin a record in any state; a collection in which it creates none has one beginning. */
function beginningOf({ lifecycle, writable = 'all' }: CollectionDefinition): string {
  const initial = `\`${lifecycle?.initial}\``;
  if (lifecycle?.begins) return lifecycle.begins.map((s) => `\`${s}\``).join(' or ');
  return writable === 'all' ? `${initial} or, if it is sent, any other` : initial;
}

function statesOf(definition: CollectionDefinition): readonly string[] {
  const { lifecycle } = definition;
  if (!lifecycle) return [];
  const steps = lifecycle.transitions.map((t) => row(`\`${t.from}\``, `\`${t.to}\``, t.emits ? `\`${t.emits}\`` : ''));
  return [
    `States in \`${lifecycle.field}\`, beginning as ${beginningOf(definition)}:`,
    '',
    row('from', 'to', 'event'),
    row('---', '---', '---'),
    ...steps,
    '',
  ];
}

const writableNotes = {
  all: null,
  'update-only': 'Created by the platform. Can be changed.',
  'no-create': 'Created by the platform. Can be changed and deleted.',
  none: 'Created by the platform. Read-only for clients.',
} as const;

function collectionPart(
  definition: CollectionDefinition,
  rules: readonly RuleDefinition[],
  eventTypes: readonly string[],
): readonly string[] {
  const { name, labels, note, fields, searchable = [], writable = 'all' } = definition;
  const own = rules.filter((rule) => rule.collection === name).map((rule) => `- ${describeRule(rule)}`);
  const writing = writableNotes[writable];
  return [
    `## ${labels.many} (\`${name}\`)`,
    '',
    ...(note ? [note, ''] : []),
    ...(writing ? [writing, ''] : []),
    `\`/api/v1/${name}\``,
    '',
    row('field', 'type', 'bounds', ''),
    row('---', '---', '---', '---'),
    ...fieldRows(fields),
    '',
    ...(searchable.length > 0
      ? [`Searched with \`?search=\`: ${searchable.map((f) => `\`${f}\``).join(', ')}.`, '']
      : []),
    ...statesOf(definition),
    ...(own.length > 0 ? [...own, ''] : []),
    `Events: ${eventTypes.map((type) => `\`${type}\``).join(', ')}.`,
    '',
  ];
}

function actionPart({ name, summary, scope, http, input }: ActionDefinition): readonly string[] {
  return [
    `### \`${name}\``,
    '',
    summary,
    '',
    ...(http?.paths ?? []).map((path) => `- \`${http?.method} /api/v1${path}\``),
    `- scope \`${scope}\``,
    '',
    ...(input.length > 0
      ? [row('input', 'type', 'bounds', ''), row('---', '---', '---', '---'), ...fieldRows(input), '']
      : []),
  ];
}

/**
 * @param eventTypesOf every event name of a collection, as the store writes them
 * @returns Markdown that ends in a line break; the same for the same definitions
 */
export function documentModule(
  module: DocumentedModule,
  eventTypesOf: (definition: CollectionDefinition) => readonly string[],
): string {
  const { name, label, summary, needs = [], collections, actions, rules = [] } = module;
  const lines = [
    `# ${label ?? name}`,
    '',
    ...(summary ? [summary, ''] : []),
    `Module \`${name}\`, scopes \`${name}:read\` and \`${name}:write\`${needs.length > 0 ? `; needs ${needs.map((n) => `\`${n}\``).join(', ')}` : ''}.`,
    '',
    ...collections.flatMap((definition) => collectionPart(definition, rules, eventTypesOf(definition))),
    ...(actions.length > 0 ? ['## Actions', '', ...actions.flatMap(actionPart)] : []),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
