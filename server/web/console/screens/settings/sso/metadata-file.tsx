/** Fills the form from the file a provider offers as its metadata. */
import { useId, useState } from 'react';
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
        ? { text: `Filled in from ${file.name}. Check it, then save.`, isWrong: false }
        : {
            text: `${file.name} is not metadata of an identity provider that supports HTTP-Redirect. Fill in the fields by hand.`,
            isWrong: true,
          },
    );
  }

  return (
    <div className="row">
      <label htmlFor={id}>The provider’s metadata file (fills in the next three fields)</label>
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
