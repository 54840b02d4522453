/** `/api/schema/tools`: the tools that a page registers for whoever is signed in (shared/sdk/react), module by module. */
import { must } from '#shared/base/assert.ts';
import { browserToolsOf } from '#shared/tools/browser-tools-of.ts';
import type { ToolRights } from '#shared/tools/tool.ts';
import { mayAct, mayRead, maySee, mayWrite } from '../../access/policy.ts';
import { answerTagged } from '../../http/answer-outcome.ts';
import type { Mount } from '../../http/door.ts';
import { etagOfText } from '../../http/etag.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Platform } from '../../platform.ts';

/** Of a module that is not active there are no tools, as of one that does not exist. */
function moduleOf(query: string): string {
  const parameters = [...new URLSearchParams(query)];
  const stranger = parameters.find(([name]) => name !== 'module')?.[0].slice(0, 100);
  if (stranger !== undefined)
    throw refusal('unknown_parameter', `There is no parameter ${stranger} here.`, {
      path: stranger,
      detail: { allowed: ['module'] },
    });
  const [first, second] = parameters;
  if (first && !second) return first[1];
  throw first
    ? refusal('invalid_value', 'module is given twice.', { path: 'module' })
    : refusal('required', 'Say of which module, e.g. ?module=content.', { path: 'module' });
}

export function mountBrowserTools(platform: Platform): Mount {
  return {
    name: 'browser-tools',
    mount(app, door) {
      app.get('/api/schema/tools', door.identified, async (request, response) => {
        const module = moduleOf(queryTextOf(request));
        const actor = must(request.actor, 'an identified request');
        const rights = {
          read: (definition) => mayRead(actor, definition) === null,
          write: (definition, op) => mayWrite(actor, definition, op) === null,
          act: (action) => mayAct(actor, action) === null,
          see: (field) => maySee(actor, field),
        } satisfies ToolRights;
        const data = browserToolsOf(await platform.registry(actor.tenant), rights, module);
        const text = JSON.stringify({ data, meta: { total: data.length } });
        answerTagged(request, response, etagOfText(text), () => response.type('json').end(text));
      });
    },
  };
}
