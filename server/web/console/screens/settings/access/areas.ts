/** Reads the areas that scopes can name here: everything, administration, pairing, the modules, their collections. */
import { t } from '../../../../parts/text/text.ts';
import { request } from '../../../data/client.ts';

export interface Area {
  readonly area: string;
  readonly label: string;
  /** The module of a collection; null for what is not below a module. */
  readonly module: string | null;
  /** Verbs that can be granted for the area; absent: both. */
  readonly verbs?: readonly Verb[];
}

interface Definition {
  readonly name: string;
  readonly module: string;
  readonly labels: { readonly many: string };
}

const above: readonly Area[] = [
  { area: '*', label: t('everything_except_administration'), module: null },
  { area: 'admin', label: t('administration_members_keys_webhooks_collections'), module: null },
  { area: 'pairing', label: t('pairing_connect_and_revoke_kiosks'), module: null, verbs: ['write'] },
];

/** Every module is followed by its collections. */
export async function readAreas(): Promise<readonly Area[]> {
  const { data } = await request<{ data: readonly Definition[] }>('GET', '/api/v1/collections');
  const modules = [...new Set(data.map(({ module }) => module))].sort();
  const below = modules.flatMap((module): Area[] => [
    { area: module, label: t('module', { module }), module: null },
    ...data
      .filter((one) => one.module === module && one.name !== module)
      .map(({ name, labels }) => ({ area: name, label: labels.many, module }))
      .sort((a, b) => (a.label < b.label ? -1 : 1)),
  ]);
  return [...above, ...below];
}

export type Verb = 'read' | 'write';

/** @returns the wider scope that allows the verb in the area already; null: no such scope was chosen */
export function coveredBy({ area, module }: Area, verb: Verb, chosen: readonly string[]): string | null {
  const wider =
    area === 'admin' || area === 'pairing' || area === '*'
      ? []
      : [`*:${verb}`, ...(module === null ? [] : [`${module}:${verb}`])];
  return wider.find((scope) => chosen.includes(scope)) ?? null;
}
