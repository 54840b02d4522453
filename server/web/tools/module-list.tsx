/** The modules that this key has tools of, each with a checkbox that mounts its view, and the state of each mounted view. */
import type { ModuleTools } from '#shared/sdk/react/held-module.ts';
import type { OfferedModules } from '#shared/sdk/react/tool-host.ts';
import { useToolModules } from '#shared/sdk/react/use-module-tool.ts';
import { Button } from '../parts/button.tsx';

interface Props {
  readonly mounted: readonly string[];
  readonly states: Readonly<Record<string, ModuleTools>>;
  readonly signedIn: boolean;
  readonly mount: (names: readonly string[]) => void;
}

export function ModuleList({ mounted, states, signedIn, mount }: Props) {
  const offered = useToolModules();
  const { names } = offered;
  const toggle = (name: string) =>
    mount(mounted.includes(name) ? mounted.filter((one) => one !== name) : [...mounted, name]);
  const failures = signedIn ? failuresOf(offered, mounted, states) : [];
  return (
    <>
      <h2 id="modules">Mounted views</h2>
      {names.length > 0 && (
        <p className="row">
          <Button onClick={() => mount(names)}>All</Button>
          <Button onClick={() => mount([])}>None</Button>
        </p>
      )}
      <p className="quiet" role="status">
        {signedIn ? nothingWords(offered) : 'Enter an API key to list the modules it can use.'}
      </p>
      <ul aria-labelledby="modules" className="modules">
        {names.map((name) => (
          <li key={name}>
            <label>
              <input type="checkbox" checked={mounted.includes(name)} onChange={() => toggle(name)} /> {name}
            </label>
            <span className="quiet">{mounted.includes(name) ? stateWords(states[name]) : ''}</span>
          </li>
        ))}
      </ul>
      <div role="alert">
        {failures.map(([text, who]) => (
          <p key={text} className="bad">
            {who === '' ? text : `${who}: ${text}`}
          </p>
        ))}
      </div>
    </>
  );
}

function nothingWords({ names, status }: OfferedModules): string {
  if (names.length > 0 || status === 'failed') return '';
  if (status !== 'ready') return 'Loading the modules of this key…';
  return 'This key has no tools. Use one with a scope of a module, such as content:read.';
}

function stateWords(state: ModuleTools | undefined): string {
  if (!state || state.status === 'idle' || state.status === 'loading') return 'loading…';
  return state.status === 'failed' ? 'failed' : String(state.tools.length);
}

/** Advice by code, for messages that do not address the reader of this page. */
const advice: Readonly<Record<string, string>> = {
  unauthenticated: 'Enter another key above.',
  credential_revoked: 'Enter another key above.',
  credential_expired: 'Enter another key above.',
  connection_failed: 'Check the connection. The page tries again when it is back.',
  timeout: 'The server is slow. Mount a view again in a moment.',
};

/** Lists failures. The same failure of several modules is listed once; one of the list of modules itself has no name. */
function failuresOf(
  offered: OfferedModules,
  mounted: readonly string[],
  states: Readonly<Record<string, ModuleTools>>,
): readonly (readonly [string, string])[] {
  const byText = new Map<string, readonly string[]>();
  const add = (name: string, { errors }: Pick<ModuleTools, 'errors'>) => {
    for (const { code, message } of errors) {
      const text = `${message} ${advice[code] ?? ''} (${code})`;
      byText.set(text, [...(byText.get(text) ?? []), name]);
    }
  };
  add('', offered);
  for (const name of mounted) add(name, states[name] ?? { errors: [] });
  return [...byText].map(([text, who]) => [text, who.includes('') ? '' : [...new Set(who)].join(', ')] as const);
}
