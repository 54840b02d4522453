/** HR: employees, departments, leave, openings, applicants, reviews. */
import { defineModule, moveAction } from '../module-definition.ts';
import { hireApplicant, leaveBalance } from './actions.ts';
import { applicants, departments, employees, jobOpenings, leaveRequests, performanceReviews } from './people.ts';

const leave = { module: 'hr', collection: 'leave_requests', id: 'requestId' } as const;
const opening = { module: 'hr', collection: 'job_openings', id: 'openingId' } as const;
const review = { module: 'hr', collection: 'performance_reviews', id: 'reviewId' } as const;
const decisionNote = { name: 'decisionNote', type: 'text', maxLength: 1_000 } as const;

export const hrModule = defineModule({
  name: 'hr',
  label: 'HR',
  summary: 'Employees and departments, leave, job openings, applicants and reviews.',
  needs: [],
  collections: [employees, departments, leaveRequests, jobOpenings, applicants, performanceReviews],
  rules: [
    { kind: 'tree', collection: 'departments', parent: 'parent', depthMax: 10 },
    { kind: 'tree', collection: 'employees', parent: 'manager', depthMax: 30 },
    { kind: 'order', collection: 'employees', first: 'hiredOn', second: 'leftOn' },
    { kind: 'needed', collection: 'employees', state: 'left', fields: ['leftOn'] },
    {
      kind: 'locked',
      collection: 'leave_requests',
      states: ['approved', 'rejected', 'cancelled'],
      except: ['decisionNote', 'decidedAt'],
    },
    { kind: 'stamp', collection: 'leave_requests', field: 'decidedAt', states: ['approved', 'rejected'] },
    { kind: 'slug', collection: 'job_openings', field: 'slug', from: 'title' },
    { kind: 'stamp', collection: 'job_openings', field: 'openedAt', states: ['open'] },
    { kind: 'rollup', collection: 'applicants', by: 'opening', into: 'applicantCount' },
    { kind: 'by-action', collection: 'applicants', states: { hired: 'hr.hire_applicant' } },
    { kind: 'order', collection: 'performance_reviews', first: 'periodStart', second: 'periodEnd' },
    { kind: 'stamp', collection: 'performance_reviews', field: 'sharedAt', states: ['shared'], each: true },
    { kind: 'stamp', collection: 'performance_reviews', field: 'acknowledgedAt', states: ['acknowledged'] },
    {
      kind: 'locked',
      collection: 'performance_reviews',
      states: ['acknowledged'],
      except: ['sharedAt', 'acknowledgedAt'],
    },
    {
      kind: 'kept',
      collection: 'employees',
      by: [
        { collection: 'employees', field: 'manager' },
        { collection: 'leave_requests', field: 'employee' },
        { collection: 'performance_reviews', field: 'employee' },
        { collection: 'performance_reviews', field: 'reviewer' },
        { collection: 'departments', field: 'head' },
      ],
    },
    {
      kind: 'kept',
      collection: 'departments',
      by: [
        { collection: 'employees', field: 'department' },
        { collection: 'departments', field: 'parent' },
        { collection: 'job_openings', field: 'department' },
      ],
    },
    { kind: 'kept', collection: 'job_openings', by: [{ collection: 'applicants', field: 'opening' }] },
  ],
  actions: [
    moveAction({
      ...leave,
      name: 'approve_leave',
      to: 'approved',
      takes: [decisionNote],
      summary: 'Approve leave; vacation needs enough days left in the year.',
    }),
    moveAction({
      ...leave,
      name: 'reject_leave',
      to: 'rejected',
      takes: [decisionNote],
      summary: 'Reject a leave request.',
    }),
    moveAction({ ...leave, name: 'cancel_leave', to: 'cancelled', summary: 'Cancel leave. The days no longer count.' }),
    { definition: leaveBalance },
    moveAction({ ...opening, name: 'open_opening', to: 'open', summary: 'Publish a job opening.' }),
    moveAction({ ...opening, name: 'close_opening', to: 'closed', summary: 'Close a job opening for applications.' }),
    { definition: hireApplicant },
    moveAction({ ...review, name: 'share_review', to: 'shared', summary: 'Show a review to the employee.' }),
  ],
  refusals: { leave_days_short: 409, leave_period_invalid: 422 },
});
