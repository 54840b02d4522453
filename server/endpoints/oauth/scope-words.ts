/** Scopes as people read them on the consent page. */

import { labelInSentence } from '#shared/base/label-text.ts';
import type { Registry } from '../../core/platform.ts';

const verbs: Readonly<Record<string, string>> = { read: 'See', write: 'Create, change and delete' };

export function scopeWords(scope: string, { collections }: Registry): string {
  const [area = '', verb = ''] = scope.split(':');
  const does = verbs[verb] ?? verb;
  if (area === '*') return `${does} everything you have access to, except administration`;
  if (area === 'admin')
    return verb === 'read' ? 'See members, roles and the audit log' : 'Manage members, API keys and settings';
  if (area === 'pairing') return 'Pair kiosks with gates, and revoke them';
  const definition = collections.get(area);
  return `${does} ${definition ? labelInSentence(definition.labels.many) : `everything in ${area}`}`;
}
