/** Definitions and records as resources: `gatehouse://schema/pages`, `gatehouse://records/pages/{id}`. */
import { type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { describeResource } from '#shared/tools/describe.ts';
import type { Resource } from '#shared/tools/tool.ts';
import { resourcesOf } from '#shared/tools/tools-of.ts';
import type { Scene } from './scene.ts';

const mimeType = 'application/json';
const scheme = 'gatehouse://';
/** Maximum number of completions in an answer, as the protocol sets it. */
const completionsMax = 100;

/** Returns the resources that can be read: a resource is never a way to write. */
function readable({ caller, rights, wishes }: Scene): readonly Resource[] {
  return resourcesOf(caller.registry, { granularity: 'single', rights, readOnly: wishes.readOnly }).filter(
    ({ verbs }) => verbs.includes('get'),
  );
}

export function listResources(scene: Scene) {
  return readable(scene).map(({ definition: { labels, name } }) => ({
    uri: `${scheme}schema/${name}`,
    name: `schema/${name}`,
    description: `Fields and filters of ${labels.many}.`,
    mimeType,
  }));
}

export const resourceTemplates = [
  {
    uriTemplate: `${scheme}schema/{collection}`,
    name: 'schema',
    description: 'Fields, filters and lifecycle of a collection.',
    mimeType,
  },
  {
    uriTemplate: `${scheme}records/{collection}/{id}`,
    name: 'record',
    description: 'One record, as it is now.',
    mimeType,
  },
];

/** Whether the address is that of a definition, not of a record; whether it exists is not checked. */
export function isSchemaUri(uri: string): boolean {
  return uri.startsWith(`${scheme}schema/`);
}

export interface RecordAddress {
  readonly collection: string;
  readonly id: string;
}

/** @returns null: the address is not that of a record */
export function recordAt(uri: string): RecordAddress | null {
  const [, collection, id] = /^gatehouse:\/\/records\/([a-z0-9_]{1,63})\/([0-9a-f-]{36})$/.exec(uri) ?? [];
  return collection === undefined || id === undefined ? null : { collection, id };
}

/** @throws ResourceNotFoundError also where the caller may not read the resource: the answer does not show that it exists */
export async function readResource(scene: Scene, uri: string): Promise<ReadResourceResult> {
  const contents = (value: unknown) => ({ contents: [{ uri, mimeType, text: JSON.stringify(value) }] });
  const name = /^gatehouse:\/\/schema\/([a-z0-9_]{1,63})$/.exec(uri)?.[1];
  const schema = name === undefined ? undefined : readable(scene).find(({ definition }) => definition.name === name);
  if (schema) return contents(describeResource(schema));
  const record = recordAt(uri);
  if (record) {
    const outcome = await scene.caller.run({ verb: 'get', ...record });
    if (outcome.kind === 'record') return contents(outcome.record);
  }
  throw new ResourceNotFoundError(uri.slice(0, 200));
}

/** Completes `collection`, the only variable of the templates that is completed: ids are not. */
export function completeCollection(scene: Scene, begun: string): readonly string[] {
  return readable(scene)
    .map(({ definition: { name } }) => name)
    .filter((name) => name.startsWith(begun))
    .slice(0, completionsMax);
}
