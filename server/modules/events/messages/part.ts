/** Messages of organizers to attendees, and the addresses that have unsubscribed. */
import { workers } from '../attempts.ts';
import type { Part } from '../part.ts';
import { countMails } from './count-mails.ts';
import { messageRule } from './message-rule.ts';
import { sendDraftAction, sendMessageAction, stopMessageAction } from './send-message.ts';
import { spreadMessages } from './spread-messages.ts';
import { suppressionRule } from './suppression-rule.ts';
import { previewMessageAction, testMessageAction } from './try-message.ts';
import { unsubscribeAction } from './unsubscribe.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

export const messagesPart: Part = {
  name: 'messages',
  needs: ['event', 'registration', 'letters'],
  make: (ports) => {
    const { follower, job } = workers(spreadMessages(ports));
    return {
      actions: [
        sendMessageAction,
        previewMessageAction(ports),
        testMessageAction,
        sendDraftAction,
        stopMessageAction,
        unsubscribeAction,
      ],
      rules: [messageRule, suppressionRule],
      followers: [follower, countMails],
      jobs: [job],
      pages: [unsubscribePage],
    };
  },
};
