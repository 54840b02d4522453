/**
 * Checks a module of the catalogue beyond what `defineCollection` asserts: bounds, currencies, labels, ways into every
 * state, relations that lead only where the module may go, rules that name existing fields and states. For tests and
 * for authors of modules.
 */
import type { CollectionDefinition } from '../schema/definition.ts';
import type { Field } from '../schema/field.ts';
import type { ModuleDefinition } from './module-definition.ts';
import type { RuleDefinition } from './rule-definition.ts';

const textKinds: ReadonlySet<string> = new Set(['text', 'richText', 'email', 'url', 'slug']);

function fieldProblems(owner: string, fields: readonly Field[], inGroup = false): readonly string[] {
  const hasCurrency = inGroup || fields.some((f) => f.name === 'currency');
  return fields.flatMap((field) => {
    const path = `${owner}.${field.name}`;
    const said: string[] = [];
    if (textKinds.has(field.type) && !('maxLength' in field)) said.push(`${path}: text without maxLength`);
    if (field.type === 'money' && !hasCurrency) said.push(`${path}: money without a currency beside it`);
    if (field.type === 'array' && field.maxItems === undefined) said.push(`${path}: a list without maxItems`);
    if (field.type === 'array' && field.of === 'text' && field.maxLength === undefined)
      said.push(`${path}: texts without maxLength`);
    if (field.type === 'integer' && !field.readOnly && (field.min === undefined || field.max === undefined))
      said.push(`${path}: a whole number without bounds`);
    if (field.hidden) said.push(`${path}: hidden fields have no place in the catalogue`);
    if (field.type === 'group') said.push(...fieldProblems(path, field.fields, hasCurrency));
    if (field.type === 'array' && field.of === 'group') said.push(...fieldProblems(path, field.fields ?? [], true));
    return said;
  });
}

function relations(fields: readonly Field[]): readonly { readonly name: string; readonly to: string }[] {
  return fields.flatMap((f) => {
    if (f.type === 'relation') return [{ name: f.name, to: f.to }];
    if (f.type === 'group') return relations(f.fields);
    return f.type === 'array' && f.of === 'group' ? relations(f.fields ?? []) : [];
  });
}

function stateProblems({ name, lifecycle, fields }: CollectionDefinition): readonly string[] {
  const state = fields.find((f) => f.name === lifecycle?.field);
  if (!lifecycle || state?.type !== 'select') return [];
  const path = `${name}.${lifecycle.field}`;
  const reached = new Set([lifecycle.initial, ...(lifecycle.begins ?? [])]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { from, to } of lifecycle.transitions) if (reached.has(from)) reached.add(to);
  }
  return [
    ...(state.default === lifecycle.initial ? [] : [`${path}: does not begin as ${lifecycle.initial}`]),
    ...state.options.filter((one) => !reached.has(one)).map((one) => `${path}: no way into ${one}`),
    ...lifecycle.transitions
      .filter((t) => t.emits === undefined)
      .map((t) => `${path}: a transition from ${t.from} to ${t.to} without an event name`),
  ];
}

/** Returns the fields and states of the rule's own collection that the rule names. */
function namesIn(rule: RuleDefinition): { readonly fields: readonly string[]; readonly states: readonly string[] } {
  const of = (fields: readonly (string | undefined)[], states: readonly string[] = []) => ({
    fields: fields.filter((f) => f !== undefined),
    states,
  });
  switch (rule.kind) {
    case 'by-action':
      return of([], Object.keys(rule.states));
    case 'number':
      return of([rule.field], rule.at === undefined ? [] : [rule.at]);
    case 'slug':
      return of([rule.field, rule.from]);
    case 'stamp':
      return of([rule.field], rule.states);
    case 'history':
      return of([rule.of, rule.into]);
    case 'total':
      return of([rule.lines, 'discountAmount', 'subtotalAmount', 'taxAmount', 'totalAmount']);
    case 'order':
      return of([rule.first, rule.second]);
    case 'no-overlap':
      return of([rule.by, rule.start, rule.end, rule.state], rule.free);
    case 'locked':
      return of(rule.except, rule.states);
    case 'append-only':
    case 'kept':
      return of([]);
    case 'deadline':
      return of([rule.field, rule.relation]);
    case 'due':
      return of([rule.at], [rule.from, rule.to]);
    case 'tree':
      return of([rule.parent]);
    case 'rollup':
      return of([rule.by, rule.sum]);
    case 'balanced':
      return of([rule.lines], [rule.at]);
    case 'needed':
      return of(rule.fields, [rule.state]);
  }
}

