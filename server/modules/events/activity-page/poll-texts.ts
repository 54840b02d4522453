/** The numbers of an open poll as texts: in the page, and in the news that updates them in place while everyone votes. */
import type { Language } from '#shared/base/languages.ts';
import { percentText } from '#shared/text/percent-text.ts';
import type { ShownPoll } from './activity-data.ts';
import type { ActivityWords } from './words/activity-words.ts';

export const votesId = (poll: string) => `votes-${poll}`;
export const shareId = (poll: string, option: number) => `share-${poll}-${option}`;

/** Returns the texts by the id of their element. Shares are shown to those who have voted. */
export function pollTexts(
  { id, options, voted, votes }: Pick<ShownPoll, 'id' | 'options' | 'voted' | 'votes'>,
  words: Pick<ActivityWords, 'votes'>,
  language: Language,
): Readonly<Record<string, string>> {
  const shown = voted === null ? [] : options;
  const shares = shown.map(({ percent }, at) => [shareId(id, at), percentText(language, percent)] as const);
  return { [votesId(id)]: words.votes(votes), ...Object.fromEntries(shares) };
}
