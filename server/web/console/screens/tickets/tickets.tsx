/** Lists what is sold: ticket types with their prices over time, and vouchers; the editor stands beside the list. */

import { useState } from 'react';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Loading } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { useMayWrite } from '../../data/may-write.ts';
import type { EventPageProps } from '../../shell/event-page.ts';
import { soldOf } from './sale-state.ts';
import { readTickets } from './ticket-type.ts';
import { TypeEditor } from './type-editor.tsx';
import { TypeList } from './type-list.tsx';
import { VoucherEditor } from './voucher-editor.tsx';
import { Vouchers } from './vouchers.tsx';
import './tickets.css';

export function Tickets({ event, id }: EventPageProps) {
  const mayWrite = useMayWrite();
  const [made, setMade] = useState<readonly string[]>([]);
  const { data, error, refresh } = useLiveQuery({
    key: ['tickets', event.id],
    read: () => readTickets(event.id),
    of: ['ticket_types', 'seat_counts'],
    atMostEveryMs: 2_000,
  });
  const sold = data ? data.types.reduce((sum, type) => sum + soldOf(data, type), 0) : 0;
  const isVoucher = id?.startsWith('voucher-') === true;
  const voucherId = isVoucher ? (id?.slice('voucher-'.length) ?? '') : '';
  return (
    <div className="beside">
      <div>
        <div className="head">
          <div>
            <h1>{t('tickets')}</h1>
            <p className="intro">
              {tx('held_or_sold', {
                count: countText(sold),
                part: sold === 1 ? t('seat_is') : t('seats_are'),
                part2: event.capacity !== null && t('of_11', { count: countText(event.capacity) }),
              })}
            </p>
          </div>
          {mayWrite && (
            <a className="btn primary" href={`#/tickets/${event.id}/new`}>
              {t('add_ticket_type')}
            </a>
          )}
        </div>
        <Problem error={error} />
        {!data && !error && <Loading />}
        {data && <TypeList event={event} data={data} openId={id} mayWrite={mayWrite} onMoved={refresh} />}
        {data && <Vouchers event={event} types={data.types} mayWrite={mayWrite} />}
      </div>
      {data && id !== null && !isVoucher && (
        <TypeEditor key={id} {...{ event, data, id, mayWrite }} onSaved={refresh} />
      )}
      {data && isVoucher && (
        <VoucherEditor key={id} {...{ event, types: data.types, id: voucherId, mayWrite, made }} onMade={setMade} />
      )}
    </div>
  );
}
