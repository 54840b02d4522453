/** A collection of one release and of the next. */
import { defineCollection } from '#shared/schema/definition.ts';

export const halls = defineCollection({
  name: 'halls',
  module: 'stock',
  labels: { one: 'Hall', many: 'Halls' },
  fields: [
    { name: 'title', type: 'text', unique: true, maxLength: 80 },
    { name: 'state', type: 'select', options: ['draft', 'open'] },
  ],
  searchable: ['title'],
});

export const laterHalls = defineCollection({
  ...halls,
  fields: [
    { name: 'name', type: 'text', unique: true, maxLength: 80 },
    { name: 'state', type: 'select', options: ['planned', 'open'] },
  ],
  searchable: ['name'],
  moves: [
    { field: 'name', renamedFrom: 'title' },
    { field: 'state', values: { draft: 'planned' } },
  ],
});
