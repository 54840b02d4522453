/** The waiting list of sold-out ticket types: joining, offers in turn, accepting, leaving. */

import { waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import type { Part } from '../part.ts';
import { ofRegistration } from '../personal-data.ts';
import { acceptOfferAction } from './accept-offer.ts';
import { followSeats, keepTurns } from './follow-seats.ts';
import { joinWaitlistAction, leaveWaitlistAction } from './join.ts';

export const waitingListPart: Part = {
  name: 'waiting-list',
  needs: ['event', 'registration', 'orders'],
  personal: ofRegistration(waitlistEntries),
  make: (ports) => ({
    collections: [waitlistEntries],
    actions: [joinWaitlistAction(ports), leaveWaitlistAction, acceptOfferAction(ports)],
    followers: [followSeats],
    jobs: [keepTurns],
  }),
};
