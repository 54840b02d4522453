/** The part of features that types of event suggest: questions, polls, RSVPs, booths. Every event may use all of them. */

import { exhibitors } from '#shared/modules/events/exhibitor.ts';
import {
  boothVisits,
  polls,
  pollVotes,
  questionUpvotes,
  rsvps,
  sessionQuestions,
} from '#shared/modules/events/type-features.ts';
import type { Part } from '../part.ts';
import { changePollActions } from './change-polls.ts';
import { personalOfTypeFeatures } from './personal.ts';
import { pollPageAddress, pollPages } from './poll-page.ts';
import { publishPolls } from './poll-results.ts';
import { pollActions } from './polls.ts';
import { askQuestionAction, listQuestionsAction, moderateActions, upvoteQuestionAction } from './questions.ts';
import { answerRsvpAction, createExhibitorAction, visitBoothAction } from './rsvp-and-booths.ts';

export const typeFeaturesPart: Part = {
  name: 'type-features',
  needs: ['event', 'registration', 'schedule'],
  personal: personalOfTypeFeatures,
  make: (ports) => ({
    collections: [exhibitors, sessionQuestions, questionUpvotes, polls, pollVotes, rsvps, boothVisits],
    actions: [
      askQuestionAction,
      listQuestionsAction,
      ...moderateActions,
      upvoteQuestionAction,
      ...pollActions(pollPageAddress(ports)),
      ...changePollActions(pollPageAddress(ports)),
      answerRsvpAction,
      createExhibitorAction,
      visitBoothAction,
    ],
    followers: [publishPolls],
    pages: pollPages(),
  }),
};
