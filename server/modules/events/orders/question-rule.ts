/** The rule of registration questions for generated writes: one event, a fixed key, options for choices only. */
import type { CollectionRule } from '../../../core/collections/action.ts';
import { checkOptions, declared } from '../event/declared.ts';

export const questionRule: CollectionRule = declared({
  collection: 'registration_questions',
  relations: { ticketTypes: 'ticket_types' },
  fixed: ['key'],
  check: checkOptions(['choice', 'choices']),
});
