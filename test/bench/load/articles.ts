/**
 * The records that P1–P8 read and write: one table of articles, the same for our server and for the thin handlers
 * beside it.
 */
import type { Module } from '#server/core/collections/module.ts';
import { defineCollection } from '#shared/schema/definition.ts';

export const articles = defineCollection({
  name: 'articles',
  module: 'bench',
  labels: { one: 'Article', many: 'Articles' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    { name: 'status', type: 'select', options: ['draft', 'published', 'archived'], required: true, default: 'draft' },
    { name: 'views', type: 'integer', required: true, default: 0 },
    { name: 'author', type: 'text', index: true },
    { name: 'body', type: 'text', maxLength: 2_000 },
  ],
  indexes: [['status', 'views']],
  searchable: ['title'],
});

export const articleModule: Module = { name: 'bench', collections: [articles], actions: [] };

/** The same rows where no compound index fits the list: of each field alone, as other systems have them. */
export const singleIndexModule: Module = {
  name: 'bench',
  collections: [
    {
      ...articles,
      fields: articles.fields.map((field) =>
        ['status', 'views'].includes(field.name) ? { ...field, index: true } : field,
      ),
      indexes: [],
    },
  ],
  actions: [],
};

const words = ['river', 'stone', 'lantern', 'harbour', 'meadow', 'copper', 'winter', 'signal', 'orchard', 'violet'];

export interface ArticleValues {
  readonly title: string;
  readonly status: string;
  readonly views: number;
  readonly author: string;
  readonly body: string;
}

/** The n-th article: always the same one. */
export function articleValues(n: number): ArticleValues {
  const word = (k: number) => words[Math.floor(n / 10 ** k) % words.length]!;
  return {
    title: `${word(0)} ${word(1)} ${word(2)} ${word(3)} number${n}`,
    status: n % 4 === 0 ? 'draft' : 'published',
    views: (n * 7_919) % 100_000,
    author: `author${n % 500}`,
    body: `${word(2)} ${word(0)} `.repeat(12).trim(),
  };
}
