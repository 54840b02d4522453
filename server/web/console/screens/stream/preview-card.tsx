/** The player inside the console. It is loaded on demand: a preview takes as much of the network as a viewer. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../parts/text/text.ts';

export function PreviewCard({ address }: { readonly address: string }) {
  // The address changes with each answer; one that is shown is kept, so that the player is not loaded again.
  const [shown, setShown] = useState<string | null>(null);
  return (
    <section className="card" aria-labelledby="stream-preview">
      <h2 id="stream-preview">{t('preview')}</h2>
      <p>{t('only_you_see_the_preview')}</p>
      {shown && (
        <iframe
          className="stream-preview"
          title={t('preview_of_the_stream')}
          src={shown}
          allow="autoplay; fullscreen"
          sandbox="allow-scripts allow-same-origin allow-popups"
        />
      )}
      <p className="actions">
        <Button onClick={() => setShown(shown === null ? address : null)}>
          {t(shown === null ? 'show_the_preview' : 'hide_the_preview')}
        </Button>
      </p>
    </section>
  );
}
