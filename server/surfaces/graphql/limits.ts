/**
 * Limits what a document may ask, before it is validated or executed: its text, its shape with all fragments put in, and the
 * records it may bring. Each check takes time that grows with the text alone, bombs included.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
  visit,
} from 'graphql';
import type { Refusal } from '#shared/base/result.ts';
import { limitDefault, limitMax } from '#shared/query/parse.ts';
import { tooLarge } from './too-large.ts';

/** In characters. */
export const documentLengthMax = 64 * 1024;
export const tokensMax = 10_000;
/** Maximum depth of brackets of any kind: parser and validation walk them by recursion. */
export const nestingMax = 64;
/** Maximum depth of fields; introspection has a bound of its own. */
export const depthMax = 10;
export const introspectionDepthMax = 16;
/** Largest number of fields with all fragments put in. Validation compares fields of one name with each other. */
export const fieldsMax = 1_000;
export const introspectionFieldsMax = 300;
export const aliasesMax = 100;
export const directivesMax = 50;
export const fragmentsMax = 50;
export const operationsMax = 20;
/** Maximum depth of the values of variables. */
export const variableDepthMax = 64;
/** Maximum number of records that one operation may bring, as its `limit` arguments say. */
export const recordsMax = 10_000;
/** Number of records that count as one request: as many as one REST request may bring. */
const recordsPerRequest = 200;

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Checks a text before it is parsed. Null: within the bounds, or a text that the parser will refuse. */
export function textLimits(text: string): Refusal | null {
  if (text.length > documentLengthMax) return tooLarge('characters', documentLengthMax);
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  let tokens = 0;
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      tokens += 1;
      if (opening.has(token.kind)) depth += 1;
      else if (closing.has(token.kind)) depth -= 1;
      if (depth > nestingMax) return tooLarge('levels', nestingMax);
      if (tokens > tokensMax) return tooLarge('tokens', tokensMax);
    }
  } catch {
    return null;
  }
  return null;
}

interface Size {
  readonly fields: number;
  readonly depth: number;
  readonly introspectionFields: number;
  readonly introspectionDepth: number;
}

const nothing: Size = { fields: 0, depth: 0, introspectionFields: 0, introspectionDepth: 0 };

/** Sizes of selections with their fragments put in; each fragment is measured once. */
class Measure {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #known = new Map<string, Size | 'measuring'>();
  isCyclic = false;

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments;
  }

  size({ selections }: SelectionSetNode): Size {
    return selections.reduce<Size>((sum, selection) => {
      const one =
        selection.kind === Kind.FIELD
          ? this.#field(selection.name.value, selection.selectionSet)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? this.size(selection.selectionSet)
            : this.#spread(selection.name.value);
      return {
        fields: sum.fields + one.fields,
        depth: Math.max(sum.depth, one.depth),
        introspectionFields: sum.introspectionFields + one.introspectionFields,
        introspectionDepth: Math.max(sum.introspectionDepth, one.introspectionDepth),
      };
    }, nothing);
  }

  #field(name: string, below: SelectionSetNode | undefined): Size {
    const inner = below ? this.size(below) : nothing;
    const fields = inner.fields + 1;
    const depth = inner.depth + 1;
    if (name !== '__schema' && name !== '__type') return { ...inner, fields, depth };
    return {
      fields,
      depth: 1,
      introspectionFields: inner.introspectionFields + fields,
      introspectionDepth: Math.max(inner.introspectionDepth, depth),
    };
  }

  #spread(name: string): Size {
    const known = this.#known.get(name);
    if (known === 'measuring') this.isCyclic = true;
    if (known) return known === 'measuring' ? nothing : known;
    const fragment = this.#fragments.get(name);
    if (!fragment) return nothing;
    this.#known.set(name, 'measuring');
    const size = this.size(fragment.selectionSet);
    this.#known.set(name, size);
    return size;
  }
}

function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION).map((one) => [one.name.value, one]),
  );
}

