/** The supervisors of an event, and what can be done to each. */
import { timeAt } from '../../../parts/event-time.ts';
import { RowButton } from '../../../parts/row-button.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import type { Acting } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import type { Who } from '../../data/current-actor.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import type { PageQuery } from '../../data/page-query.ts';
import type { Member } from '../settings/members/member.ts';
import { isOwn, mayAppoint, type Supervisor } from './supervisor.ts';

export interface SupervisorListProps {
  readonly event: EventSummary;
  readonly pages: PageQuery<Supervisor>;
  /** Null: not read yet. */
  readonly who: Who | null;
  /** Null: not read yet, or not readable for this person. */
  readonly members: readonly Member[] | null;
  readonly act: Acting['act'];
  readonly onSetPin: (supervisor: Supervisor) => void;
}

export function SupervisorList({ event, pages, who, members, act, onSetPin }: SupervisorListProps) {
  const appoints = who !== null && mayAppoint(who);
  const emailOf = ({ member }: Supervisor) => members?.find(({ id }) => id === member)?.email ?? null;

  function clear({ id, name }: Supervisor): void {
    if (!confirm(`Clear the PIN of ${name}? They can no longer override the verdict.`)) return;
    void act(`${name} is no longer a supervisor.`, () =>
      request('POST', `/events/${event.id}/supervisors`, { supervisorId: id, active: false }),
    );
  }

  function tools(supervisor: Supervisor) {
    const { active, name } = supervisor;
    const maySet = appoints || (who !== null && isOwn(who, supervisor));
    return (
      <>
        {maySet && (
          <RowButton of={`of ${name}`} label={active ? 'New PIN' : 'Reactivate'} onClick={() => onSetPin(supervisor)} />
        )}
        {appoints && active && <RowButton of={`of ${name}`} label="Clear PIN" onClick={() => clear(supervisor)} />}
      </>
    );
  }

  return (
    <DataTable
      caption="Supervisors"
      rows={pages.rows}
      pages={pages}
      nameOf={({ name }) => name}
      columns={[
        {
          label: 'Supervisor',
          cell: (supervisor) => (
            <>
              {supervisor.name}
              {supervisor.member !== null && who?.user?.id === supervisor.member && ' (you)'}
              {emailOf(supervisor) !== null && <small>{emailOf(supervisor)}</small>}
            </>
          ),
        },
        {
          label: 'PIN',
          cell: ({ active, pinSetAt }) =>
            active ? `set ${timeAt(event, pinSetAt)}` : <StatePill tone="danger">cleared</StatePill>,
        },
      ]}
      actions={tools}
      empty="No supervisors yet. Without one, no one at a kiosk can override the verdict."
    />
  );
}
