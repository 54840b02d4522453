/** Sample records of a small site: pages and posts with their authors, categories, blocks and comments. */
import { type SeedRecord, seedOf } from '../seed-record.ts';

export const contentSeed: readonly SeedRecord[] = [
  ...seedOf('authors', {
    ines: { name: 'Ines Okafor', email: 'ines@example.org', bio: 'Writes about fairs and what happens behind them.' },
    tomas: { name: 'Tomáš Novák', email: 'tomas@example.org' },
  }),
  ...seedOf('content_categories', {
    news: { title: 'News', position: 1 },
    guides: { title: 'Guides', position: 2, description: 'How things are done.' },
  }),
  ...seedOf('content_tags', {
    events: { title: 'Events', color: '#2563eb' },
    howto: { title: 'How to', color: '#16a34a' },
  }),
  ...seedOf('content_blocks', {
    hero: { key: 'home-hero', title: 'Meet the people you came for', kind: 'hero', body: 'Doors open at nine.' },
    contact: {
      key: 'contact-box',
      title: 'Talk to us',
      kind: 'call_to_action',
      linkUrl: 'https://example.org/contact',
    },
  }),
  ...seedOf('pages', {
    home: {
      title: 'Home',
      status: 'published',
      author: 'ines',
      blocks: ['hero', 'contact'],
      body: '<p>Welcome.</p>',
      template: 'landing',
      publishedAt: '2026-01-12T09:00:00.000Z',
    },
    about: {
      title: 'About us',
      status: 'published',
      author: 'ines',
      parent: 'home',
      body: '<p>Who we are.</p>',
      tags: ['events'],
      publishedAt: '2026-01-12T09:05:00.000Z',
    },
    imprint: { title: 'Imprint', status: 'draft', author: 'tomas', parent: 'home', template: 'legal', noIndex: true },
  }),
  ...seedOf('posts', {
    doors: {
      title: 'Nine things to do before the doors open',
      status: 'published',
      author: 'ines',
      category: 'guides',
      tags: ['events', 'howto'],
      excerpt: 'A checklist.',
      body: '<p>Print a test badge.</p>',
      publishedAt: '2026-02-03T08:00:00.000Z',
    },
    spring: {
      title: 'The spring fair is announced',
      status: 'in_review',
      author: 'tomas',
      category: 'news',
      body: '<p>Soon.</p>',
    },
  }),
  ...seedOf('comments', {
    first: {
      post: 'doors',
      status: 'approved',
      name: 'Mara',
      email: 'mara@example.net',
      body: 'Number four saved us.',
    },
    second: { post: 'doors', status: 'pending', name: 'Jon', body: 'What about the printer?', replyTo: 'first' },
  }),
  ...seedOf('menus', {
    main: {
      key: 'main',
      title: 'Main menu',
      items: [
        { label: 'Home', page: 'home' },
        { label: 'About', page: 'about', level: 1 },
      ],
    },
  }),
  ...seedOf('redirects', {
    old: { fromPath: '/about.html', toPage: 'about', note: 'From the old site.' },
  }),
];
