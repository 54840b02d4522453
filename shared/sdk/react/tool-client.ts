/** The members of the SDK's client that the tools use. */
import type { ToolsHandlers } from '../live-line.ts';
import type { Ask } from '../transport.ts';

/** Any `createClient({…})` is one: with an API key, or of a person who logged in. */
export interface ToolClient {
  /** Throws GatehouseError, and nothing else. */
  $request(ask: Ask): Promise<unknown>;
  /** Absent: the tools are those there were when they were asked for, until a call is refused. */
  $followTools?(words: ToolsHandlers): () => void;
}
