/** The audit log of administration: who did what, when, from where. It is read, never written. */

import { useState } from 'react';
import { SearchRow } from '../../../../parts/form/search-row.tsx';
import { Select } from '../../../../parts/form/select.tsx';
import { dayAndTime } from '../../../../parts/format-time.ts';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
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

/** Kinds to filter by: the part of an action's name before the first dot. */
const kinds = [
  { value: '', label: t('everything') },
  { value: 'auth.', label: t('logins_and_passwords') },
  { value: 'member.', label: t('members') },
  { value: 'role.', label: t('roles') },
  { value: 'key.', label: t('api_keys') },
  { value: 'app.', label: t('apps') },
  { value: 'webhook.', label: t('webhooks') },
  { value: 'sso.', label: t('single_sign_on') },
  { value: 'kiosk.', label: t('kiosks') },
] as const;

const spans = [
  { value: '', label: t('all_the_time') },
  { value: 'P1D', label: t('the_last_day') },
  { value: 'P7D', label: t('the_last_week') },
  { value: 'P30D', label: t('the_last_30_days') },
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
      title={t('audit_log')}
      intro={t('what_was_done_in_administration_newest')}
      error={pages.live.error}
      who={who}
      mayWrite
    >
      <div className="filters">
        <SearchRow label={t('person_key_action_or_subject')} onSearch={setSearch} />
        <Select<string> label={t('what')} value={kind} options={kinds} onChange={setKind} />
        <Select<string> label={t('when')} value={span} options={spans} onChange={setSpan} />
      </div>
      <DataTable
        caption={t('audit_log')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ action, createdAt }) => `${action}, ${dayAndTime(createdAt)}`}
        columns={[
          {
            label: t('when'),
            by: 'createdAt',
            cell: ({ createdAt }) => <time dateTime={createdAt}>{dayAndTime(createdAt)}</time>,
          },
          {
            label: t('who'),
            cell: ({ actor, actorLabel, from }) => (
              <>
                {actorLabel ?? actor}
                <small>{from === null ? t('on_the_server_itself') : t('from_3', { from })}</small>
              </>
            ),
          },
          { label: t('what'), by: 'action', cell: ({ action }) => <code>{action}</code> },
          { label: t('subject'), by: 'subject', cell: ({ subject }) => subject ?? '–' },
        ]}
        details={({ actor, detail }) => (
          <>
            <p>{tx('by_3', { code: <code>{actor}</code> })}</p>
            <pre tabIndex={0}>{JSON.stringify(detail ?? {}, null, 2)}</pre>
          </>
        )}
        empty={isFiltered ? t('no_entries_match_widen_the_filter') : t('no_entries_yet')}
      />
    </SettingsPage>
  );
}
