/** The page that imports attendees of another system: choose a file, see what it would change, import it; exports, too. */

import { useState } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from '../../../parts/as-error.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { t } from '../../../parts/text/text.ts';
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
    setNotice(dryRun ? t('reading_the_file_2') : t('sending_the_file'));
    try {
      const answer = await sendFile(event.id, chosen, next, dryRun);
      setFound(dryRun ? answer : null);
      if (!dryRun) setFile(null);
      setNotice(dryRun ? '' : t('is_being_imported', { name: chosen.name }));
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
        <a href={`#/attendees/${event.id}`}>{t('attendees')}</a>
      </p>
      <h1>{t('import_and_export')}</h1>
      <section className="import-part" aria-labelledby="import-heading">
        <h2 id="import-heading">{t('import_a_file')}</h2>
        <p className="intro">{t('csv_or_xlsx_or_an_export')}</p>
        <div className="file-row">
          <label htmlFor="import-file">{t('file')}</label>
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
        </div>
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
