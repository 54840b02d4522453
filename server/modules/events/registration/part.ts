/** Registrations: made, imported, held for a while, cancelled; and the mails about them. */

import { mailSuppressions, messageBatches, outgoingMails } from '#shared/modules/events/message.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { Part } from '../part.ts';
import { cancelPlacesOfCancelledEvents } from './cancel-places.ts';
import { cancelRegistrationAction } from './cancel-registration.ts';
import { expireHolds } from './expire-holds.ts';
import { getRegistrationAction } from './get-registration.ts';
import { importAttendeesAction } from './import-attendees.ts';
import { personalOfRegistration } from './personal.ts';
import { registerAction } from './register.ts';
import { registrationRule } from './registration-rule.ts';

export const registrationPart: Part = {
  name: 'registration',
  needs: ['event', 'orders'],
  personal: personalOfRegistration,
  make: (ports) => ({
    collections: [registrations, outgoingMails, messageBatches, mailSuppressions],
    actions: [
      registerAction(ports),
      importAttendeesAction(ports),
      getRegistrationAction(ports),
      cancelRegistrationAction,
    ],
    rules: [registrationRule],
    followers: [cancelPlacesOfCancelledEvents],
    jobs: [expireHolds],
  }),
};
