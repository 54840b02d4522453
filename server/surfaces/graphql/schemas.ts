/**
 * Keeps GraphQL schemas and documents in memory: one schema for each set of active modules, and one for each tenant with
 * collections of its own, which is replaced when these change. A document is parsed and validated once, and kept while
 * clients go on sending it.
 */

import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { setBounded } from '#shared/base/bounded-map.ts';
import type { Registry } from '../../core/platform.ts';
import { buildSchema } from './build-schema.ts';
import { refusalError } from './errors.ts';
import { shapeLimits, textLimits, tokensMax } from './limits.ts';

const schemasMax = 16;
const documentsMax = 200;
/** Documents of more characters are not kept. */
const keptLengthMax = 4_096;
const errorsMax = 10;

export interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** Finds an entry, which counts as used now: the one that was not used for longest is dropped first. */
function recent<K, V>(map: Map<K, V>, key: K, max: number): V | undefined {
  const found = map.get(key);
  if (found !== undefined) setBounded(map, key, found, max);
  return found;
}

interface Kept {
  readonly registry: Registry;
  readonly schema: GraphQLSchema;
}

interface Read {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

function parsed(schema: GraphQLSchema, text: string): DocumentNode | readonly GraphQLError[] {
  const tooMuch = textLimits(text);
  if (tooMuch) return [refusalError(tooMuch)];
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: tokensMax + 1 });
  } catch (fault) {
    if (fault instanceof GraphQLError) return [fault];
    throw fault;
  }
  const misshapen = shapeLimits(document);
  if (misshapen) return [refusalError(misshapen)];
  const errors = validate(schema, document, undefined, { maxErrors: errorsMax, hideSuggestions: true });
  return errors.length > 0 ? errors : document;
}

export class Schemas {
  readonly #schemas = new Map<string, Kept>();
  readonly #documents = new Map<string, Read>();

  /** @param tenant the tenant of the registry */
  of(tenant: string, registry: Registry): GraphQLSchema {
    const isShared = (registry.own?.size ?? 0) === 0;
    const key = isShared ? registry.modules.join(',') : `tenant ${tenant}`;
    const known = recent(this.#schemas, key, schemasMax);
    if (known?.registry === registry) return known.schema;
    const schema = buildSchema(registry);
    setBounded(this.#schemas, key, { registry, schema }, schemasMax);
    return schema;
  }

  /** @returns the operation that is asked for, or what is wrong with the document */
  read(schema: GraphQLSchema, text: string, operationName: string | null): Asked | readonly GraphQLError[] {
    const known = recent(this.#documents, text, documentsMax);
    const document = known?.schema === schema ? known.document : parsed(schema, text);
    if (!('kind' in document)) return document;
    if (text.length <= keptLengthMax) setBounded(this.#documents, text, { schema, document }, documentsMax);
    const operation = getOperationAST(document, operationName);
    if (operation) return { schema, document, operation };
    const message =
      operationName === null
        ? 'The document has several operations. Name one in `operationName`.'
        : `The document has no operation named ${operationName.slice(0, 100)}.`;
    return [refusalError({ code: 'invalid_query', message, path: 'operationName' })];
  }
}
