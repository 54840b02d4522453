/** Everything about one element, in fields: what it shows, where, how large, for whom. */
import { type BadgeElement, type BadgeLayout, layoutBounds, type WrittenElement } from '#shared/badge/layout.ts';
import { Select } from '../../../parts/form/select.tsx';
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
  { key: 'xMm', label: 'From the left' },
  { key: 'yMm', label: 'From the top' },
  { key: 'widthMm', label: 'Width' },
  { key: 'heightMm', label: 'Height' },
] as const;

export function ElementForm(props: ElementFormProps) {
  const { element, name, onChange } = props;
  return (
    <fieldset className="card form" data-element-form>
      <legend>{name}</legend>
      {element.kind === 'field' && (
        <Select
          label="Shows"
          value={element.field}
          options={fieldChoices(props.questions)}
          onChange={(field) => onChange({ field }, 'field')}
        />
      )}
      {element.kind === 'text' && (
        <div>
          <label htmlFor="element-text">Text</label>
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
            label="Line width (0: filled)"
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
  { value: 400, label: 'Regular' },
  { value: 600, label: 'Semi-bold' },
  { value: 700, label: 'Bold' },
] as const;
const turns = [
  { value: 0, label: 'Upright' },
  { value: 90, label: '90° clockwise' },
  { value: 180, label: 'Upside down' },
  { value: 270, label: '90° anticlockwise' },
] as const;
const aligns = [
  { value: 'start', label: 'Text starts' },
  { value: 'center', label: 'Centre' },
  { value: 'end', label: 'Text ends' },
] as const;
const verticals = [
  { value: 'top', label: 'Top' },
  { value: 'middle', label: 'Middle' },
  { value: 'bottom', label: 'Bottom' },
] as const;

function TextForm({ element, onChange }: { element: WrittenElement; onChange: ElementFormProps['onChange'] }) {
  const { fontMinMm, fontMaxMm, linesMax } = layoutBounds;
  return (
    <>
      <div className="fields">
        <NumberField
          label="Largest font"
          value={element.largestMm}
          min={Math.max(fontMinMm, element.smallestMm)}
          max={fontMaxMm}
          step={0.1}
          onChange={(largestMm) => onChange({ largestMm }, 'largest')}
        />
        <NumberField
          label="Smallest font"
          value={element.smallestMm}
          min={fontMinMm}
          max={Math.min(fontMaxMm, element.largestMm)}
          step={0.1}
          onChange={(smallestMm) => onChange({ smallestMm }, 'smallest')}
        />
        <NumberField
          label="Most lines"
          unit=""
          value={element.maxLines}
          min={1}
          max={linesMax}
          step={1}
          onChange={(maxLines) => Number.isInteger(maxLines) && onChange({ maxLines }, 'lines')}
        />
        <Select
          label="Weight"
          value={element.weight}
          options={weights}
          onChange={(weight) => onChange({ weight }, 'weight')}
        />
        <Select
          label="Align"
          value={element.align}
          options={aligns}
          onChange={(align) => onChange({ align }, 'align')}
        />
        <Select
          label="Vertical position"
          value={element.vertical}
          options={verticals}
          onChange={(vertical) => onChange({ vertical }, 'vertical')}
        />
        <Select label="Turned" value={element.turn} options={turns} onChange={(turn) => onChange({ turn }, 'turn')} />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={element.inverse}
          onChange={({ target }) => onChange({ inverse: target.checked }, 'inverse')}
        />
        White on a black bar
      </label>
    </>
  );
}

function ForWhom({ element, ticketTypes, onChange }: ElementFormProps) {
  const chosen = new Set(element.ticketTypes);
  return (
    <fieldset className="for-whom">
      <legend>Only for these ticket types (none means all)</legend>
      {ticketTypes.map(({ key, name }) => (
        <label key={key} className="check">
          <input
            type="checkbox"
            checked={chosen.has(key)}
            onChange={({ target }) => {
              if (target.checked) chosen.add(key);
              else chosen.delete(key);
              onChange({ ticketTypes: [...chosen] }, 'ticket types');
            }}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
