/**
 * The console's addresses, `#/page/event/id` and `#/settings/section/id`, read by wouter. They carry page and event, so that
 * they can be shared and reloaded; a person is asked before another address, or going back, loses unsaved changes.
 */

import { useSyncExternalStore } from 'react';
import { type BaseLocationHook, useRoute } from 'wouter';
import { navigate } from 'wouter/use-hash-location';
import { mayLeave } from '../../parts/form/guard-leaving.ts';
import { t } from '../../parts/text/text.ts';

/** Pages in the order of the navigation; on a phone the bottom bar shows the first ones, and "More" opens the others. */
export const pages = {
  overview: t('overview'),
  attendees: t('attendees'),
  orders: t('orders'),
  tickets: t('tickets'),
  schedule: t('schedule'),
  stream: t('stream'),
  audience: t('audience'),
  messages: t('messages'),
  event: t('event'),
  gate: t('gate'),
  board: t('board'),
  kiosks: t('kiosks'),
  badge: t('badge'),
  settings: t('settings'),
} as const;
/** Pages that are not in the navigation, each with the page that is marked there meanwhile. */
const within = {
  supervisors: 'kiosks',
  exhibitors: 'kiosks',
  import: 'attendees',
  new: 'overview',
  start: 'overview',
} as const satisfies Readonly<Record<string, keyof typeof pages>>;

export type MainPage = keyof typeof pages;
export type PageName = MainPage | keyof typeof within;

const isPage = (name: string): name is PageName => Object.hasOwn(pages, name) || Object.hasOwn(within, name);

export interface Address {
  readonly page: PageName;
  /** The page that is marked in the navigation. */
  readonly marked: MainPage;
  /** Id of the event; null: the address has none, as that of the organization's settings. */
  readonly event: string | null;
  /** Section of the organization's settings; null: none, or another page. */
  readonly section: string | null;
  /** What the page shows: the id of the record beside its list, `new` for the form of a new one, or a section of the page. */
  readonly id: string | null;
}

export function useAddress(): Address {
  const [, found] = useRoute<{ page?: string; first?: string; second?: string }>('/:page?/:first?/:second?/*?');
  const { page: name, first = null, second = null } = found ?? {};
  if (name === 'settings') return { page: name, marked: name, event: null, section: first, id: second };
  const page = name !== undefined && isPage(name) ? name : 'overview';
  const marked = Object.hasOwn(within, page) ? within[page as keyof typeof within] : (page as MainPage);
  return { page, marked, event: first, section: null, id: second };
}

/** Address of the page on screen; `location.hash` may have changed already, and may be set back. */
let shown = location.hash;
const listeners = new Set<() => void>();

function changed(): void {
  if (location.hash === shown) return;
  if (!mayLeave()) {
    history.replaceState(null, '', shown || '#');
    return;
  }
  shown = location.hash;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    shown = location.hash;
    addEventListener('hashchange', changed);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('hashchange', changed);
  };
}

const shownPath = () => `/${shown.replace(/^#?\/?/, '').replace(/\?.*$/s, '')}`;
const shownQuery = () => /\?(.*)$/s.exec(shown)?.[1] ?? '';

/** The filters of a list stand in its address, so that they can be shared, reloaded and left by going back. */
export interface Filters {
  readonly get: (name: string) => string;
  /** An empty value leaves the filter out. */
  readonly set: (patch: Readonly<Record<string, string>>) => void;
  /** `?…`, or nothing: for links that keep them. */
  readonly query: string;
}

export function useFilters(): Filters {
  const query = useSyncExternalStore(subscribe, shownQuery);
  const params = new URLSearchParams(query);
  return {
    get: (name) => params.get(name) ?? '',
    set(patch) {
      const next = new URLSearchParams(shownQuery());
      for (const [name, value] of Object.entries(patch)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      location.hash = `${shownPath()}${next.size > 0 ? `?${next}` : ''}`;
    },
    query: query && `?${query}`,
  };
}

/** Opens another page, as a link does: the address that is left is one step back. @param path begins with `/` */
export function goTo(path: string): void {
  location.hash = path;
}

/** Replaces wouter's own hook, which shows another page before a person is asked whether to leave this one. */
export function useGuardedAddress(): ReturnType<BaseLocationHook> {
  return [useSyncExternalStore(subscribe, shownPath), navigate];
}
