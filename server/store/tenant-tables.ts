/** A tenant's tables by name, shared by its connections; they know whose they are. */
export class TenantTables<T> extends Map<string, T> {
  readonly tenant: string;

  constructor(tenant: string, entries: Iterable<readonly [string, T]> = []) {
    super(entries);
    this.tenant = tenant;
  }
}
