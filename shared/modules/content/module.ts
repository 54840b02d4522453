/** Content: pages and posts from draft to archive, and what stands around them. */
import { defineModule, moveAction } from '../module-definition.ts';
import { authors, comments, contentCategories, contentTags } from './editorial.ts';
import { contentBlocks, menus, pages, posts, redirects } from './site.ts';

const publishAt = { name: 'publishAt', type: 'date', required: true } as const;
const page = { module: 'content', collection: 'pages', id: 'pageId' } as const;
const post = { module: 'content', collection: 'posts', id: 'postId' } as const;
const comment = { module: 'content', collection: 'comments', id: 'commentId' } as const;

export const contentModule = defineModule({
  name: 'content',
  label: 'Content',
  summary: 'Pages, posts and related content, from draft through review to publication.',
  needs: [],
  collections: [pages, posts, contentBlocks, menus, redirects, authors, contentCategories, contentTags, comments],
  rules: [
    { kind: 'slug', collection: 'pages', field: 'slug', from: 'title' },
    { kind: 'slug', collection: 'posts', field: 'slug', from: 'title' },
    { kind: 'slug', collection: 'authors', field: 'slug', from: 'name' },
    { kind: 'slug', collection: 'content_categories', field: 'slug', from: 'title' },
    { kind: 'slug', collection: 'content_tags', field: 'slug', from: 'title' },
    { kind: 'stamp', collection: 'pages', field: 'publishedAt', states: ['published'] },
    { kind: 'stamp', collection: 'posts', field: 'publishedAt', states: ['published'] },
    { kind: 'stamp', collection: 'comments', field: 'decidedAt', states: ['approved', 'rejected', 'spam'], each: true },
    { kind: 'needed', collection: 'pages', state: 'scheduled', fields: ['publishAt'] },
    { kind: 'needed', collection: 'posts', state: 'scheduled', fields: ['publishAt'] },
    { kind: 'needed', collection: 'posts', state: 'published', fields: ['body'] },
    { kind: 'due', collection: 'pages', from: 'scheduled', to: 'published', at: 'publishAt' },
    { kind: 'due', collection: 'posts', from: 'scheduled', to: 'published', at: 'publishAt' },
    { kind: 'rollup', collection: 'comments', by: 'post', into: 'commentCount' },
    { kind: 'tree', collection: 'pages', parent: 'parent', depthMax: 10 },
    { kind: 'tree', collection: 'content_categories', parent: 'parent', depthMax: 10 },
    {
      kind: 'kept',
      collection: 'pages',
      by: [
        { collection: 'pages', field: 'parent' },
        { collection: 'redirects', field: 'toPage' },
      ],
    },
    { kind: 'kept', collection: 'posts', by: [{ collection: 'comments', field: 'post' }] },
    { kind: 'kept', collection: 'authors', by: [{ collection: 'posts', field: 'author' }] },
    {
      kind: 'kept',
      collection: 'content_categories',
      by: [
        { collection: 'posts', field: 'category' },
        { collection: 'content_categories', field: 'parent' },
      ],
    },
  ],
  actions: [
    moveAction({ ...page, name: 'submit_page', to: 'in_review', summary: 'Submit a draft page for review.' }),
    moveAction({ ...page, name: 'publish_page', to: 'published', summary: 'Publish a page now.' }),
    moveAction({
      ...page,
      name: 'schedule_page',
      to: 'scheduled',
      takes: [publishAt],
      summary: 'Schedule the publication of a page.',
    }),
    moveAction({ ...page, name: 'unpublish_page', to: 'draft', summary: 'Take a page off the site, back to draft.' }),
    moveAction({ ...page, name: 'archive_page', to: 'archived', summary: 'Archive a page. It can be restored.' }),
    moveAction({ ...post, name: 'publish_post', to: 'published', summary: 'Publish a post now.' }),
    moveAction({
      ...post,
      name: 'schedule_post',
      to: 'scheduled',
      takes: [publishAt],
      summary: 'Schedule the publication of a post.',
    }),
    moveAction({ ...post, name: 'unpublish_post', to: 'draft', summary: 'Take a post off the site, back to draft.' }),
    moveAction({ ...comment, name: 'approve_comment', to: 'approved', summary: 'Show a comment to readers.' }),
    moveAction({ ...comment, name: 'reject_comment', to: 'rejected', summary: 'Hide a comment from readers.' }),
  ],
});
