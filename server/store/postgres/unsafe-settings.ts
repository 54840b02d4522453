/** Settings of a database server with which an acknowledged commit may be lost. Asked by the doctor alone. */
import { ask, connectAlone } from './connection.ts';

const answerMs = 10_000;

/** @returns those that are off, e.g. `fsync is off` */
export async function unsafeSettings(url: string): Promise<readonly string[]> {
  const client = await connectAlone(url, 'doctor', answerMs);
  try {
    const text =
      "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY 1";
    return (await ask(client, { text, values: [] })).map(([name]) => `${String(name)} is off`);
  } finally {
    await client.end().catch(() => {});
  }
}
