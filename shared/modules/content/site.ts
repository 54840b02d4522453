/** The collections of a site: pages, posts, blocks, menus, redirects. */
import { defineCollection } from '../../schema/definition.ts';
import { lifecycle } from '../module-definition.ts';

const publishing = ['draft', 'in_review', 'scheduled', 'published', 'archived'] as const;

const publishingSteps = lifecycle('draft', [
  ['draft', 'in_review', 'submitted'],
  ['in_review', 'draft', 'sent_back'],
  [['draft', 'in_review'], 'scheduled', 'scheduled'],
  ['scheduled', 'draft', 'unscheduled'],
  [['draft', 'in_review', 'scheduled'], 'published', 'published'],
  ['published', 'draft', 'unpublished'],
  [['draft', 'published'], 'archived', 'archived'],
  ['archived', 'draft', 'restored'],
]);

export const pages = defineCollection({
  name: 'pages',
  module: 'content',
  labels: { one: 'Page', many: 'Pages' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the title.' },
    { name: 'status', type: 'select', options: publishing, required: true, default: 'draft', index: true },
    { name: 'summary', type: 'text', maxLength: 500 },
    { name: 'body', type: 'richText', maxLength: 100_000 },
    { name: 'author', type: 'relation', to: 'authors', index: true },
    { name: 'parent', type: 'relation', to: 'pages', index: true },
    { name: 'blocks', type: 'relation', to: 'content_blocks', many: true },
    { name: 'tags', type: 'relation', to: 'content_tags', many: true },
    { name: 'coverImage', type: 'file' },
    {
      name: 'locale',
      type: 'text',
      required: true,
      default: 'en',
      maxLength: 35,
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    },
    {
      name: 'template',
      type: 'select',
      options: ['default', 'landing', 'legal', 'contact'],
      required: true,
      default: 'default',
    },
    { name: 'seoTitle', type: 'text', maxLength: 70 },
    { name: 'seoDescription', type: 'text', maxLength: 170 },
    { name: 'noIndex', type: 'boolean', required: true, default: false, note: 'Asks search engines not to index it.' },
    { name: 'position', type: 'integer', required: true, default: 0, min: 0, max: 100_000 },
    { name: 'publishAt', type: 'date', note: 'When a scheduled page is published automatically.' },
    { name: 'publishedAt', type: 'date', readOnly: true, note: 'When it was first published.' },
  ],
  searchable: ['title', 'summary', 'body'],
  indexes: [
    ['status', 'publishAt'],
    ['parent', 'position'],
  ],
  lifecycle: publishingSteps,
});

export const posts = defineCollection({
  name: 'posts',
  module: 'content',
  labels: { one: 'Post', many: 'Posts' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the title.' },
    { name: 'status', type: 'select', options: publishing, required: true, default: 'draft', index: true },
    { name: 'excerpt', type: 'text', maxLength: 500 },
    { name: 'body', type: 'richText', maxLength: 100_000 },
    { name: 'author', type: 'relation', to: 'authors', required: true, index: true },
    { name: 'category', type: 'relation', to: 'content_categories', index: true },
    { name: 'tags', type: 'relation', to: 'content_tags', many: true },
    { name: 'coverImage', type: 'file' },
    {
      name: 'locale',
      type: 'text',
      required: true,
      default: 'en',
      maxLength: 35,
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    },
    { name: 'featured', type: 'boolean', required: true, default: false },
    { name: 'commentsOpen', type: 'boolean', required: true, default: true },
    { name: 'commentCount', type: 'integer', required: true, readOnly: true, default: 0, min: 0 },
    { name: 'publishAt', type: 'date', note: 'When a scheduled post is published automatically.' },
    { name: 'publishedAt', type: 'date', readOnly: true, index: true, note: 'When it was first published.' },
  ],
  searchable: ['title', 'excerpt', 'body'],
  indexes: [['status', 'publishAt']],
  lifecycle: publishingSteps,
});

export const contentBlocks = defineCollection({
  name: 'content_blocks',
  module: 'content',
  resource: 'block',
  labels: { one: 'Content block', many: 'Content blocks' },
  note: 'A piece of content that is used on several pages and changed in one place.',
  fields: [
    { name: 'key', type: 'slug', required: true, unique: true, maxLength: 80 },
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    {
      name: 'kind',
      type: 'select',
      options: ['text', 'hero', 'quote', 'gallery', 'call_to_action', 'embed'],
      required: true,
      default: 'text',
      index: true,
    },
    { name: 'body', type: 'richText', maxLength: 20_000 },
    { name: 'images', type: 'array', of: 'text', maxItems: 24, maxLength: 500 },
    { name: 'linkUrl', type: 'url', maxLength: 2_000 },
    { name: 'settings', type: 'json' },
  ],
  searchable: ['title', 'body'],
});

export const menus = defineCollection({
  name: 'menus',
  module: 'content',
  labels: { one: 'Menu', many: 'Menus' },
  fields: [
    { name: 'key', type: 'slug', required: true, unique: true, maxLength: 60 },
    { name: 'title', type: 'text', required: true, maxLength: 120 },
    {
      name: 'items',
      type: 'array',
      of: 'group',
      maxItems: 100,
      fields: [
        { name: 'label', type: 'text', required: true, maxLength: 80 },
        { name: 'page', type: 'relation', to: 'pages' },
        { name: 'url', type: 'url', maxLength: 2_000 },
        { name: 'level', type: 'integer', required: true, default: 0, min: 0, max: 3 },
      ],
    },
  ],
  searchable: ['title'],
});

export const redirects = defineCollection({
  name: 'redirects',
  module: 'content',
  labels: { one: 'Redirect', many: 'Redirects' },
  fields: [
    { name: 'fromPath', type: 'text', required: true, unique: true, maxLength: 500, pattern: '^/[^\\s?#]*$' },
    { name: 'toPage', type: 'relation', to: 'pages', index: true },
    { name: 'toUrl', type: 'url', maxLength: 2_000 },
    { name: 'permanent', type: 'boolean', required: true, default: true, note: 'true: 301, false: 302.' },
    { name: 'active', type: 'boolean', required: true, default: true, index: true },
    { name: 'note', type: 'text', maxLength: 300 },
  ],
  searchable: ['fromPath', 'note'],
});
