/** Writes and reads the tenant in the address of a public page: its slug, with the prefix `test.` for the tenant's sandbox. */
const sandboxMark = 'test.';

/** The same as the result of `EventsPorts.slugOf`; `tenant` is the slug. */
export interface PageTenant {
  readonly tenant: string;
  readonly sandbox: boolean;
}

export function tenantText({ sandbox, tenant }: PageTenant): string {
  return `${sandbox ? sandboxMark : ''}${tenant}`;
}

export function readTenantText(text: string): PageTenant {
  const sandbox = text.startsWith(sandboxMark);
  return { tenant: sandbox ? text.slice(sandboxMark.length) : text, sandbox };
}
