/** A tenant in the address of a public page: its slug, with a mark before it where it is its sandbox. */
const sandboxMark = 'test.';

/** As `EventsPorts.slugOf` answers. */
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
