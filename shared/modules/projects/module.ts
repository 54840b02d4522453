/** Projects: milestones, tasks, and the time that went into them. */
import { defineModule, moveAction } from '../module-definition.ts';
import { milestones, projects, taskComments, tasks, timeEntries } from './projects.ts';

const project = { module: 'projects', collection: 'projects', id: 'projectId' } as const;
const task = { module: 'projects', collection: 'tasks', id: 'taskId' } as const;

export const projectsModule = defineModule({
  name: 'projects',
  label: 'Projects',
  summary: 'Projects with milestones, tasks, comments and time.',
  needs: [],
  collections: [projects, milestones, tasks, taskComments, timeEntries],
  rules: [
    { kind: 'order', collection: 'projects', first: 'startsAt', second: 'endsAt' },
    { kind: 'stamp', collection: 'projects', field: 'completedAt', states: ['completed'], each: true },
    { kind: 'stamp', collection: 'milestones', field: 'reachedAt', states: ['reached'], each: true },
    { kind: 'stamp', collection: 'tasks', field: 'doneAt', states: ['done'], each: true },
    { kind: 'tree', collection: 'tasks', parent: 'parent', depthMax: 5 },
    { kind: 'rollup', collection: 'time_entries', by: 'task', into: 'spentMinutes', sum: 'minutes' },
    {
      kind: 'kept',
      collection: 'projects',
      by: [
        { collection: 'tasks', field: 'project' },
        { collection: 'milestones', field: 'project' },
      ],
    },
    { kind: 'kept', collection: 'milestones', by: [{ collection: 'tasks', field: 'milestone' }] },
    {
      kind: 'kept',
      collection: 'tasks',
      by: [
        { collection: 'time_entries', field: 'task' },
        { collection: 'task_comments', field: 'task' },
        { collection: 'tasks', field: 'parent' },
      ],
    },
  ],
  actions: [
    moveAction({ ...project, name: 'start_project', to: 'active', summary: 'Start or resume a project.' }),
    moveAction({ ...project, name: 'complete_project', to: 'completed', summary: 'Complete a project.' }),
    moveAction({ ...project, name: 'archive_project', to: 'archived', summary: 'Archive a project.' }),
    moveAction({ ...task, name: 'start_task', to: 'doing', summary: 'Start a task.' }),
    moveAction({ ...task, name: 'complete_task', to: 'done', summary: 'Complete a task.' }),
    moveAction({ ...task, name: 'reopen_task', to: 'todo', summary: 'Put a task back on the list.' }),
  ],
});
