/** Collections of staff: departments, employees, leave, job openings, applicants, reviews. */
import { defineCollection } from '../../schema/definition.ts';
import { usualCurrency } from '../currency.ts';
import { lifecycle } from '../module-definition.ts';

export const departments = defineCollection({
  name: 'departments',
  module: 'hr',
  labels: { one: 'Department', many: 'Departments' },
  fields: [
    { name: 'name', type: 'text', required: true, unique: true, maxLength: 120 },
    { name: 'parent', type: 'relation', to: 'departments', index: true },
    { name: 'head', type: 'relation', to: 'employees', index: true },
    { name: 'costCenter', type: 'text', maxLength: 40 },
  ],
  searchable: ['name', 'costCenter'],
});

export const employees = defineCollection({
  name: 'employees',
  module: 'hr',
  labels: { one: 'Employee', many: 'Employees' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200, index: true },
    { name: 'email', type: 'email', required: true, unique: true, maxLength: 254 },
    { name: 'phone', type: 'text', maxLength: 40, pattern: '^[0-9+() ./-]+$' },
    {
      name: 'status',
      type: 'select',
      options: ['onboarding', 'active', 'on_leave', 'left'],
      required: true,
      default: 'onboarding',
      index: true,
    },
    { name: 'jobTitle', type: 'text', required: true, maxLength: 120 },
    { name: 'department', type: 'relation', to: 'departments', index: true },
    { name: 'manager', type: 'relation', to: 'employees', index: true },
    {
      name: 'employment',
      type: 'select',
      options: ['full_time', 'part_time', 'contractor', 'intern'],
      required: true,
      default: 'full_time',
    },
    { name: 'weeklyHours', type: 'number', required: true, default: 40, min: 0, max: 80 },
    { name: 'leaveDaysPerYear', type: 'integer', required: true, default: 25, min: 0, max: 366 },
    { name: 'hiredOn', type: 'date', required: true, index: true },
    { name: 'leftOn', type: 'date', note: 'The last day.' },
    { name: 'workplace', type: 'select', options: ['office', 'remote', 'hybrid'], required: true, default: 'office' },
  ],
  searchable: ['name', 'email', 'jobTitle'],
  lifecycle: lifecycle('onboarding', [
    [['onboarding', 'on_leave'], 'active', 'activated'],
    ['active', 'on_leave', 'went_on_leave'],
    [['onboarding', 'active', 'on_leave'], 'left', 'left'],
    ['left', 'onboarding', 'rehired'],
  ]),
});

export const leaveRequests = defineCollection({
  name: 'leave_requests',
  module: 'hr',
  labels: { one: 'Leave request', many: 'Leave requests' },
  fields: [
    { name: 'employee', type: 'relation', to: 'employees', required: true, index: true },
    {
      name: 'kind',
      type: 'select',
      options: ['vacation', 'sick', 'parental', 'unpaid', 'other'],
      required: true,
      default: 'vacation',
      index: true,
    },
    {
      name: 'status',
      type: 'select',
      options: ['requested', 'approved', 'rejected', 'cancelled'],
      required: true,
      default: 'requested',
      index: true,
    },
    { name: 'startsOn', type: 'date', required: true, index: true, note: 'The first day away, as its date in UTC.' },
    { name: 'endsOn', type: 'date', required: true, note: 'The last day away.' },
    {
      name: 'workingDays',
      type: 'integer',
      required: true,
      readOnly: true,
      default: 0,
      min: 0,
      note: 'Mondays to Fridays from the first to the last day.',
    },
    { name: 'reason', type: 'text', maxLength: 1_000 },
    { name: 'decisionNote', type: 'text', maxLength: 1_000 },
    { name: 'decidedAt', type: 'date', readOnly: true },
  ],
  searchable: ['reason'],
  indexes: [['employee', 'startsOn']],
  lifecycle: lifecycle(
    'requested',
    [
      ['requested', 'approved', 'approved'],
      ['requested', 'rejected', 'rejected'],
      [['requested', 'approved'], 'cancelled', 'cancelled'],
    ],
    { begins: ['requested'] },
  ),
});

