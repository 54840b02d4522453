/** Shows what has been sent and what waits, who works at this device, and what the server refused. */
import { type ReactElement, useState } from 'react';
import type { Leads } from '#kiosk/leads/leads.ts';
import type { StationState } from '#kiosk/station/station.ts';
import { TextField } from '../parts/form-parts.tsx';
import { Panel, Section } from '../parts/panel.tsx';
import { useStateOf } from '../parts/use-observed.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { sendingWords } from './leads-head.tsx';
import { catalogues } from './words/catalogues.ts';

const nameMaxChars = 120;

export interface SendingPanelProps {
  readonly leads: Leads;
  readonly station: StationState;
  readonly nowMs: number;
  readonly onClose: () => void;
}

export function SendingPanel({ leads, station, nowMs, onClose }: SendingPanelProps): ReactElement {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  const book = useStateOf(leads);
  const [name, setName] = useState(book.by ?? '');
  const { sync } = words;
  return (
    <Panel title={sync.title} onClose={onClose}>
      <Section title={sendingWords(book, station, words).text}>
        <p>{station.online ? sync.online : sync.offline}</p>
        <p className="hint">{sync.safe}</p>
        {station.dataAsOf !== null && <p className="hint">{sync.lastHeard(format.time(station.dataAsOf, nowMs))}</p>}
      </Section>
      <Section title={sync.you}>
        <form
          className="field"
          onSubmit={(event) => {
            event.preventDefault();
            void leads.setBy(name);
          }}
        >
          <TextField
            label={sync.yourName}
            value={name}
            onChange={setName}
            maxLength={nameMaxChars}
            hint={sync.nameHint}
          />
          <button type="submit" className="button">
            {sync.saveName}
          </button>
        </form>
      </Section>
      {book.parked.length > 0 && (
        <Section title={sync.refused(book.parked.length)}>
          <p>{sync.refusedAbout}</p>
          <ul className="cards">
            {book.parked.map((parked) => (
              <li key={parked.id} className="card" lang="en" dir="ltr">
                {parked.message}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Panel>
  );
}
