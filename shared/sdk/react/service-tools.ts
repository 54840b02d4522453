/**
 * `use<Service>Tool` for each module of the catalogue. The hooks are made from the list of modules; their names stand
 * here because a module's exports have to, and the compiler and a test hold both to the catalogue.
 */
import { type ToolHook, type ToolOptions, useModuleTool } from './use-module-tool.ts';

/** Every module there is; `test/shared/sdk/react` compares it with the server's. */
export const serviceNames = [
  'auth',
  'bookings',
  'commerce',
  'content',
  'crm',
  'events',
  'finance',
  'forms',
  'helpdesk',
  'hr',
  'marketing',
  'media',
  'projects',
  'webhooks',
] as const;
export type ServiceName = (typeof serviceNames)[number];

type HookName<Name extends string> = `use${Capitalize<Name>}Tool`;
type ServiceHooks = { readonly [Name in ServiceName as HookName<Name>]: ToolHook };

function hookName(name: string): string {
  return `use${name.charAt(0).toUpperCase()}${name.slice(1)}Tool`;
}

/** Hooks by name, for those who choose a service at run time; which one may not change between renders. */
export const serviceHooks = Object.fromEntries(
  serviceNames.map((name) => [hookName(name), (options?: ToolOptions) => useModuleTool(name, options)]),
) as unknown as ServiceHooks;

export const {
  useAuthTool,
  useBookingsTool,
  useCommerceTool,
  useContentTool,
  useCrmTool,
  useEventsTool,
  useFinanceTool,
  useFormsTool,
  useHelpdeskTool,
  useHrTool,
  useMarketingTool,
  useMediaTool,
  useProjectsTool,
  useWebhooksTool,
} = serviceHooks;
