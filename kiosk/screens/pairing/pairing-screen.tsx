/** The first thing a new kiosk asks for: the code from the console, and where the server is. */
import { type FormEvent, type ReactElement, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { PairingPreview } from '#shared/sync/down.ts';
import type { KioskModel, PairAnswer, PairRequest } from '../model/kiosk-model.ts';
import { PlainScreen } from '../parts/plain-screen.tsx';
import { useWords } from '../words/use-words.tsx';
import { HandOver } from './hand-over.tsx';
import { tidyPairingCode } from './pairing-code.ts';
import { PairingQuestion } from './pairing-question.tsx';

export interface PairingScreenProps {
  readonly model: KioskModel;
  readonly pairingCode: string;
  readonly serverUrl: string;
  /** A link brought the code. */
  readonly asks: boolean;
  /** Host and port of the device host that the link names. */
  readonly linkedHost: string | null;
}

type Step =
  | { readonly kind: 'asking' }
  /** `preview` undefined: the server has not answered yet. */
  | { readonly kind: 'confirming'; readonly preview: PairingPreview | null | undefined }
  | { readonly kind: 'pairing' }
  | { readonly kind: 'refused'; readonly answer: PairAnswer & { ok: false } };

/** The same in every language. */
const addressExample = 'https://…';

export function PairingScreen({ model, pairingCode, serverUrl, asks, linkedHost }: PairingScreenProps): ReactElement {
  const { pairing: words } = useWords();
  const codeId = useId();
  const serverId = useId();
  const problemId = useId();
  const [code, setCode] = useState(tidyPairingCode(pairingCode));
  const [server, setServer] = useState(serverUrl);
  const confirms = asks && pairingCode !== '' && serverUrl !== '';
  const [step, setStep] = useState<Step>(confirms ? { kind: 'confirming', preview: undefined } : { kind: 'asking' });
  const sentByAddress = useRef(false);
  const codeField = useRef<HTMLInputElement>(null);

  const pair = useCallback(
    async (request: PairRequest): Promise<void> => {
      setStep({ kind: 'pairing' });
      const answer = await model.pair(request);
      setStep(answer.ok ? { kind: 'pairing' } : { kind: 'refused', answer });
    },
    [model],
  );

  useEffect(() => {
    if (pairingCode === '' || sentByAddress.current) return;
    sentByAddress.current = true;
    const request = { pairingCode: tidyPairingCode(pairingCode), serverUrl };
    if (!asks) return void pair(request);
    if (!confirms) return;
    void model.previewPairing(request).then((answer) => {
      setStep(answer.ok ? { kind: 'confirming', preview: answer.preview } : { kind: 'refused', answer });
    });
  }, [asks, confirms, model, pair, pairingCode, serverUrl]);

  const isForm = step.kind !== 'confirming';
  useEffect(() => {
    if (isForm) codeField.current?.focus();
  }, [isForm]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void pair({ pairingCode: code, serverUrl: server.trim() });
  }

  const busy = step.kind === 'pairing';
  if (step.kind === 'confirming')
    return (
      <PairingQuestion
        serverUrl={serverUrl}
        preview={step.preview}
        linkedHost={linkedHost}
        onPair={() => void pair({ pairingCode: code, serverUrl, keepsHost: linkedHost !== null })}
        onOther={() => {
          setCode('');
          setStep({ kind: 'asking' });
        }}
      />
    );
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
