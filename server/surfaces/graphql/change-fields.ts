/** The fields that one collection adds to Subscription: its changes, as the log has them. */
import { GraphQLEnumType, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { Ended, readSubscription } from '../../core/log/subscriptions/read-subscription.ts';
import type { Followed } from '../../core/log/subscriptions/subscription-filter.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { type CollectionTypes, idArg, type RootFields, whereOf } from './collection-fields.ts';
import type { Names } from './names.ts';
import { dateTime, long } from './scalars.ts';

const opNames = { create: 'created', update: 'updated', delete: 'deleted', leave: 'left' } as const;
export const changeOp = new GraphQLEnumType({
  name: 'ChangeOp',
  values: Object.fromEntries(
    Object.entries(opNames).map(([value, name]) => [
      name,
      {
        value,
        ...(value === 'leave'
          ? { description: 'The record no longer matches the filter, or you can no longer see it.' }
          : {}),
      },
    ]),
  ),
});

export function subscriptionFields(types: CollectionTypes, typeNames: Names, fieldNames: Names): RootFields {
  const { definition, one, record, where } = types;
  const change = new GraphQLObjectType<Followed>({
    name: typeNames.take(`${record.name}Change`),
    fields: {
      seq: {
        type: new GraphQLNonNull(long),
        description: 'Its place in the log. Send it as `since` to resume after it.',
      },
      op: { type: new GraphQLNonNull(changeOp) },
      id: idArg,
      at: { type: new GraphQLNonNull(dateTime) },
      types: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))) },
      record: {
        type: record,
        description: 'The record after the change. For a deletion, its last state; null if it left.',
      },
    },
  });
  return {
    [fieldNames.take(`${one}Changed`)]: {
      type: change,
      description:
        'Every change in the order of the log, none missed, none twice. Filters apply to the record itself, not through relations.',
      args: {
        where: { type: where },
        since: { type: long, description: 'Changes after this place. If omitted, from now on.' },
      },
      subscribe: async (_source, args, asking) => {
        const { caller, clock, platform, resumeAfter } = asking;
        const changes = await readSubscription(
          { actor: caller.actor, clock, platform },
          {
            collection: definition.name,
            where: whereOf(definition, args['where'], asking),
            since: resumeAfter ?? (typeof args['since'] === 'number' ? args['since'] : null),
          },
        );
        return valueOrRefusal(changes);
      },
      resolve: (source, _args, asking) => {
        asking.allowance.renew();
        if (source instanceof Ended) throw new RefusalError([source.refusal]);
        return source;
      },
    },
  };
}
