/** A tool as a page registers it: listed by the server for one credential, called by the hooks in shared/sdk/react. */
import type { JsonObject } from '../base/json.ts';
import { recordVerbs } from './tool.ts';

export const browserVerbs = [...recordVerbs, 'act'] as const;
export type BrowserVerb = (typeof browserVerbs)[number];

export interface BrowserTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly module: string;
  readonly verb: BrowserVerb;
  /** Name of the action for `act`, else of the collection. */
  readonly of: string;
  readonly inputSchema: JsonObject;
  /** It changes nothing. */
  readonly readOnly: boolean;
  /** It deletes, or does what no later version takes back: asked about before it is done. */
  readonly consequential: boolean;
}
