/** The modules whose views can be mounted, and how each of those that are is doing. */
import type { ModuleTools } from '#shared/sdk/react/tool-host.ts';

interface Props {
  readonly names: readonly string[];
  readonly mounted: readonly string[];
  readonly states: Readonly<Record<string, ModuleTools>>;
  readonly signedIn: boolean;
  readonly mount: (names: readonly string[]) => void;
}

export function ModuleList({ names, mounted, states, signedIn, mount }: Props) {
  const toggle = (name: string) =>
    mount(mounted.includes(name) ? mounted.filter((one) => one !== name) : [...mounted, name]);
  const failures = signedIn ? failuresOf(mounted, states) : [];
  return (
    <>
      <h2 id="modules">Mounted views</h2>
      <p className="row">
        <button type="button" onClick={() => mount(names)}>
          All
        </button>
        <button type="button" onClick={() => mount([])}>
          None
        </button>
      </p>
      <ul aria-labelledby="modules" className="modules">
        {names.map((name) => (
          <li key={name}>
            <label>
              <input type="checkbox" checked={mounted.includes(name)} onChange={() => toggle(name)} /> {name}
            </label>
            <span className="quiet">{signedIn && mounted.includes(name) ? stateWords(states[name]) : ''}</span>
          </li>
        ))}
      </ul>
      <div role="alert">
        {failures.map(([text, who]) => (
          <p key={text} className="bad">
            {who}: {text}
          </p>
        ))}
      </div>
    </>
  );
}

function stateWords(state: ModuleTools | undefined): string {
  if (!state || state.status === 'idle' || state.status === 'loading') return 'loading…';
  return state.status === 'failed' ? 'failed' : String(state.tools.length);
}

/** What went wrong alike in several modules is said once. */
function failuresOf(
  mounted: readonly string[],
  states: Readonly<Record<string, ModuleTools>>,
): readonly (readonly [string, string])[] {
  const byText = new Map<string, readonly string[]>();
  for (const name of mounted)
    for (const { code, message } of states[name]?.errors ?? []) {
      const text = `${message} (${code})`;
      byText.set(text, [...(byText.get(text) ?? []), name]);
    }
  return [...byText].map(([text, who]) => [text, [...new Set(who)].join(', ')] as const);
}
