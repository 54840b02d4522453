/** The names of the schemas of one installation. */
import { createHash } from 'node:crypto';
import { assert } from '#shared/base/assert.ts';

const tenantPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
const prefixPattern = /^[a-z][a-z0-9_]{0,15}$/;
/** PostgreSQL silently cuts longer names off; the prefix has 16 of 63. */
const plainTenantMax = 46;

/** Quoted. Long ids are replaced by their digest. */
function schemaOf(prefix: string, tenant: string): string {
  assert(tenantPattern.test(tenant), 'a tenant id is letters, digits, - and _');
  const digest = () =>
    createHash('sha256')
      .update(tenant)
      .digest('hex')
      .slice(0, plainTenantMax - 1);
  return `"${prefix}_${tenant.length <= plainTenantMax ? tenant : `.${digest()}`}"`;
}

/** The names of schemas are quoted; the prefix is not. */
export interface SchemaNames {
  readonly prefix: string;
  /** The schema with our functions. */
  readonly shared: string;
  of(tenant: string): string;
}

export function schemaNames(prefix: string): SchemaNames {
  assert(prefixPattern.test(prefix), 'a prefix is lower-case letters, digits and _');
  return { prefix, shared: `"${prefix}"`, of: (tenant) => schemaOf(prefix, tenant) };
}
