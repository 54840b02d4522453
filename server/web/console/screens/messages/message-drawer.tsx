/** One message: its words, how far it is, and who did not get it. */

import { Button } from '../../../parts/button.tsx';
import { Legend, PartBar } from '../../../parts/charts/bars.tsx';
import { Drawer } from '../../../parts/drawer.tsx';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Loading } from '../../../parts/states.tsx';
import { named, t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useRecord } from '../../data/use-record.ts';
import { goTo } from '../../shell/address.ts';
import { FailedMails } from './failed-mails.tsx';
import { type Message, messageTones, stopMessage } from './message.ts';

export interface MessageDrawerProps {
  readonly event: EventSummary;
  readonly id: string;
  readonly mayWrite: boolean;
}

export function MessageDrawer({ event, id, mayWrite }: MessageDrawerProps) {
  const { data: message, error, refresh } = useRecord<Message>('message_batches', id);
  const acting = useAct(refresh);
  const isUnderway = message?.state === 'scheduled' || message?.state === 'sending';

  function stop(): void {
    if (!confirm(t('stop_this_message_emails_that_were'))) return;
    void acting.act(t('done_stopped'), () => stopMessage(event.id, id));
  }

  return (
    <Drawer title={message?.subject ?? t('message')} onClose={() => goTo(`/messages/${event.id}`)}>
      <Problem error={acting.problem ?? error} />
      {!message && !error && <Loading />}
      {message && (
        <>
          <p>
            <StatePill tone={messageTones[message.state]}>{named(message.state)}</StatePill>
          </p>
          <Delivery message={message} />
          {mayWrite && isUnderway && (
            <p>
              <Button look="danger" onClick={stop}>
                {t('stop')}
              </Button>
            </p>
          )}
          <p role="status">{acting.notice}</p>
          <p className="letter">{message.body}</p>
          {message.failed > 0 && <FailedMails event={event} where={{ batch: { equals: id } }} />}
        </>
      )}
    </Drawer>
  );
}

function Delivery({ message }: { readonly message: Message }) {
  const { recipients, sent, failed, suppressed, stopped, problem } = message;
  const parts = [
    { label: t('sent'), value: sent },
    { label: t('unsubscribed'), value: suppressed },
    { label: t('failed_2'), value: failed },
    { label: t('stopped_3'), value: stopped },
  ].filter(({ value }) => value > 0);
  return (
    <section aria-label={t('delivery')}>
      <p>
        {tx('of_5', {
          count: countText(sent),
          count2: countText(recipients),
          part: recipients === 1 ? t('person_2') : t('people_3'),
        })}
      </p>
      <PartBar
        parts={parts}
        whole={recipients}
        label={parts.map(({ label, value }) => `${value} ${label}`).join(', ')}
      />
      <Legend parts={parts} />
      {problem && <p className="note warn">{problem}</p>}
    </section>
  );
}
