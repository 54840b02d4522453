/** Every text that can be written together, of one tenant's records: the matrix's rows for documents. Made of the registry. */

import type { Registry } from '#server/core/platform.ts';
import { isCollaborative } from '#server/modules/documents/permit.ts';

/** @returns the path of each document */
export function collabRows({ collections }: Registry, ids: ReadonlyMap<string, string>): readonly string[] {
  return [...collections.values()].flatMap(({ fields, name }) => {
    const id = ids.get(name);
    const texts = id === undefined ? [] : fields.filter(isCollaborative);
    return texts.map((field) => `/collab/ws/${name}/${id}/${field.name}`);
  });
}
