/**
 * The key store of the browser form: a JSON file that only this user may read. It does not protect against a person who
 * reads the disk; Electron's store (kiosk/main/key-store.ts) has the operating system's protection where there is one.
 */

import { readFile } from 'node:fs/promises';
import { isObject } from '#shared/base/json.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import type { SecretStore } from '../answer-call.ts';
import { replaceFile } from '../durable-file.ts';

const maxSecrets = 100;

/** @returns the texts by name; empty when the file is missing. @throws when it is there and unreadable */
export async function readSecrets(path: string): Promise<Map<string, string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    throw error;
  }
  const parsed: unknown = JSON.parse(text);
  const entries = isObject(parsed) ? Object.entries(parsed) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Replaces the file whole and synced, so that a crash leaves the old or the new one. @throws for more than 100 secrets */
export async function writeSecrets(path: string, secrets: ReadonlyMap<string, string>): Promise<void> {
  if (secrets.size > maxSecrets) throw new Error(`at most ${maxSecrets} secrets are kept`);
  await replaceFile(path, JSON.stringify(Object.fromEntries(secrets)));
}

export function createSecretFile(path: string): SecretStore {
  const oneAtATime = createOneAtATime();
  return {
    protection: 'plain',
    save: (name, value) => oneAtATime(async () => writeSecrets(path, (await readSecrets(path)).set(name, value))),
    load: (name) => oneAtATime(async () => (await readSecrets(path)).get(name) ?? null),
  };
}
