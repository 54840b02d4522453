/** Leave: how many working days it takes, and whether enough of the year's vacation is left. */
import { must } from '#shared/base/assert.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { dayMs, isoTime, parseTime } from '#shared/base/time.ts';
import { leaveBalance } from '#shared/modules/hr/actions.ts';
import type { employees, leaveRequests } from '#shared/modules/hr/people.ts';
import type { Condition } from '#shared/query/query.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { action, type CollectionRule } from '../../core/collections/action.ts';
import type { Reader } from '../../store/contract.ts';
import { answer, needed } from '../common/answer.ts';

type Leave = RecordOf<typeof leaveRequests>;

/** Maximum of days of leave, the first and the last included. */
const daysMax = 400;
/** Maximum number of approved vacations of one employee that are counted for a year. */
const requestsMax = 400;

const dayOf = (text: string) => Math.floor(must(parseTime(text), 'a stored time') / dayMs);

/** Mondays to Fridays from the first to the last day, both included, by their dates in UTC. */
export function workingDays(startsOn: string, endsOn: string): number {
  let count = 0;
  // 1 January 1970 was a Thursday.
  for (let d = dayOf(startsOn); d <= dayOf(endsOn); d++) if ((d + 3) % 7 < 5) count++;
  return count;
}

/** Returns the working days of approved vacation that begins in this year, also those that fall into the next. */
async function takenDays(reader: Reader, employee: string, year: number): Promise<number> {
  const at = (path: string, op: 'equals' | 'greater_than_equal' | 'less_than', value: unknown): Condition => ({
    kind: 'field',
    path,
    op,
    value,
  });
  const found = await reader.find('leave_requests', {
    where: {
      kind: 'and',
      of: [
        at('employee', 'equals', employee),
        at('kind', 'equals', 'vacation'),
        at('status', 'equals', 'approved'),
        at('startsOn', 'greater_than_equal', isoTime(Date.UTC(year, 0))),
        at('startsOn', 'less_than', isoTime(Date.UTC(year + 1, 0))),
      ],
    },
    limit: requestsMax,
  });
  return found.reduce((sum, one) => sum + Number(one['workingDays']), 0);
}

async function allowedDays(reader: Reader, id: string): Promise<number | null> {
  const employee = (await reader.get('employees', id)) as RecordOf<typeof employees> | null;
  return employee?.leaveDaysPerYear ?? null;
}

/** Sets `workingDays`, and refuses leave that is too long, and approval of vacation for which too few days are left. */
export const leaveRule: CollectionRule = {
  collection: 'leave_requests',
  before: async ({ op, values, current }, tx) => {
    if (op === 'delete') return ok(values);
    const after = { ...current, ...values } as unknown as Leave;
    const { employee, kind, startsOn, endsOn, status } = after;
    const span = must(parseTime(endsOn), 'a checked time') - must(parseTime(startsOn), 'a checked time');
    if (span < 0 || dayOf(endsOn) - dayOf(startsOn) >= daysMax)
      return refuse({
        code: 'leave_period_invalid',
        message: `Leave must not end before it begins, and lasts at most ${daysMax} days.`,
        path: 'endsOn',
      });
    const days = workingDays(startsOn, endsOn);
    const approving = status === 'approved' && current?.['status'] !== 'approved';
    if (approving && kind === 'vacation') {
      const year = Number(startsOn.slice(0, 4));
      const allowed = await allowedDays(tx, employee);
      const left = (allowed ?? 0) - (await takenDays(tx, employee, year));
      if (allowed !== null && days > left)
        return refuse({
          code: 'leave_days_short',
          message: `Only ${left} of the ${allowed} days in ${year} are left, not ${days}.`,
          detail: { year, allowed, left, days },
        });
    }
    return ok({ ...values, workingDays: days });
  },
};

export const leaveBalanceAction = action(leaveBalance, async (reader, { employeeId, year }) => {
  const employee = await needed(reader, 'employees', employeeId, 'employee');
  if (!employee.ok) return employee;
  const allowed = (employee.value as unknown as RecordOf<typeof employees>).leaveDaysPerYear;
  const taken = await takenDays(reader, employeeId, year);
  return answer({ employee: employeeId, year, allowedDays: allowed, approvedDays: taken, leftDays: allowed - taken });
});
