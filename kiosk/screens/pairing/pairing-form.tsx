/** The form of a new kiosk: the code from the console, the server's address, and why the last try was refused. */
import { type FormEvent, type ReactElement, useEffect, useId, useRef } from 'react';
import type { PairAnswer } from '../model/kiosk-model.ts';
import { useWords } from '../words/use-words.tsx';
import { tidyPairingCode } from './pairing-code.ts';

export interface PairingFormProps {
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly server: string;
  readonly onServer: (server: string) => void;
  /** The server is being asked. */
  readonly busy: boolean;
  readonly refused: (PairAnswer & { ok: false }) | null;
  readonly onSubmit: () => void;
}

/** The same in every language. */
const addressExample = 'https://…';

export function PairingForm(props: PairingFormProps): ReactElement {
  const { code, onCode, server, onServer, busy, refused, onSubmit } = props;
  const { pairing: words } = useWords();
  const codeId = useId();
  const serverId = useId();
  const problemId = useId();
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => codeField.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }

  return (
    <form className="field" onSubmit={submit} autoComplete="off">
      <label htmlFor={codeId}>{words.code}</label>
      <input
        id={codeId}
        ref={codeField}
        className="code-input"
        dir="ltr"
        type="text"
        value={code}
        onChange={(change) => onCode(tidyPairingCode(change.target.value))}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
        required
        aria-invalid={refused !== null}
        aria-describedby={refused !== null ? problemId : undefined}
      />
      <label htmlFor={serverId}>{words.server}</label>
      <input
        id={serverId}
        type="text"
        inputMode="url"
        value={server}
        onChange={(change) => onServer(change.target.value)}
        placeholder={addressExample}
        dir="ltr"
        spellCheck={false}
        required
      />
      {refused !== null && <Refusal id={problemId} refused={refused} />}
      <button type="submit" className="button strong wide" disabled={busy}>
        {busy ? words.pairing : words.pair}
      </button>
    </form>
  );
}

interface RefusalProps {
  readonly id: string;
  readonly refused: PairAnswer & { ok: false };
}

function Refusal({ id, refused }: RefusalProps): ReactElement {
  const { refusals } = useWords().pairing;
  return (
    <div className="problem" role="alert" id={id}>
      <strong>{refusals[refused.code].title}</strong>
      <p>{refusals[refused.code].sentence}</p>
      {refused.code === 'other' && (
        <p lang="en" dir="auto">
          {refused.message}
        </p>
      )}
    </div>
  );
}
