/** Taking a scan back, with the reason. Nothing is erased: the taking back is recorded too. */
import { type FormEvent, type ReactElement, useState } from 'react';
import type { Station } from '#kiosk/station/station.ts';
import {
  FormProblem,
  noReason,
  type ReasonDraft,
  ReasonField,
  reasonText,
  useFirstFocus,
} from '../../parts/form-parts.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { Words } from '../../words/catalogues.ts';
import { useWords } from '../../words/use-words.tsx';
import type { UndoTarget } from './open-panel.ts';

export interface UndoPanelProps {
  readonly station: Pick<Station, 'undo'>;
  readonly target: UndoTarget;
  readonly onUndone: (target: UndoTarget) => void;
  readonly onClose: () => void;
}

type Reason = keyof Words['undo']['reasons'];

export function UndoPanel({ station, target, onUndone, onClose }: UndoPanelProps): ReactElement {
  const { undo, notRecorded } = useWords();
  const [reason, setReason] = useState<ReasonDraft<Reason>>(noReason);
  const [asked, setAsked] = useState(false);
  const [working, setWorking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useFirstFocus<HTMLFormElement>();
  const text = reasonText(reason, undo.reasons);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    setRefused(null);
    if (text === '' || working) return;
    setWorking(true);
    try {
      const answer = await station.undo(target.scanId, text);
      if (answer.kind === 'undone') return onUndone(target);
      setRefused(answer.kind === 'refused' ? undo.refusals[answer.reason] : notRecorded[answer.reason].sentence);
    } catch (error) {
      console.error('undo failed:', error);
      setRefused(notRecorded.storage_failed.sentence);
    }
    setWorking(false);
  }

  return (
    <Panel title={undo.title} onClose={onClose}>
      <p>{undo.what(target.name)}</p>
      <form ref={form} tabIndex={-1} className="panel-section" onSubmit={submit} autoComplete="off" noValidate>
        <ReasonField
          legend={undo.why}
          texts={undo.reasons}
          ownLabel={undo.otherReason}
          value={reason}
          onChange={setReason}
          problem={asked && text === '' ? undo.refusals.reason_missing : null}
        />
        <FormProblem text={refused} />
        <button type="submit" className="button strong wide" aria-disabled={working}>
          {undo.undo}
        </button>
      </form>
    </Panel>
  );
}
