/** Reads from a kiosk page whether it is idle. */
import { isIdle } from './idle-page.ts';

export interface IdleWatch {
  /**
   * Returns the same methods; until one that answers with a promise has settled, the page is not idle.
   *
   * @param target a plain object: members of a prototype are left out
   */
  counted<T extends object>(target: T): T;
  /** @param printing whether a badge is with the printer now */
  onPrinting(printing: () => boolean): void;
  isIdle(): boolean;
}

/** @param monotonicMs of this page's own clock */
export function watchIdlePage(page: Document, monotonicMs: () => number): IdleWatch {
  let underWay = 0;
  let lastMs = monotonicMs();
  let isPrinting = (): boolean => false;
  const touched = (): void => {
    lastMs = monotonicMs();
  };
  for (const kind of ['keydown', 'pointerdown', 'input'] as const)
    page.addEventListener(kind, touched, { capture: true, passive: true });

  function count(answer: unknown): unknown {
    if (!(answer instanceof Promise)) return answer;
    underWay += 1;
    const settled = (): void => {
      underWay -= 1;
      touched();
    };
    answer.then(settled, settled);
    return answer;
  }

  return {
    counted<T extends object>(target: T): T {
      const wrapped = Object.entries(target).map(([name, member]) => [
        name,
        typeof member === 'function' ? (...given: unknown[]) => count(Reflect.apply(member, target, given)) : member,
      ]);
      return Object.fromEntries(wrapped) as T;
    },
    onPrinting(printing) {
      isPrinting = printing;
    },
    isIdle: () =>
      isIdle({
        underWay,
        dialogOpen: page.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]') !== null,
        printing: isPrinting(),
        unfinished: page.querySelector('[data-verdict]') !== null || holdsText(page.activeElement),
        quietMs: monotonicMs() - lastMs,
      }),
  };
}

function holdsText(element: Element | null): boolean {
  return element !== null && 'value' in element && element.value !== '' && element.matches('input, textarea');
}
