/** Follower: when a meeting ends or moves, its two people have time again, and are asked again where they wait for sessions. */
import { ok } from '#shared/base/result.ts';
import { meetings } from '#shared/modules/events/meeting.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { freeTimes } from './places.ts';

/** Fields that decide whether and when a meeting takes its people's time. */
const timing = ['status', 'startsAt', 'endsAt', 'heldStartsAt', 'heldEndsAt'] as const;

export const followMeetings: Follower = {
  name: 'events.follow-meetings',
  collections: ['meetings'],
  async handle(changes, { commit }) {
    const freed = changes.filter(
      ({ op, previous }) => op === 'delete' || timing.some((name) => previous !== null && name in previous),
    );
    const people = new Set(
      freed.flatMap((change) => {
        const { invitee, requester } = recordIn(change, meetings);
        return [requester, invitee];
      }),
    );
    if (people.size === 0) return;
    throwIfRefused(await commit(async (tx) => ok(await freeTimes(tx, [...people]))));
  },
};
