/** The cache of what the console has read; cleared at logout. */
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  // The SDK repeats what may be repeated, and says when there is no network; pages read again at their interval.
  defaultOptions: { queries: { retry: false, networkMode: 'always' } },
});
