/** Actions as fields: those that only read belong to Query, the others to Mutation. */
import { GraphQLNonNull, type GraphQLObjectType, GraphQLString } from 'graphql';
import { camel, capital } from '#shared/base/letter-case.ts';
import type { ActionDefinition } from '#shared/schema/definition.ts';
import { AnswerTypes } from './answer-types.ts';
import type { RootFields } from './collection-fields.ts';
import type { Names } from './names.ts';
import { answerOf } from './outcomes.ts';
import type { RecordTypes } from './record-types.ts';
import { plain } from './scalars.ts';

export interface ActionNames {
  readonly types: Names;
  readonly queries: Names;
  readonly mutations: Names;
}

export interface ActionFields {
  readonly queries: RootFields;
  readonly mutations: RootFields;
}

/**
 * Makes the fields of actions; an action that is proven by a signature in the request is not offered here.
 *
 * @param recordOf the type of a collection's records; null: it is not there
 */
export function actionFields(
  actions: Iterable<ActionDefinition>,
  records: RecordTypes,
  names: ActionNames,
  recordOf: (collection: string) => GraphQLObjectType | null,
): ActionFields {
  const queries: RootFields = {};
  const mutations: RootFields = {};
  const offered = [...actions].filter(({ http }) => !http?.signed);
  const answers = new AnswerTypes(offered, names.types, records, recordOf);
  for (const action of offered) {
    const { input: fields, name, reads = false, summary } = action;
    const wanted = camel(name);
    const prefix = capital(wanted);
    const input = records.input(names.types.take(`${prefix}Input`), prefix, fields);
    const isNeeded = fields.some((field) => field.required && !('default' in field));
    const { isRecord, read, type } = answers.of(action);
    const [into, taken] = reads ? [queries, names.queries] : [mutations, names.mutations];
    into[taken.take(wanted)] = {
      type,
      description: summary,
      ...(isRecord ? { extensions: { records: 'one' } } : {}),
      args: {
        ...(input ? { input: { type: isNeeded ? new GraphQLNonNull(input) : input } } : {}),
        ...(reads ? {} : { idempotencyKey: { type: GraphQLString } }),
      },
      resolve: async (_source, args, asking) => {
        const key: unknown = args['idempotencyKey'];
        const outcome = await asking.caller.run({
          verb: 'act',
          action: name,
          input: plain(args['input'] ?? {}),
          ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
        });
        if (!reads) asking.forget();
        return read(answerOf(outcome));
      },
    };
  }
  return { queries, mutations };
}
