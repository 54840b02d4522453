/** The menu that staff open with the PIN: settings, the pre-flight check, and the meaning of the numbers on guests' screens. */
import type { ReactElement } from 'react';
import { Panel, Rows, Section } from '../parts/panel.tsx';
import { useWords, useWordsOf } from '../words/use-words.tsx';
import { notRecordedNumbers, otherNumbers, verdictNumbers } from './staff-code.ts';
import { catalogues } from './words/catalogues.ts';

export interface StaffMenuProps {
  readonly onSettings: () => void;
  readonly onPreflight: () => void;
  readonly onClose: () => void;
}

export function StaffMenu({ onSettings, onPreflight, onClose }: StaffMenuProps): ReactElement {
  const { staff } = useWordsOf(catalogues);
  return (
    <Panel title={staff.title} onClose={onClose}>
      <div className="staff-ways">
        <button type="button" className="button strong wide" onClick={onSettings}>
          {staff.settings}
        </button>
        <button type="button" className="button strong wide" onClick={onPreflight}>
          {staff.preflight}
        </button>
      </div>
      <Section title={staff.codes}>
        <p className="hint">{staff.codesHow}</p>
        <Rows rows={useMeanings()} />
      </Section>
    </Panel>
  );
}

function useMeanings(): readonly { readonly label: string; readonly value: string }[] {
  const { verdicts, notRecorded } = useWords();
  const { staff } = useWordsOf(catalogues);
  const titled = <Code extends string>(
    numbers: Readonly<Record<Code, number>>,
    words: Readonly<Record<Code, { readonly title: string }>>,
  ): [number, string][] => (Object.keys(numbers) as Code[]).map((code) => [numbers[code], words[code].title]);
  const all: [number, string][] = [
    ...titled(verdictNumbers, verdicts),
    ...titled(notRecordedNumbers, notRecorded),
    [otherNumbers.answers, staff.answers],
    [otherNumbers.badge_wrong, staff.badgeWrong],
    [otherNumbers.badge_later, staff.badgeLater],
  ];
  return all.map(([number, value]) => ({ label: String(number), value }));
}
