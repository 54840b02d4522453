/** Shows to which server, event and gate (or exhibitor) a link's pairing code belongs, before one tap pairs this device. */
import { type ReactElement, useEffect, useRef } from 'react';
import type { PairingPreview } from '#shared/sync/down.ts';
import { PlainScreen } from '../parts/plain-screen.tsx';
import { useWords } from '../words/use-words.tsx';

export interface PairingQuestionProps {
  readonly serverUrl: string;
  /** Undefined: it is being asked for; null: the server does not say. */
  readonly preview: PairingPreview | null | undefined;
  /** Host and port of this machine's device host, which the link names, too. */
  readonly linkedHost: string | null;
  readonly onPair: () => void;
  readonly onOther: () => void;
}

export function PairingQuestion({
  serverUrl,
  preview,
  linkedHost,
  onPair,
  onOther,
}: PairingQuestionProps): ReactElement {
  const { pairing: words } = useWords();
  // An exhibitor's phone is no kiosk, and stands at no gate.
  const isExhibitor = preview?.role === 'exhibitor';
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (preview !== undefined) button.current?.focus();
  }, [preview]);
  return (
    <PlainScreen title={isExhibitor ? words.deviceTitle : words.linkTitle}>
      <p>{words.linkText}</p>
      <dl className="pairing-facts">
        {preview && (
          <>
            <dt>{words.event}</dt>
            <dd dir="auto">{preview.event}</dd>
            <dt>{isExhibitor ? words.exhibitor : words.gate}</dt>
            <dd dir="auto">
              <bdi>{preview.gate}</bdi>
              {!isExhibitor && ` · ${words.roles[preview.role]}`}
            </dd>
          </>
        )}
        {linkedHost !== null && (
          <>
            <dt>{words.printers}</dt>
            <dd>
              <bdi dir="ltr">{linkedHost}</bdi>
            </dd>
          </>
        )}
        <dt>{words.server}</dt>
        <dd>
          <bdi dir="ltr">{serverUrl}</bdi>
        </dd>
      </dl>
      <button
        ref={button}
        type="button"
        className="button strong wide"
        data-confirm="pair"
        disabled={preview === undefined}
        onClick={onPair}
      >
        {isExhibitor ? words.pairDevice : words.pair}
      </button>
      <button type="button" className="button wide" onClick={onOther}>
        {words.otherCode}
      </button>
    </PlainScreen>
  );
}
