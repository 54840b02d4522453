/** Two departments, three people, leave, an opening with an applicant, and a review. */
import { type SeedRecord, seedOf } from '../seed-record.ts';

export const hrSeed: readonly SeedRecord[] = [
  ...seedOf('departments', {
    office: { name: 'Office', costCenter: '100' },
    field: { name: 'On site', parent: 'office', costCenter: '200' },
  }),
  ...seedOf('employees', {
    ines: {
      name: 'Ines Okafor',
      email: 'ines@example.org',
      status: 'active',
      jobTitle: 'Head of events',
      department: 'office',
      hiredOn: '2021-03-01T00:00:00.000Z',
    },
    pia: {
      name: 'Pia Brandt',
      email: 'pia@example.org',
      status: 'active',
      jobTitle: 'Supervisor',
      department: 'field',
      manager: 'ines',
      hiredOn: '2023-06-01T00:00:00.000Z',
    },
    sam: {
      name: 'Sam Ortiz',
      email: 'sam@example.org',
      status: 'active',
      jobTitle: 'Technician',
      department: 'field',
      manager: 'pia',
      hiredOn: '2024-09-16T00:00:00.000Z',
      employment: 'part_time',
      weeklyHours: 24,
      leaveDaysPerYear: 18,
    },
  }),
  ...seedOf('leave_requests', {
    pia: {
      employee: 'pia',
      status: 'approved',
      startsOn: '2026-07-06T00:00:00.000Z',
      endsOn: '2026-07-17T00:00:00.000Z',
      reason: 'Summer',
    },
    sam: { employee: 'sam', startsOn: '2026-08-03T00:00:00.000Z', endsOn: '2026-08-05T00:00:00.000Z' },
  }),
  ...seedOf('job_openings', {
    tech: {
      title: 'Technician for gates',
      status: 'open',
      department: 'field',
      location: 'Berlin',
      salaryMinAmount: 4_200_000,
      salaryMaxAmount: 5_000_000,
    },
  }),
  ...seedOf('applicants', {
    rob: { opening: 'tech', name: 'Rob Fischer', email: 'rob@example.net', status: 'interview', rating: 4 },
  }),
  ...seedOf('performance_reviews', {
    sam: {
      employee: 'sam',
      reviewer: 'pia',
      status: 'shared',
      periodStart: '2025-01-01T00:00:00.000Z',
      periodEnd: '2025-12-31T00:00:00.000Z',
      rating: 4,
      goals: ['Lead a gate alone'],
    },
  }),
];
