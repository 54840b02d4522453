/** Files out: which records, in which format. */
import { useState } from 'react';
import { eventDatasets } from '#shared/modules/events/export.ts';
import type { ExportFormat } from '#shared/schema/dataset.ts';
import { Button } from '../../../parts/button.tsx';
import { Select } from '../../../parts/form/select.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { useAct } from '../../../parts/use-act.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { download } from './import-api.ts';

const names: Readonly<Record<string, string>> = {
  registrations: 'Attendees',
  checkins: 'Check-ins',
  orders: 'Orders',
  payments: 'Payments',
};

const formatNames: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  json: 'JSON',
  ics: 'Calendar',
};

export function ExportForm({ event }: { readonly event: EventSummary }) {
  const [dataset, setDataset] = useState('registrations');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const acting = useAct(() => undefined);
  const chosen = eventDatasets.find(({ name }) => name === dataset);
  const path = `/events/${event.id}/export?dataset=${dataset}&format=${format}`;
  return (
    <section aria-labelledby="export-heading">
      <h2 id="export-heading">Export</h2>
      <div className="export-row">
        <Select
          label="Records"
          value={dataset}
          options={eventDatasets.map(({ name }) => ({ value: name, label: names[name] ?? name }))}
          onChange={setDataset}
        />
        <Select
          label="Format"
          value={format}
          options={(chosen?.formats ?? []).map((value) => ({ value, label: formatNames[value] }))}
          onChange={setFormat}
        />
        <Button
          onClick={() => void acting.act('The file was downloaded.', () => download(path, `${dataset}.${format}`))}
        >
          Download
        </Button>
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem} />
    </section>
  );
}
