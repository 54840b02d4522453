/** A tenant's tables by name, shared by its connections, with the id of the tenant. */
export class TenantTables<T> extends Map<string, T> {
  readonly tenant: string;

  constructor(tenant: string, entries: Iterable<readonly [string, T]> = []) {
    super(entries);
    this.tenant = tenant;
  }
}
