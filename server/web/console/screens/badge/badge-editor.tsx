/** The badge of one event: loads what it has, edits it, saves it into the event. The parts stand beside this file. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { BadgeLayout } from '#shared/badge/layout.ts';
import { layoutInUse } from '#shared/badge/read-layout.ts';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from '../../../parts/as-error.ts';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Loading } from '../../../parts/states.tsx';
import { t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import './badge-editor.css';
import { type LoadedBadge, loadBadge, type StoredBadge, saveBadge } from './badge-of-event.ts';
import { BadgeWorkspace } from './badge-workspace.tsx';
import type { SaveAnswer } from './save-answer.ts';

export function BadgeEditor({ event }: { readonly event: EventSummary }) {
  const [loaded, setLoaded] = useState<LoadedBadge | null>(null);
  /** The badge that was stored when the layout was read. */
  const before = useRef<StoredBadge | null>(null);
  const [problem, setProblem] = useState<GatehouseError | null>(null);

  const read = useCallback(() => {
    setProblem(null);
    loadBadge(event.id)
      .then((badge) => {
        before.current = badge;
        setLoaded(badge);
      })
      .catch((fault: unknown) => setProblem(asError(fault)));
  }, [event.id]);
  useEffect(read, [read]);

  async function save(layout: BadgeLayout | null): Promise<SaveAnswer> {
    setProblem(null);
    if (before.current === null) return 'failed';
    try {
      const answer = await saveBadge(event.id, layout, before.current);
      // The person is shown the badge that was saved meanwhile, so the next save may replace it.
      before.current = answer.kind === 'saved' ? answer.badge : answer.theirs;
      return answer.kind === 'saved' ? 'saved' : { theirs: layoutInUse(answer.theirs.stored).layout };
    } catch (fault) {
      setProblem(asError(fault));
      return 'failed';
    }
  }

  return (
    <>
      <h1>{t('badge')}</h1>
      <Problem error={problem} />
      {!loaded && problem && <Button onClick={read}>{t('try_again')}</Button>}
      {!loaded && !problem && <Loading />}
      {loaded?.origin === 'broken' && (
        <div className="problem" role="alert">
          <p>{t('the_saved_layout_cannot_be_printed')}</p>
          <ul>
            {loaded.reasons.slice(0, 5).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {loaded && (
        <BadgeWorkspace
          eventName={event.name}
          start={loaded.layout}
          ticketTypes={loaded.ticketTypes}
          questions={loaded.questions}
          unsaved={loaded.origin === 'broken'}
          onSave={save}
        />
      )}
    </>
  );
}
