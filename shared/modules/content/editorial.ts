/** Editorial collections: authors, categories, tags, comments. */
import { defineCollection } from '../../schema/definition.ts';
import { lifecycle } from '../module-definition.ts';

export const authors = defineCollection({
  name: 'authors',
  module: 'content',
  labels: { one: 'Author', many: 'Authors' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 120, index: true },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the name.' },
    { name: 'email', type: 'email', unique: true, maxLength: 254 },
    { name: 'bio', type: 'richText', maxLength: 5_000 },
    { name: 'photo', type: 'file' },
    { name: 'websiteUrl', type: 'url', maxLength: 2_000 },
    { name: 'active', type: 'boolean', required: true, default: true },
  ],
  searchable: ['name', 'bio'],
});

export const contentCategories = defineCollection({
  name: 'content_categories',
  module: 'content',
  resource: 'category',
  labels: { one: 'Category', many: 'Categories' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 120 },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the title.' },
    { name: 'parent', type: 'relation', to: 'content_categories', index: true },
    { name: 'description', type: 'text', maxLength: 1_000 },
    { name: 'position', type: 'integer', required: true, default: 0, min: 0, max: 100_000 },
  ],
  searchable: ['title', 'description'],
});

export const contentTags = defineCollection({
  name: 'content_tags',
  module: 'content',
  resource: 'tag',
  labels: { one: 'Tag', many: 'Tags' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 60 },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the title.' },
    { name: 'color', type: 'text', maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$' },
  ],
  searchable: ['title'],
});

export const comments = defineCollection({
  name: 'comments',
  module: 'content',
  labels: { one: 'Comment', many: 'Comments' },
  fields: [
    { name: 'post', type: 'relation', to: 'posts', required: true, index: true },
    { name: 'replyTo', type: 'relation', to: 'comments', index: true },
    {
      name: 'status',
      type: 'select',
      options: ['pending', 'approved', 'rejected', 'spam'],
      required: true,
      default: 'pending',
      index: true,
    },
    { name: 'name', type: 'text', required: true, maxLength: 120 },
    { name: 'email', type: 'email', maxLength: 254 },
    { name: 'body', type: 'text', required: true, maxLength: 5_000 },
    { name: 'decidedAt', type: 'date', readOnly: true },
  ],
  searchable: ['name', 'body'],
  indexes: [['post', 'status']],
  lifecycle: lifecycle(
    'pending',
    [
      [['pending', 'rejected', 'spam'], 'approved', 'approved'],
      [['pending', 'approved'], 'rejected', 'rejected'],
      [['pending', 'approved'], 'spam', 'marked_spam'],
    ],
    { begins: ['pending'] },
  ),
});
