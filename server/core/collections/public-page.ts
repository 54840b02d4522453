/** Pages of a module that anyone with their address may open: rendered by the module, mounted by the surface `pages`. */
import type { Result } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import type { Reader } from '../../store/contract.ts';

/** Look-ups by which a page finds the tenant that its address belongs to. */
export interface TenantFinder {
  /** @returns the id of the tenant with this slug, or of its sandbox; null: there is none */
  bySlug(slug: string, sandbox: boolean): Promise<string | null>;
}

export interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Header Accept-Language as the browser sent it; empty where it sent none. */
  readonly acceptLanguage: string;
  readonly nonce: string;
}

export interface PageForm extends PageRequest {
  /** Each name once; the spam trap is taken out. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface PageContext {
  readonly tenant: string;
  readonly clock: Clock;
  /**
   * Runs an action in the name of the guest, if the page names it in `runs`.
   *
   * @param more `key`: idempotency, as of the header `Idempotency-Key`; `language`: what the guest reads, if it was chosen
   * @returns what the action answers, or why it refuses
   */
  readonly run: (
    action: string,
    input: unknown,
    more?: { readonly key?: string; readonly language?: string },
  ) => Promise<Result<unknown>>;
}

/** Records whose change an open page hears of. */
export interface Topic {
  readonly collection: string;
  /** A field of the collection, or `id`. */
  readonly field: string;
  readonly value: string;
  /** Milliseconds. A page hears of it at most this often: longer for what changes for everyone at once. */
  readonly paceMs: number;
}

/** A field of every form of a public page that people do not see: a program that fills in all fields is refused by it. */
export const spamTrap = 'homepage';

/** A page that anyone with its address may open: the path names the tenant by an unguessable secret, or by its slug. */
export interface PublicPage {
  /** Path in Express's syntax, e.g. `/t/:secret`. */
  readonly path: string;
  /**
   * Returns the id of the tenant that the address belongs to; null: no tenant has the address. Null instead of a function: the
   * page is a file that is the same for all tenants.
   */
  readonly tenantOf:
    | ((params: Readonly<Record<string, string>>, find: TenantFinder) => string | null | Promise<string | null>)
    | null;
  /** Names of the actions that it runs for its guests; absent: none. No other action can be run by it. */
  readonly runs?: readonly string[];
  /**
   * Key of its limit: `address` where the path is a person's own secret, because all visitors of a venue may come from one
   * network. Absent: the network.
   */
  readonly countedBy?: 'network' | 'address';
  readonly answer: (request: PageRequest, reader: Reader, context: PageContext) => Promise<PageAnswer>;
  /**
   * Returns the topics that an open page follows: it is sent server-sent events that say no more than “look again”, so that all
   * rules of what its visitor may see stay in `answer`. Null: the address is no page. Absent: the page has no events.
   */
  readonly follows?: (request: PageRequest, reader: Reader) => Promise<readonly Topic[] | null>;
  /** Takes a form that was sent to its address; absent: it takes none. */
  readonly takeForm?: (form: PageForm, reader: Reader, context: PageContext) => Promise<PageAnswer>;
  /**
   * Takes a POST from any site, and does not read its body: for what the address alone decides, such as the
   * one click of a mail program that unsubscribes. Not beside `takeForm`.
   */
  readonly takePost?: (request: PageRequest, reader: Reader, context: PageContext) => Promise<PageAnswer>;
}

export interface PageAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Media type. */
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Repeats what `takePost` did with status 204, in memory and at once, when a POST without a body comes to the same address
   * within five minutes. False: it is taken in full again.
   */
  readonly again?: () => boolean;
}
