/**
 * Asks before a person leaves a page that would lose something: called by the frame before it changes the page, and by the
 * browser.
 */
const questions = new Set<{ readonly text: string }>();

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * @param text what to ask before leaving
 * @returns a function to call when nothing would be lost any more
 */
export function guardLeaving(text: string): () => void {
  const question = { text };
  questions.add(question);
  addEventListener('beforeunload', ask);
  return () => {
    questions.delete(question);
    if (questions.size === 0) removeEventListener('beforeunload', ask);
  };
}

/** Asks the person where something would be lost. @returns false: the person stays; true ends all guards */
export function mayLeave(): boolean {
  const [first] = questions;
  if (first === undefined) return true;
  if (!confirm(first.text)) return false;
  questions.clear();
  removeEventListener('beforeunload', ask);
  return true;
}
