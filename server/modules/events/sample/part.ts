/** A sample event to look around in: added, and removed as a whole. */
import type { Part } from '../part.ts';
import { addSampleAction } from './add-sample.ts';
import { removeSampleAction } from './remove-sample.ts';

export const samplePart: Part = {
  name: 'sample',
  needs: ['event', 'registration', 'orders', 'payments'],
  make: (ports) => ({ actions: [addSampleAction(ports), removeSampleAction] }),
};
