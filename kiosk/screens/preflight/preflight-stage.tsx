/** The pre-flight in the place of the ready screen: shown after pairing, until a person leaves it or a scan is answered. */
import type { ReactElement } from 'react';
import { useWordsOf } from '../words/use-words.tsx';
import { PreflightView, type PreflightViewProps } from './preflight-view.tsx';
import { catalogues } from './words/catalogues.ts';

export function PreflightStage({
  onDone,
  ...view
}: PreflightViewProps & { readonly onDone: () => void }): ReactElement {
  const words = useWordsOf(catalogues);
  return (
    <section className="preflight-stage" aria-label={words.title} tabIndex={0}>
      <h1>{words.title}</h1>
      <button type="button" className="button strong wide" onClick={onDone}>
        {words.begin}
      </button>
      <PreflightView {...view} heading="h2" />
    </section>
  );
}
