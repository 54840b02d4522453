/** Codes that change a price, keep seats or unlock hidden tickets. */
import { useState } from 'react';
import { PartBar } from '../../../parts/charts/bars.tsx';
import { timeAt } from '../../../parts/event-time.ts';
import { SearchRow } from '../../../parts/form/search-row.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
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
        <h2 id="vouchers">Vouchers</h2>
        {mayWrite && (
          <a className="btn" href={`#/tickets/${event.id}/voucher-new`}>
            Create vouchers
          </a>
        )}
      </div>
      {isMany && <SearchRow label="Code or note" onSearch={setSearch} />}
      <Problem error={pages.live.error} />
      <DataTable
        caption="Vouchers"
        rows={pages.rows}
        pages={pages}
        nameOf={({ code }) => code}
        columns={[
          {
            label: 'Code',
            cell: ({ id, code, note }) => (
              <>
                <a href={`#/tickets/${event.id}/voucher-${id}`}>
                  <code>{code}</code>
                </a>
                {note && <small>{note}</small>}
              </>
            ),
          },
          { label: 'Effect', cell: (voucher) => effectText(voucher, currency) },
          { label: 'Applies to', cell: ({ ticketTypes }) => typeNames(ticketTypes, types) },
          { label: 'Used', cell: (voucher) => <Used voucher={voucher} /> },
          {
            label: 'Valid until',
            cell: ({ validUntil }) => (validUntil === null ? '–' : timeAt(event, validUntil)),
          },
          {
            label: 'State',
            cell: (voucher) => {
              const { label, tone } = voucherState(voucher);
              return <StatePill tone={tone}>{label}</StatePill>;
            },
          },
        ]}
        empty={
          search
            ? `No voucher matches “${search}”.`
            : 'No vouchers yet. Create one to give a discount, keep seats for someone, or open a hidden ticket type.'
        }
      />
    </section>
  );
}

function Used({ voucher: { used, maxUses } }: { readonly voucher: Voucher }) {
  if (maxUses === null) return <>{used}</>;
  const text = `${used} / ${maxUses}`;
  return (
    <div className="used">
      <PartBar parts={[{ label: 'used', value: used }]} whole={maxUses} label={`${used} of ${maxUses} used`} />
      {text}
    </div>
  );
}
