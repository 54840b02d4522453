/** The form for the API key, which stays in this tab and is sent to this server alone. */

import { type FormEvent, useState } from 'react';
import { Button } from '../parts/button.tsx';

interface Props {
  readonly known: string;
  readonly use: (key: string) => void;
}

export function KeyForm({ known, use }: Props) {
  const [text, setText] = useState(known);
  const send = (event: FormEvent) => {
    event.preventDefault();
    use(text.trim());
  };
  const forget = () => {
    setText('');
    use('');
  };
  return (
    <form className="key-form" autoComplete="off" onSubmit={send}>
      <label htmlFor="key">API key</label>
      <input
        id="key"
        type="password"
        spellCheck={false}
        autoComplete="off"
        placeholder="gate_sk_…"
        aria-describedby="key-note"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Use</Button>
      <Button look="quiet" onClick={forget}>
        Forget
      </Button>
      <p id="key-note">Stays in this tab.</p>
    </form>
  );
}
