/** `sdk`: asks a server what a key's tenant has, and writes a typed client for it. */
import { writeFile } from 'node:fs/promises';
import { isObject } from '#shared/base/json.ts';
import { createClient } from '#shared/sdk/create-client.ts';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { type RemoteCommand, UsageError } from '../command.ts';
import { clientText, type DescribedCollection } from './write-client.ts';

const packageName = '@gatehouse/sdk';
/** The document of a tenant with everything takes a busy server some seconds. */
const timeoutMs = 120_000;

function addressOf(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '');
  throw new UsageError(`--url must be an address such as https://api.example.org, not ${text}.`);
}

export const sdk: RemoteCommand = {
  name: 'sdk',
  usage: '--url URL --key KEY --out FILE.ts [--from PACKAGE]',
  summary: 'Write a typed client for a tenant, including its own collections.',
  positionals: [],
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    out: { type: 'string' },
    from: { type: 'string' },
  },
  async runAfar(given) {
    const url = addressOf(given.needed('url'));
    const out = given.needed('out');
    const client = createClient({ baseUrl: url, apiKey: given.needed('key'), timeoutMs });
    const ask = (path: string) => client.$request({ method: 'GET', path, repeatable: 'always' });
    try {
      const described = await ask('/api/schema/collections');
      const document = await ask('/api/openapi.json');
      const data = isObject(described) && Array.isArray(described['data']) ? described['data'] : [];
      const made = clientText(data as DescribedCollection[], document, {
        url,
        from: given.text('from') ?? packageName,
      });
      await writeFile(out, made.text);
      const { actions, collections } = made;
      return {
        value: { file: out, collections, actions },
        lines: [`${out}: ${collections} collections, ${actions} actions.`],
      };
    } catch (fault) {
      if (fault instanceof GatehouseError) throw new UsageError(`${url}: ${fault.message}`);
      if (isObject(fault) && ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'].includes(String(fault['code'])))
        throw new UsageError(`${out} cannot be written.`);
      throw fault;
    }
  },
};
