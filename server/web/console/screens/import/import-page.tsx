/** Attendees of another system: choose a file, look at what it would do, import it; and files out. */
import { useState } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from '../../../parts/as-error.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import type { EventSummary } from '../../data/event-summary.ts';
import { ExportForm } from './export-form.tsx';
import { FilePreview } from './file-preview.tsx';
import { type Choices, columnsIn, type FileColumns, type Preview, sendFile } from './import-api.ts';
import { ImportList } from './import-list.tsx';
import './import.css';

const usual: Choices = {
  mapping: {},
  createTicketTypes: false,
  checkIns: true,
  sendMail: false,
  codes: 'accepted',
  dateOrder: '',
};

export function ImportPage({ event }: { readonly event: EventSummary }) {
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState(usual);
  const [found, setFound] = useState<Preview | FileColumns | null>(null);
  const [problem, setProblem] = useState<GatehouseError | null>(null);
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);

  async function send(chosen: File, next: Choices, dryRun: boolean): Promise<void> {
    setBusy(true);
    setProblem(null);
    setNotice(dryRun ? 'Reading the file…' : 'Sending the file…');
    try {
      const answer = await sendFile(event.id, chosen, next, dryRun);
      setFound(dryRun ? answer : null);
      if (!dryRun) setFile(null);
      setNotice(dryRun ? '' : `${chosen.name} is being imported.`);
    } catch (fault) {
      const error = asError(fault);
      setProblem(error);
      setFound(columnsIn(error) ?? (dryRun ? null : found));
      setNotice('');
    } finally {
      setBusy(false);
    }
  }

  function choose(next: Choices): void {
    setChoices(next);
    if (file) void send(file, next, true);
  }

  return (
    <>
      <p>
        <a href={`#/attendees/${event.id}`}>Attendees</a>
      </p>
      <h1>Import and export</h1>
      <section aria-labelledby="import-heading">
        <h2 id="import-heading">Import a file</h2>
        <p className="intro">
          CSV or XLSX, or an export of pretix, Eventbrite, Hi.Events or alf.io. Ticket codes that people already have
          keep working. You see what will happen before anything is imported.
        </p>
        <label htmlFor="import-file">File</label>
        <input
          id="import-file"
          type="file"
          accept=".csv,.txt,.xlsx,.json"
          onChange={({ target }) => {
            const chosen = target.files?.[0] ?? null;
            setFile(chosen);
            setFound(null);
            setChoices(usual);
            if (chosen) void send(chosen, usual, true);
          }}
        />
        <Notice>{notice}</Notice>
        <Problem error={problem} />
        {file && found && (
          <FilePreview
            found={found}
            choices={choices}
            busy={busy}
            onChoose={choose}
            onImport={() => void send(file, choices, false)}
          />
        )}
      </section>
      <ImportList event={event} />
      <ExportForm event={event} />
    </>
  );
}
