/**
 * The additions of a test to the surface, through the same core as everything else: the fixtures that the protocol's
 * conformance suite calls by name. A server that is started without them has none of them.
 */
import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Server,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server';

export interface ExtraContext {
  readonly server: Server;
  readonly context: ServerContext;
  /** Makes a `requestState` that only the same actor can give back. */
  readonly mintState: (value: unknown) => string;
}

type Answer<T> = T | InputRequiredResult | null;

export interface McpExtras {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  readonly prompts: readonly Prompt[];
  /** Returns null for a tool that is not one of the additions; so do `read` and `prompt` for theirs. */
  readonly call: (name: string, args: Record<string, unknown>, more: ExtraContext) => Promise<Answer<CallToolResult>>;
  readonly read: (uri: string, more: ExtraContext) => Promise<Answer<ReadResourceResult>>;
  readonly prompt: (name: string, args: Record<string, string>, more: ExtraContext) => Promise<Answer<GetPromptResult>>;
}
