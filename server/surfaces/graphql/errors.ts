/** Errors in the form of GraphQL, each with a code of the catalogue in `extensions`; faults of ours go to the log. */
import { type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Refusal } from '#shared/base/result.ts';
import { faultFields, type Log } from '../../http/log.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import { CommitInDoubt, StoreFault } from '../../store/contract.ts';

function extensionsOf({ code, path, detail }: Refusal): Record<string, unknown> {
  return { code, ...(path === undefined ? {} : { path }), ...(detail === undefined ? {} : { detail }) };
}

/** A refusal as an error of the whole request. */
export function refusalError(refusal: Refusal): GraphQLError {
  return new GraphQLError(refusal.message, { extensions: extensionsOf(refusal) });
}

function faultRefusal(fault: unknown): Refusal {
  if (fault instanceof CommitInDoubt)
    return {
      code: 'storage_unavailable',
      message:
        'The connection to the database was lost while saving, so the change may have been saved. Check before you send it again.',
    };
  if (fault instanceof StoreFault)
    return { code: 'storage_unavailable', message: 'The data cannot be read or written right now. Try again.' };
  return { code: 'internal_error', message: 'Something went wrong on our side. Try again.' };
}

/** One error for each refusal: a record that is not valid has one for each field. */
export function formatted(error: GraphQLError, log: Log): readonly GraphQLFormattedError[] {
  const { cause, extensions, locations, message, path } = error;
  const place = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (cause instanceof RefusalError)
    return cause.errors.map((one) => ({ message: one.message, ...place, extensions: extensionsOf(one) }));
  if (cause === undefined || cause instanceof GraphQLError) {
    const code = extensions['code'] ?? (cause instanceof GraphQLError ? cause.extensions['code'] : undefined);
    return [{ message, ...place, extensions: { code: 'invalid_query', ...extensions, ...(code ? { code } : {}) } }];
  }
  log.error('graphql field failed', faultFields(cause));
  const refusal = faultRefusal(cause);
  return [{ message: refusal.message, ...place, extensions: extensionsOf(refusal) }];
}

interface Result {
  readonly data?: FormattedExecutionResult['data'];
  readonly errors?: readonly GraphQLError[];
}

export function formattedResult({ data, errors }: Result, log: Log): FormattedExecutionResult {
  return {
    ...(errors ? { errors: errors.flatMap((error) => formatted(error, log)) } : {}),
    ...(data === undefined ? {} : { data }),
  };
}
