/** What an open poll says in numbers: in the page, and in the news that put them in place while everyone votes. */
import type { ShownPoll } from './activity-data.ts';
import type { ActivityWords } from './words/activity-words.ts';

export const votesId = (poll: string) => `votes-${poll}`;
export const shareId = (poll: string, option: number) => `share-${poll}-${option}`;

/** By the id of the element. Shares are shown to those who have voted. */
export function pollTexts(
  { id, options, voted, votes }: Pick<ShownPoll, 'id' | 'options' | 'voted' | 'votes'>,
  words: Pick<ActivityWords, 'votes'>,
): Readonly<Record<string, string>> {
  const shares = voted === null ? [] : options.map(({ percent }, at) => [shareId(id, at), `${percent} %`] as const);
  return { [votesId(id)]: words.votes(votes), ...Object.fromEntries(shares) };
}
