/** What was done in administration: who, what, when, from where. It is read, never written. */
import { useState } from 'react';
import { SearchRow } from '../../../../parts/form/search-row.tsx';
import { Select } from '../../../../parts/form/select.tsx';
import { dayAndTime } from '../../../../parts/format-time.ts';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { usePageQuery } from '../../../data/page-query.ts';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';

interface AuditEntry {
  readonly id: string;
  readonly actor: string;
  readonly actorLabel: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly from: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
  readonly createdAt: string;
}

/** By what stands before the first dot of an action. */
const kinds = [
  { value: '', label: 'Everything' },
  { value: 'auth.', label: 'Logins and passwords' },
  { value: 'member.', label: 'Members' },
  { value: 'role.', label: 'Roles' },
  { value: 'key.', label: 'API keys' },
  { value: 'app.', label: 'Apps' },
  { value: 'webhook.', label: 'Webhooks' },
  { value: 'sso.', label: 'Single sign-on' },
  { value: 'kiosk.', label: 'Kiosks' },
] as const;

const spans = [
  { value: '', label: 'All the time' },
  { value: 'P1D', label: 'The last day' },
  { value: 'P7D', label: 'The last week' },
  { value: 'P30D', label: 'The last 30 days' },
] as const;

const pageSize = 50;

export function AuditLog({ who }: SectionProps) {
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState('');
  const [span, setSpan] = useState('');
  const pages = usePageQuery<AuditEntry>('audit_entries', {
    sort: '-createdAt',
    limit: pageSize,
    search,
    where: {
      ...(kind && { action: { starts_with: kind } }),
      ...(span && { createdAt: { within_last: span } }),
    },
  });
  const isFiltered = search !== '' || kind !== '' || span !== '';
  return (
    <SettingsPage
      title="Audit log"
      intro="What was done in administration, newest first. No one can change or delete an entry."
      error={pages.live.error}
      who={who}
      mayWrite
    >
      <div className="filters">
        <SearchRow label="Person, key, action or subject" onSearch={setSearch} />
        <Select<string> label="What" value={kind} options={kinds} onChange={setKind} />
        <Select<string> label="When" value={span} options={spans} onChange={setSpan} />
      </div>
      <DataTable
        caption="Audit log"
        rows={pages.rows}
        pages={pages}
        nameOf={({ action, createdAt }) => `${action}, ${dayAndTime(createdAt)}`}
        columns={[
          { label: 'When', cell: ({ createdAt }) => <time dateTime={createdAt}>{dayAndTime(createdAt)}</time> },
          {
            label: 'Who',
            cell: ({ actor, actorLabel, from }) => (
              <>
                {actorLabel ?? actor}
                <small>{from === null ? 'on the server itself' : `from ${from}`}</small>
              </>
            ),
          },
          { label: 'What', cell: ({ action }) => <code>{action}</code> },
          { label: 'Subject', cell: ({ subject }) => subject ?? '–' },
        ]}
        details={({ actor, detail }) => (
          <>
            <p>
              By <code>{actor}</code>
            </p>
            <pre tabIndex={0}>{JSON.stringify(detail ?? {}, null, 2)}</pre>
          </>
        )}
        empty={isFiltered ? 'No entries match. Widen the filter.' : 'No entries yet.'}
      />
    </SettingsPage>
  );
}
