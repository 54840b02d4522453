/** The first thing a new kiosk asks for: the code from the console, and where the server is. */
import { type FormEvent, type ReactElement, useCallback, useEffect, useId, useRef, useState } from 'react';
import { HandOver } from './hand-over.tsx';
import type { KioskModel, PairAnswer } from './kiosk-model.ts';
import { tidyPairingCode } from './pairing-code.ts';
import { PlainScreen } from './plain-screen.tsx';

export interface PairingScreenProps {
  readonly model: KioskModel;
  readonly pairingCode: string;
  readonly serverUrl: string;
}

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'pairing' }
  | { readonly kind: 'refused'; readonly answer: PairAnswer & { ok: false } };

export function PairingScreen({ model, pairingCode, serverUrl }: PairingScreenProps): ReactElement {
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
    <PlainScreen title="Pair this kiosk">
      <p>
        In the console, open the event, choose <b>Kiosks</b>, then the gate where this one stands. Type the code it
        shows, or open its link on this machine. A code is good for 10 minutes and for one kiosk.
      </p>
      <form className="field" onSubmit={submit} autoComplete="off">
        <label htmlFor={codeId}>Pairing code</label>
        <input
          id={codeId}
          ref={codeField}
          className="code-input"
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
        <label htmlFor={serverId}>Server address</label>
        <input
          id={serverId}
          type="text"
          inputMode="url"
          value={server}
          onChange={(change) => setServer(change.target.value)}
          placeholder="https://…"
          spellCheck={false}
          required
        />
        {step.kind === 'refused' && (
          <div className="problem" role="alert" id={problemId}>
            <strong>{refusalTitle[step.answer.code]}</strong>
            <p>{step.answer.message}</p>
          </div>
        )}
        <button type="submit" className="button strong wide" disabled={busy}>
          {busy ? 'Pairing…' : 'Pair this kiosk'}
        </button>
      </form>
      <HandOver handOver={model.handOver} />
    </PlainScreen>
  );
}

const refusalTitle: Readonly<Record<(PairAnswer & { ok: false })['code'], string>> = {
  pairing_code_unknown: 'This code is not known',
  pairing_code_expired: 'This code has run out',
  pairing_code_used: 'This code was used already',
  server_unreachable: 'The server does not answer',
  server_address: 'This is not a server address',
  other: 'Pairing did not work',
};
