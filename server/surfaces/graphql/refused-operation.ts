/**
 * Carries a refusal that comes before the execution through the library graphql-ws. The library sends an `error` message when
 * the source of a subscription throws, and sends the errors that its `onError` returns. So `refusing` gives it an empty
 * subscription, and `failing` is the source that throws. Errors returned to the library directly would have to be instances
 * of the class that the library itself loaded.
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