/** Checks a document before it is validated: validation itself compares fields with each other. */
export function shapeLimits(document: DocumentNode): Refusal | null {
  let aliases = 0;
  let directives = 0;
  visit(document, {
    enter(node) {
      if (node.kind === Kind.FIELD && node.alias) aliases += 1;
      else if (node.kind === Kind.DIRECTIVE) directives += 1;
    },
  });
  if (aliases > aliasesMax) return tooLarge('aliases', aliasesMax);
  if (directives > directivesMax) return tooLarge('directives', directivesMax);
  const fragments = fragmentsOf(document);
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (document.definitions.length - operations.length > fragmentsMax) return tooLarge('fragments', fragmentsMax);
  if (operations.length > operationsMax) return tooLarge('operations', operationsMax);
  const measure = new Measure(fragments);
  const sizes = operations.map((one) => measure.size(one.selectionSet));
  // Validation looks at unused fragments, too.
  const unused = [...fragments.values()].map((one) => measure.size(one.selectionSet));
  if (measure.isCyclic) return { code: 'invalid_query', message: 'A fragment includes itself. Write out its fields.' };
  const most = (of: (size: Size) => number) => Math.max(0, ...sizes.map(of));
  if (Math.max(...[...sizes, ...unused].map((size) => size.fields)) > fieldsMax)
    return tooLarge('fields, including fragments', fieldsMax);
  if (most((size) => size.depth) > depthMax) return tooLarge('levels of fields', depthMax);
  if (most((size) => size.introspectionFields) > introspectionFieldsMax)
    return tooLarge('fields of introspection', introspectionFieldsMax);
  if (most((size) => size.introspectionDepth) > introspectionDepthMax)
    return tooLarge('levels of introspection', introspectionDepthMax);
  return null;
}

export interface Cost {
  /** Number of requests that count against the tenant's minute: one for each field at the root, more where it brings much. */
  readonly requests: number;
  /** Number of records that the operation may bring, as its `limit` arguments say. */
  readonly records: number;
}

/**
 * Returns the cost of an operation of a valid document.
 *
 * @param variables as they were sent
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  const fragments = fragmentsOf(document);
  let roots = 0;
  let records = 0;
  const defaults = new Map(operation.variableDefinitions?.map((one) => [one.variable.name.value, one.defaultValue]));

  function limitOf(argument: { readonly kind: string } | undefined): number {
    if (argument?.kind === Kind.INT) return Number((argument as unknown as { readonly value: string }).value);
    if (argument?.kind !== Kind.VARIABLE) return limitDefault;
    const name = (argument as unknown as { readonly name: { readonly value: string } }).name.value;
    const given = variables[name];
    return typeof given === 'number' ? given : limitOf(defaults.get(name));
  }

  function walk(type: GraphQLObjectType, { selections }: SelectionSetNode, times: number, isRoot: boolean): void {
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const below =
          selection.kind === Kind.INLINE_FRAGMENT
            ? selection.selectionSet
            : fragments.get(selection.name.value)?.selectionSet;
        if (below) walk(type, below, times, isRoot);
        continue;
      }
      if (isRoot) roots += 1;
      const field = type.getFields()[selection.name.value];
      if (!field) continue;
      const bring = field.extensions['records'];
      const limit = bring === 'limit' ? limitOf(selection.arguments?.find((a) => a.name.value === 'limit')?.value) : 1;
      // Above its bound a limit is refused by the field itself, in the words of REST: it brings nothing.
      const inside = times * (limit > limitMax ? 0 : Math.max(0, limit));
      if (bring !== undefined) records += inside;
      const inner = getNamedType(field.type);
      if (selection.selectionSet && isObjectType(inner)) walk(inner, selection.selectionSet, inside, false);
    }
  }

  const root = schema.getRootType(operation.operation);
  if (root) walk(root, operation.selectionSet, 1, true);
  return { records, requests: Math.max(1, roots, Math.ceil(records / recordsPerRequest)) };
}

/** No deeper than bodies may be, and no key that means something to a prototype. */
export function variableLimits(value: unknown, depth = 1): Refusal | null {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > variableDepthMax) return tooLarge('levels of variables', variableDepthMax);
  if (Object.hasOwn(value, '__proto__'))
    return { code: 'invalid_value', message: '`__proto__` cannot be a key of variables.', path: 'variables' };
  for (const one of Object.values(value)) {
    const refusal = variableLimits(one, depth + 1);
    if (refusal) return refusal;
  }
  return null;
}
