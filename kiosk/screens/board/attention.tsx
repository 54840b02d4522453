/** Lists what went wrong at the gates, each entry with the button that marks it as reviewed. */
import { type ReactElement, type ReactNode, useState } from 'react';
import type { ReportNotice } from '#kiosk/station/board.ts';
import type { ConflictNotice } from '#kiosk/station/station.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import type { BoardWords } from './words/board-words.ts';
import { catalogues } from './words/catalogues.ts';

export interface ConflictRowsProps {
  readonly conflicts: readonly ConflictNotice[];
  readonly nowMs: number;
  readonly onSeen: (id: string) => Promise<void>;
}

export function ConflictRows({ conflicts, nowMs, onSeen }: ConflictRowsProps): ReactElement {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  return (
    <ul className="cards">
      {conflicts.map((conflict) => {
        const first = placeOf(conflict.firstGate, conflict.firstKioskName, words);
        const second = placeOf(conflict.gate, conflict.kioskName, words);
        return (
          <Item
            key={conflict.id}
            title={conflict.name ?? words.unknownPerson}
            onSeen={async () => {
              await onSeen(conflict.id);
              return true;
            }}
          >
            <p>{words.first(format.exactTime(conflict.firstScannedAt, nowMs), first)}</p>
            <p>{words.second(format.exactTime(conflict.scannedAt, nowMs), second)}</p>
          </Item>
        );
      })}
    </ul>
  );
}

export interface ReportRowsProps {
  readonly reports: readonly ReportNotice[];
  readonly nowMs: number;
  readonly onSeen: (id: string) => Promise<boolean>;
}

export function ReportRows({ reports, nowMs, onSeen }: ReportRowsProps): ReactElement {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  return (
    <ul className="cards">
      {reports.map(({ id, kind, about, name, kioskName, happenedAt, excess }) => (
        <Item key={id} title={about ?? name ?? words.unknownPerson} onSeen={() => onSeen(id)}>
          <p>{words.kinds[kind]}</p>
          <p className="hint">
            {name !== null && (
              <>
                <bdi>{name}</bdi> ·{' '}
              </>
            )}
            {kioskName !== null && (
              <>
                <bdi>{kioskName}</bdi> ·{' '}
              </>
            )}
            {format.time(happenedAt, nowMs)}
            {kind === 'over_capacity' && excess > 0 ? ` · ${words.over(format.number(excess))}` : ''}
          </p>
        </Item>
      ))}
    </ul>
  );
}

/** Isolates each name: in Arabic, two Latin names in a row would reverse the order of what stands between them. */
function placeOf(gate: string | null, kiosk: string | null, words: BoardWords): string {
  return [gate ?? words.noPlace, kiosk]
    .filter((part) => part !== null)
    .map((part) => `\u2068${part}\u2069`)
    .join('\u00a0· ');
}

interface ItemProps {
  readonly title: string;
  /** Resolves false where it could not be sent. */
  readonly onSeen: () => Promise<boolean>;
  readonly children: ReactNode;
}

function Item({ title, onSeen, children }: ItemProps): ReactElement {
  const words = useWordsOf(catalogues);
  const [step, setStep] = useState<'open' | 'telling' | 'failed'>('open');

  function seen(): void {
    setStep('telling');
    onSeen()
      .then((sent) => setStep(sent ? 'telling' : 'failed'))
      .catch(() => setStep('failed'));
  }

  return (
    <li className="card">
      <h4 className="card-title">
        <bdi>{title}</bdi>
      </h4>
      {children}
      {step === 'failed' && (
        <p className="problem" role="alert">
          {words.notReported}
        </p>
      )}
      <button type="button" className="button" disabled={step === 'telling'} onClick={seen}>
        {words.seen}
        <span className="only-read">: {title}</span>
      </button>
    </li>
  );
}
