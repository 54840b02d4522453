/** The supervisors' board: all gates, kiosks and rooms of an event, and what needs a look now. */

import { Problem } from '../../../parts/problem.tsx';
import { Loading, Notice } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { review } from '../gate/conflicts.tsx';
import { moveKiosk, revokeKiosk, revokeQuestion } from '../kiosks/kiosk.ts';
import { ageText } from './ages.ts';
import { Attention } from './attention.tsx';
import './board.css';
import { ConflictAlarm } from './conflict-alarm.tsx';
import { Gates } from './gates.tsx';
import { Kiosks } from './kiosks.tsx';
import { Reprint } from './reprint.tsx';
import { Rooms } from './rooms.tsx';
import { useBoard } from './use-board.ts';

/** Figures older than this are said to be old. */
const staleMs = 10_000;

export function BoardPage({ event }: { readonly event: EventSummary }) {
  const { board, error, refresh, nowMs } = useBoard(event.id);
  const { act, notice, problem } = useAct(refresh);
  const oldMs = board ? nowMs - Date.parse(board.at) : 0;
  return (
    <>
      <ConflictAlarm conflicts={board?.conflicts ?? null} />
      <Problem error={problem ?? error} />
      <Notice>{notice}</Notice>
      {board && oldMs > staleMs && (
        <p className="problem" role="alert">
          {tx('these_figures_are_old_the_server', { ageText: ageText(oldMs) })}
        </p>
      )}
      {!board && !error && <Loading />}
      {board && (
        <>
          <Attention
            event={event}
            board={board}
            onReviewed={(collection, id) => void act(t('marked_as_reviewed'), () => review(collection, id))}
          />
          <Gates board={board} nowMs={nowMs} />
          <Kiosks
            board={board}
            eventId={event.id}
            nowMs={nowMs}
            onMove={({ id, name }, gate) =>
              void act(t('is_now_at', { name, name2: gate.name }), () => moveKiosk(id, gate.id))
            }
            onRevoke={({ id, name }) =>
              confirm(revokeQuestion(name)) && void act(t('revoked', { name }), () => revokeKiosk(id))
            }
          />
          <div className="columns">
            <Rooms rooms={board.rooms} />
            <Reprint eventId={event.id} gates={board.gates} act={act} />
          </div>
        </>
      )}
    </>
  );
}
