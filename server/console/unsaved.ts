/** Whether leaving the page would lose work: asked by the frame before it goes elsewhere, and by the browser. */
let question: string | null = null;

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** @param text what to ask before leaving; null: nothing would be lost */
export function guardLeaving(text: string | null): void {
  question = text;
  removeEventListener('beforeunload', ask);
  if (text !== null) addEventListener('beforeunload', ask);
}

/** @returns false when the person would rather stay */
export function mayLeave(): boolean {
  if (question === null) return true;
  if (!confirm(question)) return false;
  guardLeaving(null);
  return true;
}
