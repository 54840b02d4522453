/** The navigation of an attendee's page calls each page what its heading does. */
import { expect, test } from 'vitest';
import { activityWords } from '#server/modules/events/activity-page/activity-pages.ts';
import { attendeeWords } from '#server/modules/events/attendee-page/frame-words.ts';
import { moreWords } from '#server/modules/events/more-page/more-pages.ts';
import { networkingWords } from '#server/modules/events/networking-page/networking-pages.ts';
import { scheduleWords } from '#server/modules/events/programme-page/schedule-words.ts';
import { languages } from '#shared/base/languages.ts';

const pages = { programme: scheduleWords, networking: networkingWords, activity: activityWords, more: moreWords };

test.each(languages)('in %s', (language) => {
  const headings = Object.entries(pages).map(([tab, words]) => [tab, words[language].title]);
  expect(attendeeWords[language].tabs).toMatchObject(Object.fromEntries(headings));
});
