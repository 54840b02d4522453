/** The player of an event's stream, for attendees and for other websites. */
import type { Part } from '../part.ts';
import { playerPages } from './player-pages.ts';

export const playerPart: Part = {
  name: 'player',
  needs: ['event', 'streaming'],
  make: (ports) => ({ pages: playerPages(ports) }),
};
