/** Five stock clients that write into one document at random, with lines that break; all from one seed. */
import { expect } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { patient, type StockClient } from './stock-client.ts';

/** mulberry32 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = ['door ', 'gate ', 'badge\n', 'Grüße ', '🎟️', '入口', 'x'];

/** @returns how many words were written; each carries its number, so that none can be lost in silence */
export async function writeTogether(
  clients: readonly StockClient[],
  { seed, edits }: { readonly seed: number; readonly edits: number },
): Promise<readonly string[]> {
  const random = seeded(seed);
  const below = (n: number) => Math.floor(random() * n);
  const kept: string[] = [];
  for (let n = 0; n < edits; n++) {
    const { cut, doc, provider, text } = must(clients[below(clients.length)], 'a client');
    const what = random();
    if (what < 0.06) cut();
    else if (what < 0.1) provider.disconnect();
    else if (what < 0.16) provider.connect();
    else if (what < 0.3 && text.length > 0) {
      // Only what no mark is in: marks have to be there in the end.
      const at = text.toString().search(/[a-zü]{2}/u);
      if (at >= 0) text.delete(at, 2);
    } else if (what < 0.35) {
      const mark = `<${seed}.${n}>`;
      kept.push(mark);
      // Into the end, and in one piece: a character of it would be no mark.
      doc.transact(() => text.insert(text.length, mark));
    } else text.insert(Math.min(text.length, below(20)), must(words[below(words.length)], 'a word'));
    if (n % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  for (const { provider } of clients) provider.connect();
  return kept;
}

/** All of them, and the record, say the same in the end. @returns what */
export async function agreement(clients: readonly StockClient[], field: () => Promise<unknown>): Promise<string> {
  const texts = () => new Set(clients.map(({ text }) => text.toString()));
  await expect.poll(() => texts().size, patient).toBe(1);
  for (const client of clients) await client.synced();
  await expect.poll(async () => texts().size === 1 && (await field()) === [...texts()][0], patient).toBe(true);
  return must([...texts()][0], 'a text');
}
