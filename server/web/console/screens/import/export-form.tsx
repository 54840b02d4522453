/** The form that downloads records of the event as a file: which records, in which format. */

import { useState } from 'react';
import { eventDatasets } from '#shared/modules/events/export.ts';
import { type Dataset, type ExportFormat, formatsOf } from '#shared/schema/dataset.ts';
import { Button } from '../../../parts/button.tsx';
import { Select } from '../../../parts/form/select.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { download } from '../../data/save-file.ts';
import { datasetNames } from './dataset-names.ts';

const formatNames: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  xlsx: t('excel_xlsx'),
  json: 'JSON',
  ics: t('calendar'),
};

/** Returns the format to export in: the wanted one where the dataset has it, else the first that it has. */
export function formatFor(dataset: Dataset | undefined, wanted: ExportFormat): ExportFormat {
  const formats = dataset ? formatsOf(dataset) : [];
  return formats.includes(wanted) ? wanted : (formats[0] ?? wanted);
}

export function ExportForm({ event }: { readonly event: EventSummary }) {
  const [dataset, setDataset] = useState('registrations');
  const [wanted, setWanted] = useState<ExportFormat>('csv');
  const acting = useAct(() => undefined);
  const chosen = eventDatasets.find(({ name }) => name === dataset);
  const format = formatFor(chosen, wanted);
  const path = `/events/${event.id}/export?dataset=${dataset}&format=${format}`;
  return (
    <section className="import-part" aria-labelledby="export-heading">
      <h2 id="export-heading">{t('export')}</h2>
      <div className="export-row">
        <Select
          label={t('records')}
          value={dataset}
          options={eventDatasets.map(({ name }) => ({ value: name, label: datasetNames[name] ?? name }))}
          onChange={setDataset}
        />
        <Select
          label={t('format')}
          value={format}
          options={(chosen ? formatsOf(chosen) : []).map((value) => ({ value, label: formatNames[value] }))}
          onChange={setWanted}
        />
        <Button
          onClick={() => void acting.act(t('the_file_was_downloaded'), () => download(path, `${dataset}.${format}`))}
        >
          {t('download')}
        </Button>
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem} />
    </section>
  );
}
