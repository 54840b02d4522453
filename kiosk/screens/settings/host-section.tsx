/** A section of the kiosk's settings: the device host (a local program), through which a browser reaches printers. */
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import { readHostAddress } from '#kiosk/printing/host-address.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { FormProblem } from '../parts/form-parts.tsx';
import { Section } from '../parts/panel.tsx';
import { useWords } from '../words/use-words.tsx';

/** The same in every language. */
const addressExample = 'ws://127.0.0.1:…';

export interface HostSectionProps {
  readonly model: Pick<KioskModel, 'setHostAddress' | 'reload'>;
  /** Null: no host is connected. */
  readonly host: HostInfo | null;
  /** The stored address, token included; null: none. */
  readonly address: string | null;
}

export function HostSection({ model, host, address }: HostSectionProps): ReactElement | null {
  const { settings } = useWords();
  const id = useId();
  const [text, setText] = useState(address ?? '');
  const [isFar, setFar] = useState(false);
  if (host?.kind === 'electron') return null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const own = readHostAddress(text);
    if (own === null && text.trim() !== '') {
      setFar(true);
      return;
    }
    model.setHostAddress(own);
    model.reload();
  }

  return (
    <Section title={settings.host}>
      <p>{host === null ? settings.hostMissing : settings.hostConnected(host.version)}</p>
      <form className="field" onSubmit={submit} autoComplete="off">
        <label htmlFor={id}>{settings.hostAddress}</label>
        <div className="entry-row">
          <input
            id={id}
            type="text"
            inputMode="url"
            dir="ltr"
            value={text}
            placeholder={addressExample}
            spellCheck={false}
            onChange={(change) => setText(change.target.value)}
          />
          <button type="submit" className="button">
            {settings.connect}
          </button>
        </div>
        <FormProblem text={isFar ? settings.hostNotLocal : null} />
      </form>
      {host?.virtualPrinterUrl !== undefined && (
        <p>
          <a href={host.virtualPrinterUrl} target="_blank" rel="noreferrer">
            {settings.practicePaper}
          </a>
        </p>
      )}
    </Section>
  );
}
