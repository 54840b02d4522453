/** The states of an event as colours. */
import type { Tone } from '../../../parts/state-pill.tsx';

export const statusTones: Readonly<Record<string, Tone>> = {
  draft: 'plain',
  upcoming: 'success',
  live: 'success',
  completed: 'plain',
  cancelled: 'danger',
};
