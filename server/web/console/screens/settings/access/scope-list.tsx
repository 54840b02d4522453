/** Scopes in a row of a list: up to 4 are shown; of more, their number, and all of them after a click. */
import { t, tx } from '../../../../parts/text/text.ts';

const shownMax = 4;

export function ScopeList({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === 0) return t('nothing_2');
  const text = (some: readonly string[]) => <code>{some.join(', ')}</code>;
  if (scopes.length <= shownMax) return text(scopes);
  return (
    <details>
      <summary>{tx('scopes_2', { length: scopes.length })}</summary>
      {text(scopes)}
    </details>
  );
}
