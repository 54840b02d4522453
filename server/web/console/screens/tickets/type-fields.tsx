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
import { t, tx } from '../../../parts/text/text.ts';
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
        label={t('name')}
        name="name"
        required
        maxLength={200}
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <LongTextRow
        label={t('description')}
        name="description"
        rows={2}
        maxLength={2_000}
        value={value.description}
        onChange={(description) => set({ description })}
      />
      <div className="fields">
        <NumberRow
          label={t('price')}
          name="price"
          hint={t('0_is_free')}
          unit={value.currency}
          value={value.price}
          onChange={(price) => set({ price })}
        />
        <ChoiceRow
          label={t('currency')}
          name="currency"
          value={value.currency}
          options={currencies().map((code) => ({ value: code, label: code }))}
          onChange={(currency) => set({ currency })}
        />
      </div>
      <div className="fields">
        <NumberRow
          label={t('quantity')}
          name="quantity"
          placeholder={t('unlimited')}
          value={value.quantity}
          onChange={(quantity) => set({ quantity })}
        />
        <NumberRow
          label={t('at_least_per_order')}
          name="minPerOrder"
          value={value.minPerOrder}
          onChange={(minPerOrder) => set({ minPerOrder })}
        />
        <NumberRow
          label={t('at_most_per_order')}
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
    <GroupRow label={t('price_steps')} name="priceSteps" hint={t('before_the_first_step_the_price')}>
      {value.steps.map((step, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id; they are appended and removed only
        <fieldset key={n} className="step">
          <legend className="visually-hidden">{tx('step', { value: n + 1 })}</legend>
          <TextRow
            label={t('step_2')}
            name={`priceSteps[${n}].name`}
            value={step.name}
            onChange={(name) => change(n, { name })}
          />
          <TimeRow
            label={t('from_2')}
            name={`priceSteps[${n}].from`}
            timezone={value.timezone}
            value={step.from}
            onChange={(from) => change(n, { from })}
          />
          <div className="fields">
            <NumberRow
              label={t('price')}
              name={`priceSteps[${n}].price`}
              unit={value.currency}
              value={step.price}
              onChange={(price) => change(n, { price })}
            />
            <NumberRow
              label={t('tickets')}
              name={`priceSteps[${n}].quantity`}
              placeholder={t('no_limit')}
              value={step.quantity}
              onChange={(quantity) => change(n, { quantity })}
            />
          </div>
          <Button
            small
            of={t('step_3', { value: n + 1 })}
            onClick={() => set({ steps: value.steps.filter((_, at) => at !== n) })}
          >
            {t('remove')}
          </Button>
        </fieldset>
      ))}
      <Button small onClick={() => set({ steps: [...value.steps, { name: '', from: '', price: '', quantity: '' }] })}>
        {t('add_step')}
      </Button>
    </GroupRow>
  );
}

function SaleFields({ value, set, admissions }: TypeFieldsProps) {
  return (
    <>
      <div className="fields">
        <TimeRow
          label={t('sale_starts')}
          name="saleStart"
          timezone={value.timezone}
          value={value.saleStart}
          onChange={(saleStart) => set({ saleStart })}
        />
        <TimeRow
          label={t('sale_ends')}
          name="saleEnd"
          timezone={value.timezone}
          value={value.saleEnd}
          onChange={(saleEnd) => set({ saleEnd })}
        />
      </div>
      <div className="fields">
        <NumberRow
          label={t('tax')}
          name="taxPercent"
          unit="%"
          value={value.taxPercent}
          onChange={(taxPercent) => set({ taxPercent })}
        />
        <TextRow
          label={t('name_of_the_tax')}
          name="taxName"
          maxLength={40}
          placeholder={t('vat')}
          value={value.taxName}
          onChange={(taxName) => set({ taxName })}
        />
      </div>
      <CheckRow
        label={t('prices_include_the_tax')}
        name="taxIncluded"
        checked={value.taxIncluded}
        onChange={(taxIncluded) => set({ taxIncluded })}
      />
      <CheckRow
        label={t('hidden_only_a_voucher_unlocks_it')}
        name="hidden"
        checked={value.hidden}
        onChange={(hidden) => set({ hidden })}
      />
      <CheckRow
        label={t('add_on_sold_with_another_ticket')}
        name="kind"
        checked={value.isAddOn}
        onChange={(isAddOn) => set({ isAddOn })}
      />
      {value.isAddOn && (
        <ManyRow
          label={t('sold_with')}
          name="addOnTo"
          hint={t('choose_none_for_all_of_them')}
          options={admissions}
          value={value.addOnTo}
          onChange={(addOnTo) => set({ addOnTo })}
        />
      )}
      <CheckRow
        label={t('can_be_sold_at_the_door')}
        name="walkIn"
        checked={value.walkIn}
        onChange={(walkIn) => set({ walkIn })}
      />
    </>
  );
}
