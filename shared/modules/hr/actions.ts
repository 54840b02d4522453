/** Actions on applicants and leave beyond changing a field, as data. */
import { defineAction } from '../../schema/definition.ts';

export const hireApplicant = defineAction({
  name: 'hr.hire_applicant',
  module: 'hr',
  summary: 'Hire an applicant who has an offer. The opening is filled when all its positions are.',
  scope: 'hr:write',
  http: { method: 'POST', paths: ['/hr/applicants/:applicantId/hire'], status: 201 },
  input: [
    { name: 'applicantId', type: 'relation', to: 'applicants', required: true },
    { name: 'hiredOn', type: 'date', required: true },
    { name: 'jobTitle', type: 'text', maxLength: 120, note: 'If omitted, the title of the opening.' },
  ],
  tags: ['applicants', 'employees', 'job_openings'],
  output: { record: 'employees' },
});

export const leaveBalance = defineAction({
  name: 'hr.leave_balance',
  module: 'hr',
  summary: 'Returns how many days of vacation an employee has in a year, has taken or planned, and has left.',
  scope: 'hr:read',
  http: { method: 'GET', paths: ['/hr/employees/:employeeId/leave-balance'] },
  input: [
    { name: 'employeeId', type: 'relation', to: 'employees', required: true },
    { name: 'year', type: 'integer', required: true, min: 1_970, max: 9_999 },
  ],
  tags: ['employees', 'leave_requests'],
  reads: true,
  output: {
    data: [
      { name: 'employee', type: 'relation', to: 'employees', required: true },
      { name: 'year', type: 'integer', required: true },
      { name: 'allowedDays', type: 'number', required: true },
      { name: 'approvedDays', type: 'number', required: true },
      { name: 'leftDays', type: 'number', required: true },
    ],
  },
});
