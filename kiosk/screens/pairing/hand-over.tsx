/**
 * Shows how many scans can only leave this machine as a file, and the button that saves it. Renders nothing where there
 * are none.
 */
import { type ReactElement, useState } from 'react';
import type { HandOverFace } from '../model/kiosk-model.ts';
import { PageUnderPanel } from '../parts/page-under-panel.tsx';
import { useObserved } from '../parts/use-observed.ts';
import { useWordsOf } from '../words/use-words.tsx';
import { handOverWords } from './hand-over-words.ts';

export interface HandOverProps {
  readonly handOver: HandOverFace;
}

export function HandOver({ handOver }: HandOverProps): ReactElement | null {
  const words = useWordsOf(handOverWords);
  const scans = useObserved(handOver.waiting);
  const [step, setStep] = useState<'asked' | 'saved' | 'failed' | null>(null);
  if (scans === 0) return null;

  async function save(): Promise<void> {
    setStep('asked');
    try {
      for (const file of await handOver.files()) download(file);
      setStep('saved');
    } catch (error) {
      console.error('unsent scans could not be handed over:', error);
      setStep('failed');
    }
  }

  return (
    <div className="hand-over" data-unsent={scans}>
      <p>
        {words.waiting(scans)} {words.how}
      </p>
      <PageUnderPanel>
        <button type="button" className="button" disabled={step === 'asked'} onClick={() => void save()}>
          {words.save}
        </button>
      </PageUnderPanel>
      {(step === 'saved' || step === 'failed') && <p role="status">{words[step]}</p>}
    </div>
  );
}

function download({ name, text }: { readonly name: string; readonly text: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
