/** Sign in with a key, choose whose views are mounted, see which tools the page has registered, and call one. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createClient } from '#shared/sdk/create-client.ts';
import type { ModuleTools } from '#shared/sdk/react/held-module.ts';
import type { ConfirmQuestion } from '#shared/sdk/react/tool-wishes.ts';
import { ToolsProvider, toolTarget } from '#shared/sdk/react/tools-provider.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { KeyForm } from './key-form.tsx';
import { ModuleList } from './module-list.tsx';
import { MountedView } from './mounted-view.tsx';
import { ToolCaller } from './tool-caller.tsx';
import { ToolList } from './tool-list.tsx';

const keyName = 'gatehouse-docs-key';

interface Question extends ConfirmQuestion {
  readonly number: number;
  readonly answer: (yes: boolean) => void;
}

export function BrowserToolsPage({ baseUrl }: { readonly baseUrl: string }) {
  const [key, setKey] = useState(() => sessionStorage.getItem(keyName) ?? '');
  const [mounted, setMounted] = useState<readonly string[]>([]);
  const [states, setStates] = useState<Readonly<Record<string, ModuleTools>>>({});
  const [selected, setSelected] = useState<string | null>(null);
  /** Questions that are open, the oldest first: one is shown at a time. */
  const [questions, setQuestions] = useState<readonly Question[]>([]);

  const client = useMemo(() => (key === '' ? null : createClient({ baseUrl, apiKey: key })), [baseUrl, key]);
  const confirm = useCallback(
    (asked: ConfirmQuestion) =>
      new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setQuestions((before) => before.filter((one) => one.answer !== answer));
          resolve(yes);
        };
        asked.signal?.addEventListener('abort', () => answer(false), { once: true });
        setQuestions((before) => [...before, { ...asked, answer, number: (before.at(-1)?.number ?? 0) + 1 }]);
      }),
    [],
  );
  const report = useCallback(
    (name: string, state: ModuleTools) => setStates((before) => ({ ...before, [name]: state })),
    [],
  );
  const use = (given: string) => {
    if (given === '') sessionStorage.removeItem(keyName);
    else sessionStorage.setItem(keyName, given);
    setKey(given);
    setSelected(null);
  };

  const tools = mounted.flatMap((name) => states[name]?.tools ?? []);
  const [question] = questions;
  const shown = tools.find(({ name }) => name === selected);
  return (
    <ToolsProvider client={client} confirm={confirm}>
      {client && mounted.map((name) => <MountedView key={name} name={name} report={report} />)}
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header>
        <p className="title">
          <a href="../docs">Gatehouse API</a> · Browser tools
        </p>
        <KeyForm known={key} use={use} />
      </header>
      <nav aria-label="Modules">
        <ModuleList mounted={mounted} states={states} signedIn={client !== null} mount={setMounted} />
      </nav>
      <section className="tools" aria-label="Tools in this page">
        <ToolList
          tools={tools}
          selected={selected}
          select={setSelected}
          empty={emptyWords(client !== null, mounted, states)}
        />
      </section>
      <main id="main" tabIndex={-1}>
        {shown ? (
          <ToolCaller key={shown.name} tool={shown} />
        ) : selected === null ? (
          <Introduction />
        ) : (
          <Gone name={selected} />
        )}
      </main>
      {question && <ConfirmDialog key={question.number} question={question} answer={question.answer} />}
    </ToolsProvider>
  );
}

function emptyWords(
  signedIn: boolean,
  mounted: readonly string[],
  states: Readonly<Record<string, ModuleTools>>,
): string {
  if (!signedIn) return 'No tools: enter an API key above.';
  if (mounted.length === 0) return 'No tools: no view is mounted. Choose a module.';
  const held = mounted.map((name) => states[name]?.status);
  if (held.includes('failed')) return 'No tools: see the problem shown with the modules.';
  return held.every((status) => status === 'ready')
    ? 'No tools: this key does not have access to these modules.'
    : 'No tools yet.';
}

/** Shown in place of a tool that is gone: its view was unmounted, or this key may no longer use it. */
function Gone({ name }: { readonly name: string }) {
  useEffect(() => {
    // The form that had the focus is gone.
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  }, []);
  return (
    <>
      <h1>No longer in the page</h1>
      <p role="alert">
        The tool <code>{name}</code> is no longer in the page. Either no mounted view uses it, or this key can no longer
        use it. Mount its module again, choose another tool, or ask an administrator of your organization.
      </p>
    </>
  );
}

function Introduction() {
  const where =
    toolTarget() === 'browser'
      ? 'This browser has a model context: the tools are registered with it, and its assistant can call them.'
      : 'This browser has no model context: a registry in the page holds the tools, for assistants that run in the page.';
  return (
    <>
      <h1>Browser tools</h1>
      <p>
        An app that uses Gatehouse calls a hook in a view, and while that view is mounted, an assistant in the browser
        can do there what the logged-in person can do.
      </p>
      <pre tabIndex={0} role="region" aria-label="Example of a view">{`function Deals() {
  useCrmTool({ of: ['deals', 'contacts'] });
  return <DealBoard />;
}`}</pre>
      <p>{where}</p>
      <p>
        Choose modules to mount a view of each; its tools appear in the list and disappear when it is unmounted. They
        match the person’s access: when it changes, the tools in every mounted view change within seconds.
      </p>
    </>
  );
}
