/** The number of votes in a poll, in the plural forms of each language. */
import { expect, test } from 'vitest';
import { activityWords } from '#server/modules/events/activity-page/activity-pages.ts';
import { pollTexts, shareId, votesId } from '#server/modules/events/activity-page/poll-texts.ts';
import type { Language } from '#shared/base/languages.ts';

const said: readonly (readonly [Language, readonly string[]])[] = [
  ['en', ['0 votes', '1 vote', '2 votes', '1,200 votes']],
  ['de', ['0 Stimmen', '1 Stimme', '2 Stimmen', '1.200 Stimmen']],
  ['es', ['0 votos', '1 voto', '2 votos', '1200 votos']],
  ['fr', ['0 vote', '1 vote', '2 votes', '1 200 votes']],
  ['ar', ['لا أصوات', 'صوت واحد', 'صوتان', '1,200 صوت']],
];

test.each(said)('votes in %s', (language, texts) => {
  const of = (votes: number) =>
    pollTexts({ id: 'p', options: [], voted: null, votes }, activityWords[language], language)[votesId('p')];
  expect([0, 1, 2, 1_200].map(of).map((text) => text?.replace(/[\u00a0\u202f]/g, ' '))).toEqual(texts);
});

test.each([
  ['en', '50%', '33.3%'],
  ['de', '50 %', '33,3 %'],
  ['es', '50 %', '33,3 %'],
  ['fr', '50 %', '33,3 %'],
  ['ar', '50%', '33.3%'],
] as const)('shares in %s', (language, half, third) => {
  const options = [50, 33.3].map((percent) => ({ option: 'Yes', votes: 1, percent }));
  const texts = pollTexts({ id: 'p', options, voted: 0, votes: 2 }, activityWords[language], language);
  const shown = [0, 1].map((at) =>
    texts[shareId('p', at)]?.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u061c]/g, ''),
  );
  expect(shown).toEqual([half, third]);
});
