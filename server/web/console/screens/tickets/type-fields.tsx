/** The rows of a ticket type’s form. */
import { Button } from '../../../parts/button.tsx';
import {
  ChoiceRow,
  LongTextRow,
  ManyRow,
  NumberRow,
  type Option,
  TextRow,
  TimeRow,
} from '../../../parts/form/fields.tsx';
import { CheckRow, GroupRow } from '../../../parts/form/form-row.tsx';
import { currencies } from '../../../parts/money-text.ts';
import type { StepDraft, TypeDraft } from './type-draft.ts';

export interface TypeFieldsProps {
  readonly value: TypeDraft;
  readonly set: (patch: Partial<TypeDraft>) => void;
  /** Tickets that an add-on can be sold with. */
  readonly admissions: readonly Option[];
}

export function TypeFields({ value, set, admissions }: TypeFieldsProps) {
  return (
    <>
      <TextRow
        label="Name"
        name="name"
        required
        maxLength={200}
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <LongTextRow
        label="Description"
        name="description"
        rows={2}
        maxLength={2_000}
        value={value.description}
        onChange={(description) => set({ description })}
      />
      <div className="fields">
        <NumberRow
          label="Price"
          name="price"
          hint="0 is free."
          unit={value.currency}
          value={value.price}
          onChange={(price) => set({ price })}
        />
        <ChoiceRow
          label="Currency"
          name="currency"
          value={value.currency}
          options={currencies().map((code) => ({ value: code, label: code }))}
          onChange={(currency) => set({ currency })}
        />
      </div>
      <div className="fields">
        <NumberRow
          label="Quantity"
          name="quantity"
          placeholder="unlimited"
          value={value.quantity}
          onChange={(quantity) => set({ quantity })}
        />
        <NumberRow
          label="At least, per order"
          name="minPerOrder"
          value={value.minPerOrder}
          onChange={(minPerOrder) => set({ minPerOrder })}
        />
        <NumberRow
          label="At most, per order"
          name="maxPerOrder"
          value={value.maxPerOrder}
          onChange={(maxPerOrder) => set({ maxPerOrder })}
        />
      </div>
      <StepsField value={value} set={set} />
      <SaleFields value={value} set={set} admissions={admissions} />
    </>
  );
}

function StepsField({ value, set }: Omit<TypeFieldsProps, 'admissions'>) {
  const change = (n: number, patch: Partial<StepDraft>) =>
    set({ steps: value.steps.map((step, at) => (at === n ? { ...step, ...patch } : step)) });
  return (
    <GroupRow
      label="Price steps"
      name="priceSteps"
      hint="Before the first step, the price above applies. A step with a number of tickets ends when they are sold."
    >
      {value.steps.map((step, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id; they are appended and removed only
        <fieldset key={n} className="step">
          <legend className="visually-hidden">Step {n + 1}</legend>
          <TextRow label="Step" name={`step-${n}-name`} value={step.name} onChange={(name) => change(n, { name })} />
          <TimeRow
            label="From"
            name={`step-${n}-from`}
            timezone={value.timezone}
            value={step.from}
            onChange={(from) => change(n, { from })}
          />
          <div className="fields">
            <NumberRow
              label="Price"
              name={`step-${n}-price`}
              unit={value.currency}
              value={step.price}
              onChange={(price) => change(n, { price })}
            />
            <NumberRow
              label="Tickets"
              name={`step-${n}-quantity`}
              placeholder="no limit"
              value={step.quantity}
              onChange={(quantity) => change(n, { quantity })}
            />
          </div>
          <Button small of={`step ${n + 1}`} onClick={() => set({ steps: value.steps.filter((_, at) => at !== n) })}>
            Remove
          </Button>
        </fieldset>
      ))}
      <Button small onClick={() => set({ steps: [...value.steps, { name: '', from: '', price: '', quantity: '' }] })}>
        Add step
      </Button>
    </GroupRow>
  );
}

function SaleFields({ value, set, admissions }: TypeFieldsProps) {
  return (
    <>
      <div className="fields">
        <TimeRow
          label="Sale starts"
          name="saleStart"
          timezone={value.timezone}
          value={value.saleStart}
          onChange={(saleStart) => set({ saleStart })}
        />
        <TimeRow
          label="Sale ends"
          name="saleEnd"
          timezone={value.timezone}
          value={value.saleEnd}
          onChange={(saleEnd) => set({ saleEnd })}
        />
      </div>
      <div className="fields">
        <NumberRow
          label="Tax"
          name="taxPercent"
          unit="%"
          value={value.taxPercent}
          onChange={(taxPercent) => set({ taxPercent })}
        />
        <TextRow
          label="Name of the tax"
          name="taxName"
          maxLength={40}
          placeholder="VAT"
          value={value.taxName}
          onChange={(taxName) => set({ taxName })}
        />
      </div>
      <CheckRow
        label="Prices include the tax"
        name="taxIncluded"
        checked={value.taxIncluded}
        onChange={(taxIncluded) => set({ taxIncluded })}
      />
      <CheckRow
        label="Hidden: only a voucher unlocks it"
        name="hidden"
        checked={value.hidden}
        onChange={(hidden) => set({ hidden })}
      />
      <CheckRow
        label="Add-on: sold with another ticket"
        name="kind"
        checked={value.isAddOn}
        onChange={(isAddOn) => set({ isAddOn })}
      />
      {value.isAddOn && (
        <ManyRow
          label="Sold with"
          name="addOnTo"
          hint="Choose none for all of them."
          options={admissions}
          value={value.addOnTo}
          onChange={(addOnTo) => set({ addOnTo })}
        />
      )}
      <CheckRow
        label="Can be sold at the door"
        name="walkIn"
        checked={value.walkIn}
        onChange={(walkIn) => set({ walkIn })}
      />
    </>
  );
}
