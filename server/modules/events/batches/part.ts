/** The part of bulk actions on attendees: a job of the server with progress, which can be stopped. */
import { attendeeBatches } from '#shared/modules/events/attendee-batch.ts';
import { workers } from '../attempts.ts';
import type { Part } from '../part.ts';
import { previewBatchAction } from './preview-batch.ts';
import { resumeBatchAction, startBatchAction, stopBatchAction } from './start-batch.ts';
import { workBatches } from './work-batch.ts';

export const batchesPart: Part = {
  name: 'batches',
  needs: ['event', 'registration'],
  personal: [
    {
      collection: attendeeBatches,
      withheld: 'work of the staff on many registrations; the registration says what came of it',
    },
  ],
  make: (ports) => {
    const { follower, job } = workers(workBatches(ports));
    return {
      collections: [attendeeBatches],
      actions: [previewBatchAction, startBatchAction, stopBatchAction, resumeBatchAction],
      followers: [follower],
      jobs: [job],
    };
  },
};
