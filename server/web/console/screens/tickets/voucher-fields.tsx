/** The rows of a voucher’s form. */

import { ChoiceRow, ManyRow, NumberRow, TextRow, TimeRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { t } from '../../../parts/text/text.ts';
import type { TicketType } from './ticket-type.ts';
import type { VoucherDraft, VoucherEffect } from './voucher.ts';

interface FieldsProps {
  readonly value: VoucherDraft;
  readonly set: (patch: Partial<VoucherDraft>) => void;
}

export function NewVoucherFields({ value, set }: FieldsProps) {
  const isMany = value.count.trim() !== '1' && value.count.trim() !== '';
  return (
    <>
      <NumberRow
        label={t('how_many_codes')}
        name="count"
        hint={t('up_to_1_000_at_once')}
        value={value.count}
        onChange={(count) => set({ count })}
      />
      <TextRow
        label={isMany ? t('codes_begin_with_optional') : t('code_optional')}
        name="code"
        isCode
        maxLength={64}
        hint={t('upper_and_lower_case_are_the')}
        value={value.code}
        onChange={(code) => set({ code })}
      />
    </>
  );
}

const effects: readonly { readonly value: VoucherEffect; readonly label: string }[] = [
  { value: 'percent', label: t('percent_off') },
  { value: 'amount', label: t('amount_off_each_ticket') },
  { value: 'price', label: t('a_price_of_its_own') },
  { value: 'none', label: t('no_discount') },
];

export interface VoucherFieldsProps extends FieldsProps {
  readonly types: readonly TicketType[];
  /** The voucher exists already, so that its code is a field of its own. */
  readonly isKnown?: boolean;
}

export function VoucherFields({ value, set, types, isKnown }: VoucherFieldsProps) {
  const { effect, timezone } = value;
  const currency = types[0]?.currency ?? '';
  return (
    <>
      {isKnown && (
        <TextRow label={t('code')} name="code" isCode required value={value.code} onChange={(code) => set({ code })} />
      )}
      <div className="fields">
        <ChoiceRow
          label={t('effect')}
          name="effect"
          value={effect}
          options={effects}
          onChange={(next) => set({ effect: next as VoucherEffect })}
        />
        {effect !== 'none' && (
          <NumberRow
            label={t('how_much')}
            name="number"
            unit={effect === 'percent' ? '%' : currency}
            value={value.number}
            onChange={(number) => set({ number })}
          />
        )}
      </div>
      <ManyRow
        label={t('applies_to')}
        name="ticketTypes"
        hint={t('choose_none_for_all_tickets')}
        options={types.map(({ id, name }) => ({ value: id, label: name }))}
        value={value.ticketTypes}
        onChange={(ticketTypes) => set({ ticketTypes })}
      />
      <div className="fields">
        <NumberRow
          label={t('tickets_per_code')}
          name="maxUses"
          placeholder={t('unlimited')}
          value={value.maxUses}
          onChange={(maxUses) => set({ maxUses })}
        />
        <NumberRow
          label={t('seats_kept_for_it')}
          name="setAside"
          value={value.setAside}
          onChange={(setAside) => set({ setAside })}
        />
      </div>
      <div className="fields">
        <TimeRow
          label={t('valid_from')}
          name="validFrom"
          timezone={timezone}
          value={value.validFrom}
          onChange={(validFrom) => set({ validFrom })}
        />
        <TimeRow
          label={t('valid_until')}
          name="validUntil"
          timezone={timezone}
          value={value.validUntil}
          onChange={(validUntil) => set({ validUntil })}
        />
      </div>
      <CheckRow
        label={t('unlocks_hidden_ticket_types')}
        name="unlocksHidden"
        checked={value.unlocksHidden}
        onChange={(unlocksHidden) => set({ unlocksHidden })}
      />
      <CheckRow label={t('active')} name="active" checked={value.active} onChange={(active) => set({ active })} />
      <TextRow
        label={t('note')}
        name="note"
        hint={t('for_you_who_it_is_for')}
        value={value.note}
        onChange={(note) => set({ note })}
      />
    </>
  );
}
