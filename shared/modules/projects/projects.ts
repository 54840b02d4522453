/** Projects with milestones and tasks, and the time that went into them. */
import { defineCollection } from '../../schema/definition.ts';
import { lifecycle } from '../module-definition.ts';

export const projects = defineCollection({
  name: 'projects',
  module: 'projects',
  labels: { one: 'Project', many: 'Projects' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    {
      name: 'key',
      type: 'text',
      required: true,
      unique: true,
      minLength: 2,
      maxLength: 10,
      pattern: '^[A-Z][A-Z0-9]+$',
      note: 'Short name.',
    },
    {
      name: 'status',
      type: 'select',
      options: ['planned', 'active', 'on_hold', 'completed', 'archived'],
      required: true,
      default: 'planned',
      index: true,
    },
    { name: 'description', type: 'richText', maxLength: 20_000 },
    { name: 'leadEmail', type: 'email', maxLength: 254, index: true },
    { name: 'startsAt', type: 'date' },
    { name: 'endsAt', type: 'date', index: true },
    { name: 'budgetMinutes', type: 'integer', min: 0, max: 10_000_000 },
    { name: 'color', type: 'text', maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$' },
    { name: 'completedAt', type: 'date', readOnly: true },
  ],
  searchable: ['name', 'key', 'description'],
  lifecycle: lifecycle('planned', [
    ['planned', 'active', 'started'],
    ['active', 'on_hold', 'paused'],
    ['on_hold', 'active', 'resumed'],
    ['active', 'completed', 'completed'],
    [['planned', 'on_hold', 'completed'], 'archived', 'archived'],
    ['completed', 'active', 'reopened'],
  ]),
});

export const milestones = defineCollection({
  name: 'milestones',
  module: 'projects',
  labels: { one: 'Milestone', many: 'Milestones' },
  fields: [
    { name: 'project', type: 'relation', to: 'projects', required: true, index: true },
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    {
      name: 'status',
      type: 'select',
      options: ['open', 'reached', 'missed'],
      required: true,
      default: 'open',
      index: true,
    },
    { name: 'dueAt', type: 'date', index: true },
    { name: 'description', type: 'text', maxLength: 5_000 },
    { name: 'reachedAt', type: 'date', readOnly: true },
  ],
  searchable: ['title', 'description'],
  lifecycle: lifecycle('open', [
    [['open', 'missed'], 'reached', 'reached'],
    ['open', 'missed', 'missed'],
    [['reached', 'missed'], 'open', 'reopened'],
  ]),
});

export const tasks = defineCollection({
  name: 'tasks',
  module: 'projects',
  labels: { one: 'Task', many: 'Tasks' },
  fields: [
    { name: 'project', type: 'relation', to: 'projects', required: true, index: true },
    { name: 'milestone', type: 'relation', to: 'milestones', index: true },
    { name: 'parent', type: 'relation', to: 'tasks', index: true },
    { name: 'title', type: 'text', required: true, maxLength: 300 },
    {
      name: 'status',
      type: 'select',
      options: ['todo', 'doing', 'in_review', 'done', 'dropped'],
      required: true,
      default: 'todo',
      index: true,
    },
    {
      name: 'priority',
      type: 'select',
      options: ['low', 'normal', 'high', 'urgent'],
      required: true,
      default: 'normal',
      index: true,
    },
    { name: 'assigneeEmail', type: 'email', maxLength: 254, index: true },
    { name: 'description', type: 'richText', maxLength: 20_000 },
    { name: 'dueAt', type: 'date', index: true },
    { name: 'estimateMinutes', type: 'integer', min: 0, max: 1_000_000 },
    {
      name: 'spentMinutes',
      type: 'integer',
      required: true,
      readOnly: true,
      default: 0,
      min: 0,
      note: 'The sum of its time entries.',
    },
    { name: 'labels', type: 'array', of: 'text', maxItems: 20, maxLength: 60 },
    { name: 'position', type: 'integer', required: true, default: 0, min: 0, max: 1_000_000 },
    { name: 'doneAt', type: 'date', readOnly: true },
  ],
  searchable: ['title', 'description'],
  indexes: [
    ['project', 'status', 'position'],
    ['assigneeEmail', 'status'],
  ],
  lifecycle: lifecycle('todo', [
    ['todo', 'doing', 'started'],
    ['doing', 'todo', 'put_back'],
    ['doing', 'in_review', 'submitted'],
    ['in_review', 'doing', 'sent_back'],
    [['todo', 'doing', 'in_review'], 'done', 'completed'],
    [['todo', 'doing', 'in_review'], 'dropped', 'dropped'],
    [['done', 'dropped'], 'todo', 'reopened'],
  ]),
});

export const taskComments = defineCollection({
  name: 'task_comments',
  module: 'projects',
  labels: { one: 'Task comment', many: 'Task comments' },
  fields: [
    { name: 'task', type: 'relation', to: 'tasks', required: true, index: true },
    { name: 'authorEmail', type: 'email', maxLength: 254, index: true },
    { name: 'body', type: 'richText', required: true, maxLength: 10_000 },
  ],
  searchable: ['body'],
});

export const timeEntries = defineCollection({
  name: 'time_entries',
  module: 'projects',
  labels: { one: 'Time entry', many: 'Time entries' },
  fields: [
    { name: 'task', type: 'relation', to: 'tasks', required: true, index: true },
    { name: 'workerEmail', type: 'email', required: true, maxLength: 254, index: true },
    { name: 'minutes', type: 'integer', required: true, min: 1, max: 1_440 },
    { name: 'workedOn', type: 'date', required: true, index: true },
    { name: 'billable', type: 'boolean', required: true, default: true },
    { name: 'note', type: 'text', maxLength: 1_000 },
  ],
  searchable: ['note'],
  indexes: [['workerEmail', 'workedOn']],
});
