/** `/api/schema/tools`: the tools that a page registers for the signed-in person (shared/sdk/react), module by module. */
import type { BrowserTool } from '#shared/tools/browser-tool.ts';
import { browserToolsOf } from '#shared/tools/browser-tools-of.ts';
import { toolsVersion } from '../../core/collections/tools-version.ts';
import { toolRights } from '../../core/policy/visibility/tool-rights.ts';
import { answerTagged } from '../../http/answer-outcome.ts';
import { callerOf } from '../../http/caller-of.ts';
import { etagOfText } from '../../http/etag.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';

/** Maximum number of modules in one request: more than a page ever mounts. */
export const modulesMax = 100;
/** Maximum number of kept lists: each is half a megabyte with every module. */
const listsKeptMax = 20;

/** Returns the names of the modules. A module that is not active has no tools, and neither has an unknown name. */
function modulesOf(query: string): readonly string[] {
  const parameters = [...new URLSearchParams(query)];
  const stranger = parameters.find(([name]) => name !== 'module')?.[0].slice(0, 100);
  if (stranger !== undefined)
    throw refusal('unknown_parameter', `Unknown parameter ${stranger}.`, {
      path: stranger,
      detail: { allowed: ['module'] },
    });
  const [first, second] = parameters;
  if (!first) throw refusal('required', 'Name the modules, e.g. ?module=content,forms.', { path: 'module' });
  if (second)
    throw refusal('invalid_value', '`module` was sent more than once. Separate names with commas.', { path: 'module' });
  const names = first[1].split(',');
  if (names.length <= modulesMax) return names;
  throw refusal('invalid_value', `\`module\` must name at most ${modulesMax} modules.`, { path: 'module' });
}

export function mountBrowserTools(): Mount {
  /** Lists by version, the latest request last: when something changes, many pages ask with the same version. */
  const known = new Map<string, readonly BrowserTool[]>();
  const keep = (version: string, tools: readonly BrowserTool[]) => {
    known.delete(version);
    known.set(version, tools);
    const [oldest] = known.keys();
    if (known.size > listsKeptMax && oldest !== undefined) known.delete(oldest);
  };
  return {
    name: 'browser-tools',
    mount(app, steps) {
      app.get('/api/schema/tools', steps.identified, async (request, response) => {
        const modules = modulesOf(queryTextOf(request));
        const { actor, registry } = await callerOf(request);
        const version = toolsVersion(registry, actor);
        const all = known.get(version) ?? browserToolsOf(registry, toolRights(actor));
        keep(version, all);
        const data = all.filter(({ module }) => modules.includes(module));
        const withTools = new Set(all.map(({ module }) => module));
        const meta = { total: data.length, version, modules: registry.modules.filter((name) => withTools.has(name)) };
        const text = JSON.stringify({ data, meta });
        answerTagged(request, response, etagOfText(text), () => response.type('json').end(text));
      });
    },
  };
}
