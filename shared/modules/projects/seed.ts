/** A project with a milestone, tasks, a comment and an hour of work. */
import { type SeedRecord, seedOf } from '../seed-record.ts';

export const projectsSeed: readonly SeedRecord[] = [
  ...seedOf('projects', {
    spring: {
      name: 'Spring fair',
      key: 'SPRING',
      status: 'active',
      startsAt: '2026-01-05T00:00:00.000Z',
      endsAt: '2026-05-08T00:00:00.000Z',
    },
  }),
  ...seedOf('milestones', {
    doors: { project: 'spring', title: 'Doors open', dueAt: '2026-05-04T07:00:00.000Z' },
  }),
  ...seedOf('tasks', {
    badges: {
      project: 'spring',
      milestone: 'doors',
      title: 'Order badges',
      status: 'done',
      priority: 'high',
      estimateMinutes: 120,
    },
    gates: {
      project: 'spring',
      milestone: 'doors',
      title: 'Set up the gates',
      status: 'doing',
      assigneeEmail: 'sam@example.org',
    },
    cables: { project: 'spring', parent: 'gates', title: 'Lay the cables', labels: ['hall 3'] },
  }),
  ...seedOf('task_comments', {
    badges: { task: 'badges', authorEmail: 'pia@example.org', body: '<p>They come on Monday.</p>' },
  }),
  ...seedOf('time_entries', {
    badges: { task: 'badges', workerEmail: 'pia@example.org', minutes: 90, workedOn: '2026-03-02T00:00:00.000Z' },
    gates: { task: 'gates', workerEmail: 'sam@example.org', minutes: 45, workedOn: '2026-03-03T00:00:00.000Z' },
  }),
];
