/** Streams: keys, targets with their states, and the messages of the streaming process. */
import { streams, streamTargets } from '#shared/modules/events/streaming.ts';
import type { Part } from '../part.ts';
import { ingestAction } from './ingest-action.ts';
import { keepStreams } from './keep-streams.ts';
import { organizerActions } from './organizer-actions.ts';
import { targetRule } from './setting.ts';
import { sealedStreamKeys } from './stream-key.ts';
import { followTargets } from './target-states.ts';

export const streamingPart: Part = {
  name: 'streaming',
  needs: ['event'],
  make: (ports) => ({
    collections: [streams, streamTargets],
    actions: [...organizerActions(ports), ingestAction(ports)],
    rules: [targetRule(ports)],
    followers: [followTargets],
    jobs: [keepStreams(ports)],
    sealed: [sealedStreamKeys],
  }),
};
