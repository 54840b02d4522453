/** In by a one-time link (printed at the start of the server), or by an API key for as long as the tab is open. */
import { type FormEvent, useState } from 'react';
import { ApiError, api, endSession, keepSession } from '../api.ts';

export function Login({ problem, onLogin }: { readonly problem: string | null; readonly onLogin: () => void }) {
  const [message, setMessage] = useState(problem);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key') ?? '').trim();
    setBusy(true);
    keepSession(key, 'tab');
    try {
      await api('GET', '/api/v1/auth/me');
      onLogin();
    } catch (fault) {
      endSession();
      setMessage(fault instanceof ApiError ? fault.message : String(fault));
      setBusy(false);
    }
  }

  return (
    <main className="login">
      <h1>
        <span aria-hidden="true">◧</span> Gatehouse console
      </h1>
      <p>Open the one-time login link that the server printed when it started, or use an API key.</p>
      <form onSubmit={submit}>
        <label htmlFor="key">API key</label>
        <input id="key" name="key" type="password" autoComplete="off" required placeholder="gate_sk_live_…" />
        <button type="submit" disabled={busy}>
          {busy ? 'Checking…' : 'Log in'}
        </button>
      </form>
      {message && (
        <div className="problem" role="alert">
          <p>{message}</p>
        </div>
      )}
    </main>
  );
}
