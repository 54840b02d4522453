/** A sample event to look around in: added with people and orders, and removed as a whole. */
import { defineAction } from '../../schema/definition.ts';
import { eventAnswer } from './answers.ts';

export const addSampleEvent = defineAction({
  name: 'events.add_sample_event',
  module: 'events',
  summary:
    'Add a sample event with ticket types, people and orders. In a sandbox it is on sale and has test payments; otherwise it is a draft that can never be published. Repeating it returns the sample event that is there.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/sample'], status: 201 },
  input: [{ name: 'timezone', type: 'text', format: 'timezone', required: true, default: 'UTC', maxLength: 64 }],
  output: { fields: eventAnswer, called: 'event' },
});

export const removeSampleEvent = defineAction({
  name: 'events.remove_sample_event',
  module: 'events',
  summary: 'Remove the sample event with everything in it. No other event is touched.',
  scope: 'events:write',
  http: { method: 'DELETE', paths: ['/events/sample'] },
  input: [],
  output: {
    fields: [
      { name: 'removed', type: 'boolean', required: true, note: 'False: there was no sample event.' },
      { name: 'id', type: 'relation', to: 'events' },
    ],
  },
});
