/** The rows of a voucher’s form. */
import { ChoiceRow, ManyRow, NumberRow, TextRow, TimeRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
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
        label="How many codes?"
        name="count"
        hint="Up to 1,000 at once. Several codes get a random ending each."
        value={value.count}
        onChange={(count) => set({ count })}
      />
      <TextRow
        label={isMany ? 'Codes begin with (optional)' : 'Code (optional)'}
        name="code"
        isCode
        maxLength={64}
        hint="Upper and lower case are the same. Leave it empty for a random one."
        value={value.code}
        onChange={(code) => set({ code })}
      />
    </>
  );
}

const effects: readonly { readonly value: VoucherEffect; readonly label: string }[] = [
  { value: 'percent', label: 'Percent off' },
  { value: 'amount', label: 'Amount off each ticket' },
  { value: 'price', label: 'A price of its own' },
  { value: 'none', label: 'No discount' },
];

export interface VoucherFieldsProps extends FieldsProps {
  readonly types: readonly TicketType[];
  /** It was made: its code can be changed. */
  readonly isKnown?: boolean;
}

export function VoucherFields({ value, set, types, isKnown }: VoucherFieldsProps) {
  const { effect, timezone } = value;
  const currency = types[0]?.currency ?? '';
  return (
    <>
      {isKnown && (
        <TextRow label="Code" name="code" isCode required value={value.code} onChange={(code) => set({ code })} />
      )}
      <div className="fields">
        <ChoiceRow
          label="Effect"
          name="effect"
          value={effect}
          options={effects}
          onChange={(next) => set({ effect: next as VoucherEffect })}
        />
        {effect !== 'none' && (
          <NumberRow
            label="How much"
            name="number"
            unit={effect === 'percent' ? '%' : currency}
            value={value.number}
            onChange={(number) => set({ number })}
          />
        )}
      </div>
      <ManyRow
        label="Applies to"
        name="ticketTypes"
        hint="Choose none for all tickets."
        options={types.map(({ id, name }) => ({ value: id, label: name }))}
        value={value.ticketTypes}
        onChange={(ticketTypes) => set({ ticketTypes })}
      />
      <div className="fields">
        <NumberRow
          label="Tickets per code"
          name="maxUses"
          placeholder="unlimited"
          value={value.maxUses}
          onChange={(maxUses) => set({ maxUses })}
        />
        <NumberRow
          label="Seats kept for it"
          name="setAside"
          value={value.setAside}
          onChange={(setAside) => set({ setAside })}
        />
      </div>
      <div className="fields">
        <TimeRow
          label="Valid from"
          name="validFrom"
          timezone={timezone}
          value={value.validFrom}
          onChange={(validFrom) => set({ validFrom })}
        />
        <TimeRow
          label="Valid until"
          name="validUntil"
          timezone={timezone}
          value={value.validUntil}
          onChange={(validUntil) => set({ validUntil })}
        />
      </div>
      <CheckRow
        label="Unlocks hidden ticket types"
        name="unlocksHidden"
        checked={value.unlocksHidden}
        onChange={(unlocksHidden) => set({ unlocksHidden })}
      />
      <CheckRow label="Active" name="active" checked={value.active} onChange={(active) => set({ active })} />
      <TextRow
        label="Note"
        name="note"
        hint="For you: who it is for."
        value={value.note}
        onChange={(note) => set({ note })}
      />
    </>
  );
}