function ruleProblems(rule: RuleDefinition, module: ModuleDefinition): readonly string[] {
  const where = `${rule.kind} of ${rule.collection}`;
  const own = module.collections.find((c) => c.name === rule.collection);
  if (!own) return [`${where}: no such collection in ${module.name}`];
  const { fields, states } = namesIn(rule);
  const state = own.fields.find((f) => f.name === own.lifecycle?.field);
  const known = state?.type === 'select' ? state.options : [];
  const said = [
    ...fields.filter((name) => !own.fields.some((f) => f.name === name)).map((name) => `${where}: no field ${name}`),
    ...states.filter((one) => !known.includes(one)).map((one) => `${where}: no state ${one}`),
  ];
  const actions = new Set(module.actions.map((a) => a.definition.name));
  if (rule.kind === 'by-action')
    for (const [to, action] of Object.entries(rule.states)) {
      if (!actions.has(action)) said.push(`${where}: no action ${action}`);
      if ((own.lifecycle?.begins ?? known).includes(to)) said.push(`${where}: a client may begin as ${to}`);
    }
  if (rule.kind === 'kept')
    for (const by of rule.by) {
      const other = module.collections.find((c) => c.name === by.collection);
      if (!other?.fields.some((f) => f.name === by.field.split('.')[0]))
        said.push(`${where}: no field ${by.collection}.${by.field}`);
    }
  if (rule.kind === 'number' && !module.collections.some((c) => c.name === rule.series))
    said.push(`${where}: no collection ${rule.series}`);
  return said;
}

/**
 * @param all every module of the catalogue, this one included
 * @returns the problems found, one text each; empty where there is none
 */
export function checkModule(module: ModuleDefinition, all: readonly ModuleDefinition[]): readonly string[] {
  const homes = new Map(all.flatMap((m) => m.collections.map((c) => [c.name, m.name] as const)));
  const mayLeadTo = new Set([module.name, ...module.needs]);
  const labels = Map.groupBy(
    all.flatMap((m) => m.collections),
    (c) => c.labels.one.toLowerCase(),
  );
  const collectionProblems = module.collections.flatMap((c) => {
    const strays = relations(c.fields).filter(({ to }) => !mayLeadTo.has(homes.get(to) ?? ''));
    const texts = new Set(c.fields.filter((f) => textKinds.has(f.type)).map((f) => f.name));
    return [
      // Surfaces name one record and many of them after the labels.
      ...(c.labels.one.toLowerCase() === c.labels.many.toLowerCase() ? [`${c.name}: one is called as many`] : []),
      ...((labels.get(c.labels.one.toLowerCase()) ?? []).length > 1
        ? [`${c.name}: another is called ${c.labels.one}`]
        : []),
      ...(c.module === module.name ? [] : [`${c.name}: says it is of ${c.module}`]),
      ...fieldProblems(c.name, c.fields),
      ...stateProblems(c),
      ...strays.map(
        ({ name, to }) =>
          `${c.name}.${name}: leads to ${to} of ${homes.get(to) ?? 'no module'}, which ${module.name} does not need`,
      ),
      ...(c.searchable ?? []).filter((f) => !texts.has(f)).map((f) => `${c.name}: searches ${f}, which is no text`),
    ];
  });
  const actionProblems = module.actions.flatMap(({ definition, move }) => [
    ...(definition.name.startsWith(`${module.name}.`) ? [] : [`${definition.name}: not of ${module.name}`]),
    ...(move &&
    !module.collections.some(
      (c) => c.name === move.collection && c.lifecycle?.transitions.some((t) => t.to === move.to),
    )
      ? [`${definition.name}: no way to ${move.to}`]
      : []),
  ]);
  const needed = module.needs.filter((need) => !all.some((m) => m.name === need));
  return [
    ...collectionProblems,
    ...module.rules.flatMap((rule) => ruleProblems(rule, module)),
    ...actionProblems,
    ...needed.map((need) => `${module.name}: needs ${need}, which is not there`),
  ];
}
