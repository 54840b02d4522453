/**
 * Lists the supervisors who may override a kiosk's verdict at this event, and sets the PINs that prove it there, also without
 * a network.
 */

import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { readWho } from '../../data/current-actor.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { may } from '../../data/may.ts';
import { useOnceQuery } from '../../data/once-query.ts';
import { listAll, usePageQuery } from '../../data/page-query.ts';
import type { Member } from '../settings/members/member.ts';
import { isOwnSupervisor, mayAppoint, type Supervisor } from './supervisor.ts';
import { NewSupervisor, PinForm } from './supervisor-forms.tsx';
import { SupervisorList } from './supervisor-list.tsx';

const pageSize = 50;

async function readPeople() {
  const who = await readWho();
  const isReadable = may(who, 'admin:read');
  const members = isReadable ? await listAll<Member>('members', { sort: 'email' }) : null;
  return { who, members };
}

export function Supervisors({ event }: { readonly event: EventSummary }) {
  const people = useOnceQuery(['supervisor-people'], readPeople);
  const [open, setOpen] = useState<'new' | Supervisor | null>(null);
  const pages = usePageQuery<Supervisor>('supervisors', {
    where: { event: { equals: event.id } },
    sort: ['-active', 'name'],
    limit: pageSize,
  });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const { who = null, members = null } = people.data ?? {};
  const appoints = who !== null && mayAppoint(who);
  const close = () => setOpen(null);

  function done(notice: string): void {
    close();
    acting.say(notice);
    refresh();
  }

  return (
    <>
      <p>
        <a href={`#/kiosks/${event.id}`}>{t('kiosks')}</a>
      </p>
      <div className="head">
        <h1>{t('supervisors')}</h1>
        {appoints && (
          <Button look="primary" disabled={open === 'new'} onClick={() => setOpen('new')}>
            {t('add_a_supervisor')}
          </Button>
        )}
      </div>
      <p className="intro">
        {tx('they_can_override_a_kiosks_refusal_2', {
          part: who !== null && !appoints && t('owners_and_admins_add_supervisors_you'),
        })}
      </p>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error ?? people.error} />
      {open === 'new' && (
        <NewSupervisor
          eventId={event.id}
          members={members}
          onCancel={close}
          onMade={(name) => done(t('is_now_a_supervisor_kiosks_receive', { name }))}
        />
      )}
      {open !== null && open !== 'new' && (
        <PinForm
          key={open.id}
          eventId={event.id}
          supervisor={open}
          isOwn={who !== null && isOwnSupervisor(who, open)}
          onCancel={close}
          onSet={() => done(t('pin_of_set_the_previous_pin', { name: open.name }))}
        />
      )}
      <SupervisorList event={event} pages={pages} who={who} members={members} act={acting.act} onSetPin={setOpen} />
    </>
  );
}
