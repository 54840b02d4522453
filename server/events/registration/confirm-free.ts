/** Follower: a place that costs nothing is confirmed as soon as it is there, by the same door as a paid one. */
import { ok } from '#shared/base/result.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Follower } from '../../collections/module.ts';
import type { EventsPorts } from '../ports.ts';
import { settled } from '../settled.ts';
import { confirmRegistration } from './confirm.ts';

export function confirmFree(ports: Pick<EventsPorts, 'randomBytes'>): Follower {
  return {
    name: 'events.confirm-free',
    collections: ['registrations'],
    async handle(changes, { commit }) {
      const free = changes.filter(
        ({ op, record }) => op === 'create' && record['status'] === 'pending' && record['amount'] === 0,
      );
      const done = await Promise.all(
        free.map(({ id }) =>
          commit(async (tx) => {
            const registration = (await tx.get('registrations', id)) as RegistrationRecord | null;
            if (registration?.status === 'pending' && registration.amount === 0) {
              await confirmRegistration(tx, registration, { paymentStatus: 'not_required' }, ports);
            }
            return ok(null);
          }),
        ),
      );
      done.forEach(settled);
    },
  };
}
