/**
 * One schema for each set of active modules, and one for each tenant with collections of its own, which goes when they
 * change. Documents are parsed and validated once, for as long as they are asked again.
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
import type { Registry } from '../../core/platform.ts';
import { buildSchema } from './build-schema.ts';
import { refusalError } from './errors.ts';
import { shapeLimits, textLimits, tokensMax } from './limits.ts';

const schemasMax = 16;
const documentsMax = 200;
/** Longer documents are not kept. */
const keptLengthMax = 4_096;
const errorsMax = 10;

export interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** A map that forgets what was not asked for longest. */
class Recent<K, V> {
  readonly #max: number;
  readonly #entries = new Map<K, V>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: K): V | undefined {
    const found = this.#entries.get(key);
    if (found !== undefined) this.set(key, found);
    return found;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#max) return;
      this.#entries.delete(oldest);
    }
  }
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
  readonly #schemas = new Recent<string, Kept>(schemasMax);
  readonly #documents = new Recent<string, Read>(documentsMax);

  /** @param tenant whose registry it is */
  of(tenant: string, registry: Registry): GraphQLSchema {
    const isShared = (registry.own?.size ?? 0) === 0;
    const key = isShared ? registry.modules.join(',') : `tenant ${tenant}`;
    const known = this.#schemas.get(key);
    if (known?.registry === registry) return known.schema;
    const schema = buildSchema(registry);
    this.#schemas.set(key, { registry, schema });
    return schema;
  }

  /** @returns the operation that is asked for, or what is wrong with the document */
  read(schema: GraphQLSchema, text: string, operationName: string | null): Asked | readonly GraphQLError[] {
    const known = this.#documents.get(text);
    const document = known?.schema === schema ? known.document : parsed(schema, text);
    if (!('kind' in document)) return document;
    if (text.length <= keptLengthMax) this.#documents.set(text, { schema, document });
    const operation = getOperationAST(document, operationName);
    if (operation) return { schema, document, operation };
    const message =
      operationName === null
        ? 'The document has several operations. Name one in `operationName`.'
        : `The document has no operation named ${operationName.slice(0, 100)}.`;
    return [refusalError({ code: 'invalid_query', message, path: 'operationName' })];
  }
}
