/** The list of tools that the page has now, with a search. */
import { useState } from 'react';
import type { BrowserTool } from '#shared/tools/browser-tool.ts';

interface Props {
  readonly tools: readonly BrowserTool[];
  readonly selected: string | null;
  readonly select: (name: string) => void;
  readonly empty: string;
}

export function ToolList({ tools, selected, select, empty }: Props) {
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tools.filter(({ name, title }) => {
    const text = `${name} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const count = words.length > 0 ? `${found.length} of ${tools.length} tools` : `${tools.length} tools`;
  return (
    <>
      <label htmlFor="search">Search</label>
      <input
        id="search"
        type="search"
        spellCheck={false}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p className="quiet" role="status">
        {tools.length === 0 ? empty : count}
      </p>
      <ul className="tool-list">
        {found.map((tool) => (
          <li key={tool.name}>
            <button
              type="button"
              className="tool"
              aria-current={tool.name === selected ? 'true' : undefined}
              onClick={() => {
                select(tool.name);
                document.getElementById('main')?.focus();
              }}
            >
              <span>{tool.title}</span> <code>{tool.name}</code>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
