/** Everything about one element, in fields: what it shows, where, how large, for whom. */

import { type BadgeElement, type BadgeLayout, layoutBounds, type WrittenElement } from '#shared/badge/layout.ts';
import { Select } from '../../../parts/form/select.tsx';
import { t } from '../../../parts/text/text.ts';
import { fieldChoices, type Question } from './field-names.ts';
import { NumberField } from './number-field.tsx';

export interface TicketTypeChoice {
  readonly key: string;
  readonly name: string;
}

export interface ElementFormProps {
  readonly element: BadgeElement;
  readonly name: string;
  readonly layout: BadgeLayout;
  readonly questions: readonly Question[];
  readonly ticketTypes: readonly TicketTypeChoice[];
  /** @param what changes of the same thing in a row are undone together */
  readonly onChange: (change: Partial<BadgeElement>, what: string) => void;
}

const sides = [
  { key: 'xMm', label: t('from_the_left') },
  { key: 'yMm', label: t('from_the_top') },
  { key: 'widthMm', label: t('width') },
  { key: 'heightMm', label: t('height') },
] as const;

export function ElementForm(props: ElementFormProps) {
  const { element, name, onChange } = props;
  return (
    <fieldset className="card form" data-element-form>
      <legend>{name}</legend>
      {element.kind === 'field' && (
        <Select
          label={t('shows')}
          value={element.field}
          options={fieldChoices(props.questions)}
          onChange={(field) => onChange({ field }, 'field')}
        />
      )}
      {element.kind === 'text' && (
        <div>
          <label htmlFor="element-text">{t('text')}</label>
          <input
            id="element-text"
            value={element.text}
            maxLength={layoutBounds.textMax}
            onChange={({ target }) => onChange({ text: target.value }, 'text')}
          />
        </div>
      )}
      <div className="fields">
        {sides.map(({ key, label }) => (
          <NumberField
            key={key}
            label={label}
            value={element[key]}
            min={key === 'xMm' || key === 'yMm' ? 0 : layoutBounds.elementMinMm}
            max={key === 'xMm' || key === 'widthMm' ? props.layout.widthMm : props.layout.heightMm}
            onChange={(value) => onChange({ [key]: value }, key)}
          />
        ))}
        {element.kind === 'box' && (
          <NumberField
            label={t('line_width_0_filled')}
            value={element.lineMm}
            min={0}
            max={layoutBounds.lineMaxMm}
            step={0.1}
            onChange={(lineMm) => onChange({ lineMm }, 'line')}
          />
        )}
      </div>
      {(element.kind === 'text' || element.kind === 'field') && <TextForm element={element} onChange={onChange} />}
      {props.ticketTypes.length > 0 && <ForWhom {...props} />}
    </fieldset>
  );
}

const weights = [
  { value: 400, label: t('regular') },
  { value: 600, label: t('semi_bold') },
  { value: 700, label: t('bold') },
] as const;
const turns = [
  { value: 0, label: t('upright') },
  { value: 90, label: t('90_clockwise') },
  { value: 180, label: t('upside_down') },
  { value: 270, label: t('90_anticlockwise') },
] as const;
const aligns = [
  { value: 'start', label: t('text_starts') },
  { value: 'center', label: t('centre') },
  { value: 'end', label: t('text_ends') },
] as const;
const verticals = [
  { value: 'top', label: t('top') },
  { value: 'middle', label: t('middle') },
  { value: 'bottom', label: t('bottom') },
] as const;

function TextForm({ element, onChange }: { element: WrittenElement; onChange: ElementFormProps['onChange'] }) {
  const { fontMinMm, fontMaxMm, linesMax } = layoutBounds;
  return (
    <>
      <div className="fields">
        <NumberField
          label={t('largest_font')}
          value={element.largestMm}
          min={Math.max(fontMinMm, element.smallestMm)}
          max={fontMaxMm}
          step={0.1}
          onChange={(largestMm) => onChange({ largestMm }, 'largest')}
        />
        <NumberField
          label={t('smallest_font')}
          value={element.smallestMm}
          min={fontMinMm}
          max={Math.min(fontMaxMm, element.largestMm)}
          step={0.1}
          onChange={(smallestMm) => onChange({ smallestMm }, 'smallest')}
        />
        <NumberField
          label={t('most_lines')}
          unit=""
          value={element.maxLines}
          min={1}
          max={linesMax}
          step={1}
          onChange={(maxLines) => Number.isInteger(maxLines) && onChange({ maxLines }, 'lines')}
        />
        <Select
          label={t('weight')}
          value={element.weight}
          options={weights}
          onChange={(weight) => onChange({ weight }, 'weight')}
        />
        <Select
          label={t('align')}
          value={element.align}
          options={aligns}
          onChange={(align) => onChange({ align }, 'align')}
        />
        <Select
          label={t('vertical_position')}
          value={element.vertical}
          options={verticals}
          onChange={(vertical) => onChange({ vertical }, 'vertical')}
        />
        <Select
          label={t('turned')}
          value={element.turn}
          options={turns}
          onChange={(turn) => onChange({ turn }, 'turn')}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={element.inverse}
          onChange={({ target }) => onChange({ inverse: target.checked }, 'inverse')}
        />
        {t('white_on_a_black_bar')}
      </label>
    </>
  );
}

function ForWhom({ element, ticketTypes, onChange }: ElementFormProps) {
  const chosen = new Set(element.ticketTypes);
  return (
    <fieldset className="for-whom">
      <legend>{t('only_for_these_ticket_types_none')}</legend>
      {ticketTypes.map(({ key, name }) => (
        <label key={key} className="check">
          <input
            type="checkbox"
            checked={chosen.has(key)}
            onChange={({ target }) => {
              if (target.checked) chosen.add(key);
              else chosen.delete(key);
              onChange({ ticketTypes: [...chosen] }, t('ticket_types'));
            }}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
