/** A tool that a web page registers: the server lists it for one credential, the hooks in shared/sdk/react call it. */
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
  /** The tool changes nothing. */
  readonly readOnly: boolean;
  /** `delete`, and every action that is not read-only: the page asks before it calls the tool. */
  readonly consequential: boolean;
}
