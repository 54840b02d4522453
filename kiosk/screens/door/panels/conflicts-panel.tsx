/** One ticket, two admissions: both are shown with time, gate and kiosk until a person has looked at them. */
import { type ReactElement, useState } from 'react';
import type { ConflictNotice } from '#kiosk/station/station.ts';
import { Panel } from '../../parts/panel.tsx';
import { useWords } from '../../words/use-words.tsx';

export interface ConflictsPanelProps {
  readonly conflicts: readonly ConflictNotice[];
  readonly nowMs: number;
  readonly onAcknowledge: (conflictId: string) => Promise<void>;
  readonly onClose: () => void;
}

export function ConflictsPanel({ conflicts, nowMs, onAcknowledge, onClose }: ConflictsPanelProps): ReactElement {
  const { conflicts: words } = useWords();
  return (
    <Panel title={words.title} onClose={onClose}>
      <p>{conflicts.length === 0 ? words.none : words.text}</p>
      <ul className="cards">
        {conflicts.map((conflict) => (
          <li key={conflict.id}>
            <ConflictCard conflict={conflict} nowMs={nowMs} onAcknowledge={onAcknowledge} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface ConflictCardProps {
  readonly conflict: ConflictNotice;
  readonly nowMs: number;
  readonly onAcknowledge: (conflictId: string) => Promise<void>;
}

function ConflictCard({ conflict, nowMs, onAcknowledge }: ConflictCardProps): ReactElement {
  const [step, setStep] = useState<'open' | 'saving' | 'failed'>('open');
  const { common, conflicts: words } = useWords();
  const name = conflict.name ?? common.unknownRegistration;

  function acknowledge(): void {
    setStep('saving');
    onAcknowledge(conflict.id).catch((error: unknown) => {
      console.error('conflict was not acknowledged:', error);
      setStep('failed');
    });
  }

  return (
    <article className="card" aria-label={name}>
      <h3 className="card-title" dir="auto">
        {name}
      </h3>
      <div className="two-sides">
        <Side
          title={words.first}
          at={conflict.firstScannedAt}
          gate={conflict.firstGate}
          kiosk={conflict.firstKioskName}
          nowMs={nowMs}
        />
        <Side
          title={words.second}
          at={conflict.scannedAt}
          gate={conflict.gate}
          kiosk={conflict.kioskName}
          nowMs={nowMs}
        />
      </div>
      {step === 'failed' && (
        <p className="problem" role="alert">
          {words.notSaved}
        </p>
      )}
      <button type="button" className="button" disabled={step === 'saving'} onClick={acknowledge}>
        {words.seen}
        <span className="only-read">: {name}</span>
      </button>
    </article>
  );
}

interface SideProps {
  readonly title: string;
  readonly at: string;
  readonly gate: string | null;
  readonly kiosk: string | null;
  readonly nowMs: number;
}

function Side({ title, at, gate, kiosk, nowMs }: SideProps): ReactElement {
  const { conflicts: words, format } = useWords();
  return (
    <div className="side">
      <h4>{title}</h4>
      <p className="side-time">{format.exactTime(at, nowMs)}</p>
      <p>{gate ?? words.noGate}</p>
      <p className="hint">{kiosk ?? words.server}</p>
    </div>
  );
}
