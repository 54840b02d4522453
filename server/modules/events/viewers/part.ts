/** Viewers of streams: counted from heartbeats, reported by platforms, kept as records. */
import { viewerStats } from '#shared/modules/events/viewers.ts';
import type { Part } from '../part.ts';
import { closeViewers } from './close-viewers.ts';
import { countersOf } from './counters.ts';
import { viewerActions } from './post-viewers.ts';
import { viewerHashes } from './viewer-records.ts';

export const viewersPart: Part = {
  name: 'viewers',
  needs: ['event'],
  make: (ports) => ({
    collections: [viewerStats],
    internal: [viewerHashes],
    actions: viewerActions(countersOf(ports)),
    jobs: [closeViewers],
  }),
};
