/**
 * Carries a refusal from before the execution through graphql-ws: the library answers with `error` for what a subscription's
 * source throws, and accepts any errors that its `onError` makes. Errors that are returned to it would have to be of the very
 * class that it loaded itself.
 */
import type { ExecutionArgs, GraphQLFormattedError } from 'graphql';
import type { Refusal } from '#shared/base/result.ts';

export class RefusedOperation extends Error {
  readonly errors: readonly GraphQLFormattedError[];
  constructor(errors: readonly GraphQLFormattedError[]) {
    super('refused');
    this.errors = errors;
  }
}

const nothingAsked: Pick<ExecutionArgs, 'document'> = {
  document: {
    kind: 'Document',
    definitions: [
      {
        kind: 'OperationDefinition',
        operation: 'subscription',
        selectionSet: { kind: 'SelectionSet', selections: [] },
      },
    ],
  } as never,
};

export function refusing(errors: readonly GraphQLFormattedError[]): ExecutionArgs {
  return { ...nothingAsked, contextValue: new RefusedOperation(errors) } as ExecutionArgs;
}

export function failing(refused: RefusedOperation): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(refused) }) };
}

export function formatted({ code, detail, message, path }: Refusal): GraphQLFormattedError {
  return { message, extensions: { code, ...(path ? { path } : {}), ...(detail ? { detail } : {}) } };
}
