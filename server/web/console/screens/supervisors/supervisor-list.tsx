/** The supervisors of an event, and what can be done to each. */

import { momentAt } from '../../../parts/event-time.ts';
import { RowButton } from '../../../parts/row-button.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { t } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import type { Who } from '../../data/current-actor.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import type { PageQuery } from '../../data/page-query.ts';
import type { Member } from '../settings/members/member.ts';
import { isOwnSupervisor, mayAppoint, type Supervisor } from './supervisor.ts';

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
    if (!confirm(t('clear_the_pin_of_they_can', { name }))) return;
    void act(t('is_no_longer_a_supervisor', { name }), () =>
      request('POST', `/events/${event.id}/supervisors`, { supervisorId: id, active: false }),
    );
  }

  function tools(supervisor: Supervisor) {
    const { active, name } = supervisor;
    const maySet = appoints || (who !== null && isOwnSupervisor(who, supervisor));
    return (
      <>
        {maySet && (
          <RowButton
            of={t('of_10', { name })}
            label={active ? t('new_pin') : t('reactivate')}
            onClick={() => onSetPin(supervisor)}
          />
        )}
        {appoints && active && (
          <RowButton of={t('of_10', { name })} label={t('clear_pin')} onClick={() => clear(supervisor)} />
        )}
      </>
    );
  }

  return (
    <DataTable
      caption={t('supervisors')}
      rows={pages.rows}
      pages={pages}
      nameOf={({ name }) => name}
      columns={[
        {
          label: t('supervisor'),
          by: 'name',
          cell: (supervisor) => (
            <>
              {supervisor.name}
              {supervisor.member !== null && who?.user?.id === supervisor.member && t('you')}
              {emailOf(supervisor) !== null && <small>{emailOf(supervisor)}</small>}
            </>
          ),
        },
        {
          label: t('pin'),
          cell: ({ active, pinSetAt }) =>
            active ? (
              t('set', { time: momentAt(event, pinSetAt) })
            ) : (
              <StatePill tone="danger">{t('cleared')}</StatePill>
            ),
        },
      ]}
      actions={tools}
      empty={t('no_supervisors_yet_without_one_no')}
    />
  );
}