export const jobOpenings = defineCollection({
  name: 'job_openings',
  module: 'hr',
  labels: { one: 'Job opening', many: 'Job openings' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the title.' },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'open', 'paused', 'filled', 'closed'],
      required: true,
      default: 'draft',
      index: true,
    },
    { name: 'department', type: 'relation', to: 'departments', index: true },
    { name: 'location', type: 'text', maxLength: 200 },
    {
      name: 'employment',
      type: 'select',
      options: ['full_time', 'part_time', 'contractor', 'intern'],
      required: true,
      default: 'full_time',
    },
    { name: 'description', type: 'richText', maxLength: 20_000 },
    { name: 'salaryMinAmount', type: 'money', min: 0, max: 1_000_000_000, note: 'Minor units per year.' },
    { name: 'salaryMaxAmount', type: 'money', min: 0, max: 1_000_000_000, note: 'Minor units per year.' },
    { ...usualCurrency, note: 'Of the salary.' },
    { name: 'positions', type: 'integer', required: true, default: 1, min: 1, max: 1_000 },
    { name: 'applicantCount', type: 'integer', required: true, readOnly: true, default: 0, min: 0 },
    { name: 'openedAt', type: 'date', readOnly: true },
  ],
  searchable: ['title', 'location', 'description'],
  lifecycle: lifecycle('draft', [
    [['draft', 'paused', 'closed'], 'open', 'opened'],
    ['open', 'paused', 'paused'],
    ['open', 'filled', 'filled'],
    [['draft', 'open', 'paused'], 'closed', 'closed'],
  ]),
});

export const applicants = defineCollection({
  name: 'applicants',
  module: 'hr',
  labels: { one: 'Applicant', many: 'Applicants' },
  fields: [
    { name: 'opening', type: 'relation', to: 'job_openings', required: true, index: true },
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'email', type: 'email', required: true, maxLength: 254, index: true },
    { name: 'phone', type: 'text', maxLength: 40, pattern: '^[0-9+() ./-]+$' },
    {
      name: 'status',
      type: 'select',
      options: ['applied', 'screening', 'interview', 'offer', 'hired', 'rejected', 'withdrawn'],
      required: true,
      default: 'applied',
      index: true,
    },
    { name: 'resume', type: 'file' },
    { name: 'coverLetter', type: 'richText', maxLength: 20_000 },
    { name: 'rating', type: 'integer', min: 1, max: 5 },
    { name: 'source', type: 'text', maxLength: 120 },
    { name: 'note', type: 'text', maxLength: 5_000 },
    { name: 'employee', type: 'relation', to: 'employees', readOnly: true },
  ],
  uniques: [['opening', 'email']],
  searchable: ['name', 'email', 'note'],
  lifecycle: lifecycle(
    'applied',
    [
      ['applied', 'screening', 'screened'],
      ['screening', 'interview', 'invited'],
      ['interview', 'offer', 'offered'],
      ['offer', 'hired', 'hired'],
      [['applied', 'screening', 'interview', 'offer'], 'rejected', 'rejected'],
      [['applied', 'screening', 'interview', 'offer'], 'withdrawn', 'withdrawn'],
    ],
    { begins: ['applied', 'screening'] },
  ),
});

export const performanceReviews = defineCollection({
  name: 'performance_reviews',
  module: 'hr',
  resource: 'review',
  labels: { one: 'Performance review', many: 'Performance reviews' },
  fields: [
    { name: 'employee', type: 'relation', to: 'employees', required: true, index: true },
    { name: 'reviewer', type: 'relation', to: 'employees', required: true, index: true },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'shared', 'acknowledged'],
      required: true,
      default: 'draft',
      index: true,
    },
    { name: 'periodStart', type: 'date', required: true },
    { name: 'periodEnd', type: 'date', required: true },
    { name: 'rating', type: 'integer', min: 1, max: 5 },
    { name: 'strengths', type: 'richText', maxLength: 10_000 },
    { name: 'goals', type: 'array', of: 'text', maxItems: 20, maxLength: 500 },
    { name: 'sharedAt', type: 'date', readOnly: true },
    { name: 'acknowledgedAt', type: 'date', readOnly: true },
  ],
  searchable: ['strengths'],
  lifecycle: lifecycle('draft', [
    ['draft', 'shared', 'shared'],
    ['shared', 'draft', 'taken_back'],
    ['shared', 'acknowledged', 'acknowledged'],
  ]),
});
