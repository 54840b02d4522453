/** The pre-flight as a sheet over the page, from the settings. */
import type { ReactElement } from 'react';
import { Panel } from '../parts/panel.tsx';
import { useWordsOf } from '../words/use-words.tsx';
import { PreflightView, type PreflightViewProps } from './preflight-view.tsx';
import { catalogues } from './words/catalogues.ts';

export function PreflightPanel({
  onClose,
  ...view
}: PreflightViewProps & { readonly onClose: () => void }): ReactElement {
  const words = useWordsOf(catalogues);
  return (
    <Panel title={words.title} onClose={onClose}>
      <PreflightView {...view} />
    </Panel>
  );
}
