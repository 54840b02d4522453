/** Who may admit against a kiosk's verdict at this event, and the PINs that prove it there, also without a network. */
import { useCallback, useState } from 'react';
import { api } from '../../api.ts';
import type { EventSummary } from '../../event-summary.ts';
import { Problem } from '../problem.tsx';
import { timeAt } from '../records.ts';
import { RecordList } from '../settings/parts/record-list.tsx';
import { RowButton } from '../settings/parts/row-button.tsx';
import { useAct } from '../settings/parts/use-act.ts';
import { useOnce } from '../settings/parts/use-once.ts';
import { usePages } from '../settings/parts/use-pages.ts';
import type { Member } from '../settings/people/member.ts';
import { may, readWho } from '../settings/who.ts';
import { isOwn, mayAppoint, type Supervisor } from './supervisor.ts';
import { NewSupervisor, PinForm } from './supervisor-forms.tsx';

const pageSize = 50;
const membersMax = 200;

async function readStage() {
  const who = await readWho();
  const members = may(who, 'admin:read')
    ? (await api<{ data: Member[] }>('GET', `/api/v1/members?sort=email&limit=${membersMax}`)).data
    : null;
  return { who, members };
}

export function Supervisors({ event }: { readonly event: EventSummary }) {
  const stage = useOnce(readStage);
  const [open, setOpen] = useState<'new' | Supervisor | null>(null);
  const pages = usePages<Supervisor>(
    `/api/v1/supervisors?where[event][equals]=${event.id}&sort=-active,name&limit=${pageSize}`,
  );
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const who = stage.data?.who ?? null;
  const members = stage.data?.members ?? null;
  const appoints = who !== null && mayAppoint(who);

  const done = useCallback(
    (notice: string) => {
      setOpen(null);
      acting.say(notice);
      refresh();
    },
    [acting.say, refresh],
  );

  function dismiss({ id, name }: Supervisor): void {
    if (!confirm(`Clear the PIN of ${name}? They can no longer override the verdict.`)) return;
    void acting.act(`${name} is no longer a supervisor.`, () =>
      api('POST', `/events/${event.id}/supervisors`, { supervisorId: id, active: false }),
    );
  }

  function tools(supervisor: Supervisor) {
    const { active, name } = supervisor;
    const own = who !== null && isOwn(who, supervisor);
    return (
      <>
        {(appoints || own) && (
          <RowButton of={`of ${name}`} label={active ? 'New PIN' : 'Reactivate'} onClick={() => setOpen(supervisor)} />
        )}
        {appoints && active && <RowButton of={`of ${name}`} label="Clear PIN" onClick={() => dismiss(supervisor)} />}
      </>
    );
  }

  const memberOf = ({ member }: Supervisor) => members?.find(({ id }) => id === member)?.email ?? null;
  return (
    <div className="page-of-lists">
      <p>
        <a href={`#/kiosks/${event.id}`}>Kiosks</a>
      </p>
      <div className="head">
        <h1>Supervisors</h1>
        {appoints && (
          <button type="button" disabled={open === 'new'} onClick={() => setOpen('new')}>
            Add a supervisor
          </button>
        )}
      </div>
      <p className="intro">
        They can override a kiosk’s refusal with a reason and their PIN, even offline.
        {who !== null && !appoints && ' Owners and admins add supervisors. You set your own PIN.'}
      </p>
      <p role="status" className="notice">
        {acting.notice}
      </p>
      <Problem error={acting.problem ?? error ?? stage.error} />
      {open === 'new' && (
        <NewSupervisor
          eventId={event.id}
          members={members}
          onCancel={() => setOpen(null)}
          onMade={(name) => done(`${name} is now a supervisor. Kiosks receive the PIN within seconds.`)}
        />
      )}
      {open !== null && open !== 'new' && (
        <PinForm
          key={open.id}
          eventId={event.id}
          supervisor={open}
          isOwn={who !== null && isOwn(who, open)}
          onCancel={() => setOpen(null)}
          onSet={() => done(`PIN of ${open.name} set. The previous PIN is no longer valid.`)}
        />
      )}
      <RecordList
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
                {who !== null && supervisor.member !== null && who.user?.id === supervisor.member && ' (you)'}
                {memberOf(supervisor) !== null && <small>{memberOf(supervisor)}</small>}
              </>
            ),
          },
          {
            label: 'PIN',
            cell: ({ active, pinSetAt }) =>
              active ? `set ${timeAt(event, pinSetAt)}` : <span className="state expired">cleared</span>,
          },
        ]}
        actions={tools}
        empty="No supervisors yet. Without one, no one at a kiosk can override the verdict."
      />
    </div>
  );
}
