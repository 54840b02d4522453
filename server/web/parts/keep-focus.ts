/**
 * A button that is gone once it has done its work leaves the focus nowhere: who works by keyboard would begin again at the
 * top of the page. The focus goes to what has come in its place, else to what stands nearest.
 */

const focusable = ':is(a[href], button, input, select, textarea):not(:disabled)';

export interface Focused {
  readonly element: HTMLElement;
  /** Ancestors of the element, nearest first. */
  readonly around: readonly Element[];
}

function aroundOf(element: Element): readonly Element[] {
  const around: Element[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) around.push(at);
  return around;
}

export function focusedNow(): Focused | null {
  const element = document.activeElement;
  return element instanceof HTMLElement && element !== document.body ? { element, around: aroundOf(element) } : null;
}

const nameOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? element.textContent;

/** The address of a link, or the name of a button: what is drawn again, also at another place, has the same. */
const isSame = (element: HTMLElement, other: HTMLElement) =>
  element.tagName === other.tagName &&
  (element instanceof HTMLAnchorElement
    ? element.href === (other as HTMLAnchorElement).href
    : nameOf(element) === nameOf(other));

const focusableIn = (place: Element) =>
  [...place.querySelectorAll<HTMLElement>(focusable)].filter((one) => one.checkVisibility());

function successorOf({ around, element }: Focused): HTMLElement | null {
  const places = around.filter((one) => one.isConnected && !one.matches('html, body'));
  const drawnAnew = places.flatMap(focusableIn).find((one) => isSame(element, one));
  if (drawnAnew) return drawnAnew;
  const main = places.find((one) => one.matches('main'));
  const within = places.slice(0, main ? places.indexOf(main) : undefined);
  return within.flatMap(focusableIn)[0] ?? (main instanceof HTMLElement ? main : null);
}

/** Focuses the element that had the focus, or the one that has come in its place. */
export function focusAgain(focused: Focused | null): void {
  if (focused?.element.isConnected) focused.element.focus();
  else if (focused) successorOf(focused)?.focus({ preventScroll: true });
}

/** Moves the focus on whenever the element that had it is removed from the page. @returns how to stop */
export function keepFocus(page: Document = document): () => void {
  let last: Focused | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = { element: target, around: aroundOf(target) };
  };
  // The person has clicked beside the element: where it is removed later, the focus does not move.
  const onBlur = ({ target }: FocusEvent) =>
    setTimeout(() => {
      if (last?.element === target && last.element.isConnected && page.activeElement === page.body) last = null;
    });
  const watch = new MutationObserver(() => {
    if (!last || last.element.isConnected || page.activeElement !== page.body) return;
    focusAgain(last);
  });
  page.addEventListener('focusin', onFocus);
  page.addEventListener('focusout', onBlur);
  watch.observe(page.body, { childList: true, subtree: true });
  return () => {
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('focusout', onBlur);
    watch.disconnect();
  };
}
