/** An open form with a submission, and a draft form. */
import { type SeedRecord, seedOf } from '../seed-record.ts';

export const formsSeed: readonly SeedRecord[] = [
  ...seedOf('forms', {
    feedback: {
      title: 'How was it?',
      status: 'open',
      fields: [
        { name: 'email', label: 'Your email address', type: 'email', required: true },
        { name: 'stars', label: 'Stars', type: 'integer', required: true, min: 1, max: 5 },
        { name: 'liked', label: 'What did you like?', type: 'choices', options: ['talks', 'food', 'people'] },
        { name: 'words', label: 'In your words', type: 'longText' },
      ],
      thankYou: 'Thank you!',
    },
    volunteer: { title: 'Help at the door', fields: [{ name: 'name', label: 'Name', type: 'text', required: true }] },
  }),
  ...seedOf('form_submissions', {
    mara: {
      form: 'feedback',
      answers: { email: 'mara@example.net', stars: 5, liked: ['people'] },
      email: 'mara@example.net',
    },
  }),
];
