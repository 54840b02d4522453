/**
 * Remembers what stood in the focused field before a key was pressed, so that the first letters of a scan can be
 * taken out again. Knows nothing of scans. Called by `wedge.ts` for every key.
 * `contenteditable` cannot be put back without harming its markup; the kiosk has none.
 */

export interface FieldState {
  readonly element: Element;
  /**
   * Puts value and cursor back and dispatches an `input` event (a list also `change`), as if the person had deleted the
   * text. Does nothing to a `contenteditable` element.
   */
  undo(): void;
}

/** Inputs that keys do not write into. */
const KEYLESS_INPUTS: ReadonlySet<string> = new Set(
  'button checkbox color file hidden image radio range reset submit'.split(' '),
);

/**
 * @param target where the key goes
 * @returns the field's present state, or null when a character typed there writes nothing
 */
export function readField(target: EventTarget | null): FieldState | null {
  if (target instanceof HTMLInputElement) {
    if (KEYLESS_INPUTS.has(target.type) || target.readOnly || target.disabled) return null;
    return textState(target, HTMLInputElement.prototype);
  }
  if (target instanceof HTMLTextAreaElement) {
    return target.readOnly || target.disabled ? null : textState(target, HTMLTextAreaElement.prototype);
  }
  // A closed list jumps to the option that begins with the typed letter: "G" of GATE1: chooses "Gate A".
  if (target instanceof HTMLSelectElement) return target.disabled ? null : selectState(target);
  if (target instanceof HTMLElement && target.isContentEditable) return { element: target, undo() {} };
  return null;
}

function textState(element: HTMLInputElement | HTMLTextAreaElement, prototype: object): FieldState {
  const { value, selectionStart, selectionEnd, selectionDirection } = element;
  return {
    element,
    undo() {
      const changed = element.value !== value;
      // Through the prototype, because React shadows `value` on the element and would not notice the change.
      Reflect.set(prototype, 'value', value, element);
      if (selectionStart !== null) {
        element.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
      }
      if (changed) element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    },
  };
}

function selectState(element: HTMLSelectElement): FieldState {
  const { value } = element;
  return {
    element,
    undo() {
      if (element.value === value) return;
      Reflect.set(HTMLSelectElement.prototype, 'value', value, element);
      element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
    },
  };
}
