/** The first thing a new kiosk asks for: the code from the console, and where the server is. */
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import type { PairingPreview } from '#shared/sync/down.ts';
import type { KioskModel, PairAnswer, PairRequest, PreviewAnswer } from '../model/kiosk-model.ts';
import { PlainScreen } from '../parts/plain-screen.tsx';
import { useWords } from '../words/use-words.tsx';
import { HandOver } from './hand-over.tsx';
import { tidyPairingCode } from './pairing-code.ts';
import { PairingForm } from './pairing-form.tsx';
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

/** A disk or a key store that refuses, most likely: the person reads what failed, and tries again. */
function failed(error: unknown): PairAnswer & { ok: false } {
  console.error('pairing failed:', error);
  return { ok: false, code: 'other', message: String(error) };
}

export function PairingScreen({ model, pairingCode, serverUrl, asks, linkedHost }: PairingScreenProps): ReactElement {
  const { pairing: words } = useWords();
  const [code, setCode] = useState(tidyPairingCode(pairingCode));
  const [server, setServer] = useState(serverUrl);
  const confirms = asks && pairingCode !== '' && serverUrl !== '';
  const [step, setStep] = useState<Step>(confirms ? { kind: 'confirming', preview: undefined } : { kind: 'asking' });
  const sentByAddress = useRef(false);

  const pair = useCallback(
    async (request: PairRequest): Promise<void> => {
      setStep({ kind: 'pairing' });
      const answer = await model.pair(request).catch(failed);
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
    const showPreview = (answer: PreviewAnswer): void =>
      setStep(answer.ok ? { kind: 'confirming', preview: answer.preview } : { kind: 'refused', answer });
    void model.previewPairing(request).catch(failed).then(showPreview);
  }, [asks, confirms, model, pair, pairingCode, serverUrl]);

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
      <PairingForm
        code={code}
        onCode={setCode}
        server={server}
        onServer={setServer}
        busy={step.kind === 'pairing'}
        refused={step.kind === 'refused' ? step.answer : null}
        onSubmit={() => void pair({ pairingCode: code, serverUrl: server.trim() })}
      />
      <HandOver handOver={model.handOver} />
    </PlainScreen>
  );
}
