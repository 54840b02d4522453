/** Codes that change a price, keep seats or unlock hidden tickets. */

import { useState } from 'react';
import { PartBar } from '../../../parts/charts/bars.tsx';
import { momentAt } from '../../../parts/event-time.ts';
import { SearchRow } from '../../../parts/form/search-row.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { usePageQuery } from '../../data/page-query.ts';
import type { TicketType } from './ticket-type.ts';
import { effectText, typeNames, type Voucher, voucherState } from './voucher.ts';

const pageSize = 25;

export interface VouchersProps {
  readonly event: EventSummary;
  readonly types: readonly TicketType[];
  readonly mayWrite: boolean;
}

export function Vouchers({ event, types, mayWrite }: VouchersProps) {
  const [search, setSearch] = useState('');
  const pages = usePageQuery<Voucher>('vouchers', {
    where: { event: { equals: event.id } },
    sort: 'code',
    limit: pageSize,
    count: 'exact',
    search,
  });
  const currency = types[0]?.currency ?? 'EUR';
  const isMany = search !== '' || (pages.total ?? 0) > pageSize;
  return (
    <section className="section" aria-labelledby="vouchers">
      <div className="head">
        <h2 id="vouchers">{t('vouchers')}</h2>
        {mayWrite && (
          <a className="btn" href={`#/tickets/${event.id}/voucher-new`}>
            {t('create_vouchers')}
          </a>
        )}
      </div>
      {isMany && <SearchRow label={t('code_or_note')} onSearch={setSearch} />}
      <Problem error={pages.live.error} />
      <DataTable
        caption={t('vouchers')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ code }) => code}
        columns={[
          {
            label: t('code'),
            by: 'code',
            cell: ({ id, code, note }) => (
              <>
                <a href={`#/tickets/${event.id}/voucher-${id}`}>
                  <code>{code}</code>
                </a>
                {note && <small>{note}</small>}
              </>
            ),
          },
          { label: t('effect'), cell: (voucher) => effectText(voucher, currency) },
          { label: t('applies_to'), cell: ({ ticketTypes }) => typeNames(ticketTypes, types) },
          { label: t('used'), by: 'used', cell: (voucher) => <Used voucher={voucher} /> },
          {
            label: t('valid_until'),
            by: 'validUntil',
            cell: ({ validUntil }) => (validUntil === null ? '–' : momentAt(event, validUntil)),
          },
          {
            label: t('state'),
            cell: (voucher) => {
              const { label, tone } = voucherState(voucher);
              return <StatePill tone={tone}>{label}</StatePill>;
            },
          },
        ]}
        empty={search ? t('no_voucher_matches', { search }) : t('no_vouchers_yet_create_one_to')}
      />
    </section>
  );
}

function Used({ voucher: { used, maxUses } }: { readonly voucher: Voucher }) {
  if (maxUses === null) return <>{used}</>;
  const text = `${used} / ${maxUses}`;
  return (
    <div className="used">
      <PartBar parts={[{ label: t('used_2'), value: used }]} whole={maxUses} label={t('of_used', { used, maxUses })} />
      {text}
    </div>
  );
}
