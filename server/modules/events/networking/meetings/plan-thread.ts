/** A thread that makes a plan of meetings. */
import { type Plan, type PlanTask, planMeetings } from '#shared/networking/plan-meetings.ts';
import { answerTasks } from '../../../../store/answer-tasks.ts';

answerTasks<PlanTask, Plan>((task) => planMeetings(task));
