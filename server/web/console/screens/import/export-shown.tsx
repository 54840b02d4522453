/** A file of exactly what a list shows: its filters, its search and its order. */

import type { ExportFormat } from '#shared/schema/dataset.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import { download } from '../../data/save-file.ts';

export interface ExportShownProps {
  readonly eventId: string;
  readonly dataset: string;
  readonly where: Readonly<Record<string, unknown>>;
  readonly search: string;
  readonly sort: string;
  readonly acting: Acting;
}

const formats: readonly { readonly format: ExportFormat; readonly label: string }[] = [
  { format: 'csv', label: t('export_csv') },
  { format: 'xlsx', label: t('export_xlsx') },
];

export function ExportShown({ eventId, dataset, where, search, sort, acting }: ExportShownProps) {
  function save(format: ExportFormat): Promise<void> {
    const query = new URLSearchParams({
      ...{ dataset, format, sort, where: JSON.stringify(where) },
      ...(search && { search }),
    });
    return download(`/events/${eventId}/export?${query}`, `${dataset}.${format}`);
  }
  return (
    <div className="actions">
      {formats.map(({ format, label }) => (
        <Button
          key={format}
          look="quiet"
          small
          onClick={() => void acting.act(t('the_file_was_saved'), () => save(format))}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
