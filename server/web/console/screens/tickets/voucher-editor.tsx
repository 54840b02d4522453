/** One voucher beside the list, or up to 1,000 new ones at once. */

import { useEffect, useRef, useState } from 'react';
import { allRefusals } from '../../../parts/as-error.ts';
import { Button } from '../../../parts/button.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Drawer } from '../../../parts/drawer.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Loading } from '../../../parts/states.tsx';
import { t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { client } from '../../data/client.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useRecord } from '../../data/use-record.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import { goTo } from '../../shell/address.ts';
import type { TicketType } from './ticket-type.ts';
import { draftOfVoucher, emptyVoucher, type Voucher, valuesOfVoucher, vouchersToMake } from './voucher.ts';
import { NewVoucherFields, VoucherFields } from './voucher-fields.tsx';

export interface VoucherEditorProps {
  readonly event: EventSummary;
  readonly types: readonly TicketType[];
  /** `new`: to be made. `made`: the codes of the ones that were made last. */
  readonly id: string;
  readonly mayWrite: boolean;
  readonly made: readonly string[];
  readonly onMade: (codes: readonly string[]) => void;
}

export function VoucherEditor(props: VoucherEditorProps) {
  const close = () => goTo(`/tickets/${props.event.id}`);
  if (props.id === 'made') return <MadeVouchers codes={props.made} onClose={close} />;
  return props.id === 'new' ? <NewVouchers {...props} onClose={close} /> : <ChangeVoucher {...props} onClose={close} />;
}

interface Closing extends VoucherEditorProps {
  readonly onClose: () => void;
}

function MadeVouchers({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  // The page was loaded again: the codes stand in the list.
  if (codes.length === 0) return null;
  const title = codes.length === 1 ? t('voucher_created') : t('vouchers_created', { length: codes.length });
  return (
    <Drawer title={title} onClose={onClose}>
      <Codes codes={codes} />
    </Drawer>
  );
}

function NewVouchers({ event, types, mayWrite, onClose, onMade }: Closing) {
  const { value, isDirty, set } = useDraft(emptyVoucher(event.timezone));
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  // The codes have an address of their own, so that “Create vouchers” leads to an empty form again.
  useEffect(() => {
    if (codes === null) return;
    onMade(codes);
    goTo(`/tickets/${event.id}/voucher-made`);
  }, [codes, event.id, onMade]);

  async function save(): Promise<void> {
    const create = allRefusals(() => vouchersToMake(value, event.id));
    const bulk = client.$collection('vouchers').bulk as (input: object) => Promise<unknown>;
    const { created } = (await bulk({ create })) as { readonly created: readonly Voucher[] };
    setCodes(created.map(({ code }) => code));
  }

  return (
    <Drawer title={t('create_vouchers')} onClose={onClose}>
      <EditForm
        title={t('details')}
        submit={t('create_2')}
        isDirty={isDirty && codes === null}
        disabled={!mayWrite}
        onSave={save}
      >
        <NewVoucherFields value={value} set={set} />
        <VoucherFields value={value} set={set} types={types} />
      </EditForm>
    </Drawer>
  );
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  const shown = useRef<HTMLPreElement>(null);
  useEffect(() => shown.current?.focus(), []);
  return (
    <>
      <CopyButton text={codes.join('\n')} shown={shown} what={codes.length === 1 ? t('the_code') : t('all_codes')} />
      <pre ref={shown} className="codes" tabIndex={-1}>
        {codes.join('\n')}
      </pre>
    </>
  );
}

const labels = {
  code: t('code'),
  effect: t('effect'),
  percent: t('percent'),
  value: t('amount'),
  maxUses: t('uses'),
  setAside: t('seats_kept'),
  validUntil: t('valid_until'),
  active: t('active'),
} as const;

function ChangeVoucher({ event, types, id, mayWrite, onClose }: Closing) {
  const { data: voucher, error, refresh } = useRecord<Voucher>('vouchers', id);
  const acting = useAct(refresh);

  async function remove(): Promise<void> {
    if (!confirm(t('delete_this_cannot_be_undone_2', { value: voucher?.code }))) return;
    if (await acting.act('', () => client.vouchers.delete(id))) onClose();
  }

  return (
    <Drawer title={voucher?.code ?? t('voucher')} onClose={onClose}>
      <Problem error={acting.problem ?? error} />
      {!voucher && !error && <Loading />}
      {voucher && (
        <RecordEdit
          title={t('details')}
          collection="vouchers"
          record={voucher}
          draftOf={(record) => draftOfVoucher(record, event.timezone)}
          valuesOf={valuesOfVoucher}
          {...{ labels, mayWrite }}
        >
          {(value, set) => <VoucherFields value={value} set={set} types={types} isKnown />}
        </RecordEdit>
      )}
      {voucher && mayWrite && voucher.used === 0 && (
        <p>
          <Button look="danger" small of={voucher.code} onClick={() => void remove()}>
            {t('delete_2')}
          </Button>
        </p>
      )}
    </Drawer>
  );
}
