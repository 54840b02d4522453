/** The form that downloads records of the event as a file: which records, in which format. */

import { useState } from 'react';
import { eventDatasets } from '#shared/modules/events/export.ts';
import type { ExportFormat } from '#shared/schema/dataset.ts';
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

export function ExportForm({ event }: { readonly event: EventSummary }) {
  const [dataset, setDataset] = useState('registrations');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const acting = useAct(() => undefined);
  const chosen = eventDatasets.find(({ name }) => name === dataset);
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
          options={(chosen?.formats ?? []).map((value) => ({ value, label: formatNames[value] }))}
          onChange={setFormat}
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
