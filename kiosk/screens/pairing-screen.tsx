/** The first thing a new kiosk asks for: the code from the console, and where the server is. */
import { type FormEvent, type ReactElement, useCallback, useEffect, useId, useRef, useState } from 'react';
import { HandOver } from './hand-over.tsx';
import type { KioskModel, PairAnswer } from './kiosk-model.ts';
import { tidyPairingCode } from './pairing-code.ts';
import { PlainScreen } from './plain-screen.tsx';
import { useWords } from './words/use-words.tsx';

export interface PairingScreenProps {
  readonly model: KioskModel;
  readonly pairingCode: string;
  readonly serverUrl: string;
}

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'pairing' }
  | { readonly kind: 'refused'; readonly answer: PairAnswer & { ok: false } };

/** The same in every language. */
const addressExample = 'https://…';

export function PairingScreen({ model, pairingCode, serverUrl }: PairingScreenProps): ReactElement {
  const { pairing: words } = useWords();
  const codeId = useId();
  const serverId = useId();
  const problemId = useId();
  const [code, setCode] = useState(tidyPairingCode(pairingCode));
  const [server, setServer] = useState(serverUrl);
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const sentByAddress = useRef(false);
  const codeField = useRef<HTMLInputElement>(null);

  const pair = useCallback(
    async (request: { pairingCode: string; serverUrl: string }): Promise<void> => {
      setStep({ kind: 'pairing' });
      const answer = await model.pair(request);
      setStep(answer.ok ? { kind: 'pairing' } : { kind: 'refused', answer });
    },
    [model],
  );

  useEffect(() => {
    if (pairingCode === '' || sentByAddress.current) return;
    sentByAddress.current = true;
    void pair({ pairingCode: tidyPairingCode(pairingCode), serverUrl });
  }, [pair, pairingCode, serverUrl]);

  useEffect(() => codeField.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void pair({ pairingCode: code, serverUrl: server.trim() });
  }

  const busy = step.kind === 'pairing';
  return (
    <PlainScreen title={words.title}>
      <p>{words.how}</p>
      <form className="field" onSubmit={submit} autoComplete="off">
        <label htmlFor={codeId}>{words.code}</label>
        <input
          id={codeId}
          ref={codeField}
          className="code-input"
          dir="ltr"
          type="text"
          value={code}
          onChange={(change) => setCode(tidyPairingCode(change.target.value))}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={16}
          required
          aria-invalid={step.kind === 'refused'}
          aria-describedby={step.kind === 'refused' ? problemId : undefined}
        />
        <label htmlFor={serverId}>{words.server}</label>
        <input
          id={serverId}
          type="text"
          inputMode="url"
          value={server}
          onChange={(change) => setServer(change.target.value)}
          placeholder={addressExample}
          dir="ltr"
          spellCheck={false}
          required
        />
        {step.kind === 'refused' && (
          <div className="problem" role="alert" id={problemId}>
            <strong>{words.refusals[step.answer.code].title}</strong>
            <p>{words.refusals[step.answer.code].sentence}</p>
            {step.answer.code === 'other' && (
              <p lang="en" dir="auto">
                {step.answer.message}
              </p>
            )}
          </div>
        )}
        <button type="submit" className="button strong wide" disabled={busy}>
          {busy ? words.pairing : words.pair}
        </button>
      </form>
      <HandOver handOver={model.handOver} />
    </PlainScreen>
  );
}
