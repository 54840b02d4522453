/** Everything that needs GraphQL's own library, loaded at the first request: reading, limits, execution, subscriptions. */
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FormattedExecutionResult,
  type GraphQLError,
  OperationTypeNode,
  subscribe,
} from 'graphql';
import type { Caller } from '../../core/platform.ts';
import type { Log } from '../../http/log.ts';
import { type AskingOptions, askingOf, type GraphqlParts } from './context.ts';
import { formattedResult, refusalError } from './errors.ts';
import { costOf, recordsMax, variableLimits } from './limits.ts';
import { Schemas } from './schemas.ts';
import { tooLarge } from './too-large.ts';

/** A request from a body or a query string, its parts of the right types. */
export interface GraphqlRequest {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface Prepared {
  readonly args: ExecutionArgs;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** Number of requests that it counts against the tenant's minute. */
  readonly requests: number;
}

export interface RefusedRequest {
  /** The document cannot be read or does not fit the schema; or it, or its variables, ask for too much. */
  readonly reason: 'invalid' | 'too large';
  readonly errors: readonly GraphQLError[];
}

export type Result = FormattedExecutionResult;

export interface Engine {
  prepare(caller: Caller, request: GraphqlRequest, asking: AskingOptions): Promise<Prepared | RefusedRequest>;
  /** `data` is not there at all where the variables do not fit. */
  execute(args: ExecutionArgs): Promise<Result>;
  /** Errors alone where it cannot begin. */
  subscribe(args: ExecutionArgs): Promise<AsyncGenerator<Result, void, void> | Result>;
  formatted(result: { readonly errors: readonly GraphQLError[] }): Result;
}

function refused(error: GraphQLError): RefusedRequest {
  return { reason: 'too large', errors: [error] };
}

export function createEngine(parts: GraphqlParts, log: Log): Engine {
  const schemas = new Schemas();

  /** Written without a generator: `return` must reach the source at once, also while the source waits for its next result. */
  function each(source: AsyncGenerator<ExecutionResult, void, void>): AsyncGenerator<Result, void, void> {
    const asResult = ({ done, value }: IteratorResult<ExecutionResult, void>): IteratorResult<Result, void> =>
      done ? { done, value: undefined } : { done: false, value: formattedResult(value, log) };
    return {
      next: async () => asResult(await source.next()),
      return: async () => asResult(await source.return()),
      throw: async (fault) => asResult(await source.throw(fault)),
      [Symbol.asyncIterator]() {
        return this;
      },
      async [Symbol.asyncDispose]() {
        await source.return();
      },
    };
  }

  return {
    async prepare(caller, { query, operationName, variables }, options) {
      const asked = schemas.read(schemas.of(caller.actor.tenant, caller.registry), query, operationName);
      if (!('document' in asked)) {
        const isTooLarge = asked.some(({ extensions }) => extensions['code'] === 'query_too_large');
        return { reason: isTooLarge ? 'too large' : 'invalid', errors: asked };
      }
      const { document, operation, schema } = asked;
      const unfit = variableLimits(variables);
      if (unfit) return refused(refusalError(unfit));
      const { records, requests } = costOf(schema, document, operation, variables);
      if (records > recordsMax) return refused(refusalError(tooLarge('records to bring', recordsMax)));
      const kind = operation.operation;
      return {
        args: {
          schema,
          document,
          operationName,
          variableValues: variables,
          contextValue: askingOf(parts, caller, options, kind === OperationTypeNode.SUBSCRIPTION),
          hideSuggestions: true,
        },
        kind:
          kind === OperationTypeNode.QUERY
            ? 'query'
            : kind === OperationTypeNode.MUTATION
              ? 'mutation'
              : 'subscription',
        requests,
      };
    },
    execute: async (args) => formattedResult(await execute(args), log),
    async subscribe(args) {
      const found = await subscribe(args);
      return Symbol.asyncIterator in found ? each(found) : formattedResult(found, log);
    },
    formatted: (result) => formattedResult(result, log),
  };
}
