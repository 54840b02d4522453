/**
 * Every replicated collection as rows of the matrix: its pull, a push that changes, deletes and adds with all that only its
 * own tenant can know, and the chunks of that tenant's first load. Made of the registry; a new collection has its rows.
 */
import type { Registry } from '#server/core/platform.ts';
import { must } from '#shared/base/assert.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import type { Row } from './matrix-rows.ts';
import type { MatrixSite } from './matrix-site.ts';

export type ReplicationRow = Row & { readonly kind: 'pull' | 'push' | 'first load' };

const addedId = '01970000-0000-7000-8000-0000000000aa';
const base = '/api/v1/replication';

function rowOf(kind: ReplicationRow['kind'], id: string, path: string, body?: unknown): ReplicationRow {
  return {
    kind,
    id: `replication.${id}`,
    method: body === undefined ? 'GET' : 'POST',
    path: `${base}/${path}`,
    body: body === undefined ? undefined : JSON.stringify(body),
    type: 'application/json',
    needs: 'a credential',
    toRecord: false,
    namesRecords: body !== undefined,
  };
}

/** The record as its own tenant's replica has it, with one word of it another. */
function changed({ fields, replicated }: CollectionDefinition, held: Body): Body {
  const shown = replicated?.fields ?? fields.map(({ name }) => name);
  const text = fields.find(({ name, readOnly, type }) => type === 'text' && !readOnly && shown.includes(name));
  return text ? { ...held, [text.name]: 'matrix' } : held;
}

export async function replicationRows(site: MatrixSite, registry: Registry): Promise<readonly ReplicationRow[]> {
  const key = site.apiKey;
  const rows: ReplicationRow[] = [rowOf('pull', 'pull', 'pull')];
  for (const definition of registry.collections.values()) {
    const { name, replicated } = definition;
    if (!replicated) continue;
    rows.push(rowOf('pull', `${name}.pull`, `${name}/pull`));
    if (!replicated.push) continue;
    const { body } = await site.house.send('GET', `${base}/${name}/pull`, { key });
    const documents = body['documents'] as readonly { readonly id: string; readonly record: Body | null }[];
    const held = must(documents.find(({ id }) => id === site.ids.get(name))?.record, `a record of ${name}`);
    const newDocumentState = changed(definition, held);
    const pushed = [
      { newDocumentState, assumedMasterState: held },
      { newDocumentState: { ...newDocumentState, _deleted: true }, assumedMasterState: held },
      { newDocumentState: { ...newDocumentState, id: addedId }, assumedMasterState: null },
    ];
    rows.push(rowOf('push', `${name}.push`, `${name}/push`, { rows: pushed }));
  }
  rows.push(rowOf('first load', 'snapshot', 'snapshot'));
  const { body } = await site.house.send('GET', `${base}/snapshot`, { key });
  for (let n = 0; n < Number(body['chunks']); n++)
    rows.push(rowOf('first load', 'chunk', `snapshot/${String(body['snapshot'])}/${n}`));
  return rows;
}
