/** Fills the form from the file a provider offers as its metadata. */

import { useId, useState } from 'react';
import { t } from '../../../../parts/text/text.ts';
import type { ProviderDraft } from './provider.ts';
import { readMetadata } from './read-metadata.ts';

export function MetadataFile({ onRead }: { readonly onRead: (fields: Partial<ProviderDraft>) => void }) {
  const [said, setSaid] = useState<{ readonly text: string; readonly isWrong: boolean } | null>(null);
  const id = useId();

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    const found = readMetadata(await file.text());
    if (found) onRead(found);
    setSaid(
      found
        ? { text: t('filled_in_from_check_it_then', { name: file.name }), isWrong: false }
        : {
            text: t('is_not_metadata_of_an_identity', { name: file.name }),
            isWrong: true,
          },
    );
  }

  return (
    <div className="row">
      <label htmlFor={id}>{t('the_providers_metadata_file_fills_in')}</label>
      <input
        id={id}
        type="file"
        accept=".xml,application/samlmetadata+xml,application/xml,text/xml"
        aria-describedby={`${id}-said`}
        onChange={({ target }) => void take(target.files?.[0])}
      />
      <p id={`${id}-said`} role="status" className={said?.isWrong ? 'wrong' : 'said'}>
        {said?.text}
      </p>
    </div>
  );
}
