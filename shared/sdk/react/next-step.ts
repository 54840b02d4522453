/** What an assistant is told to do when a tool that it was given does not do it (any more). */
import type { GatehouseError } from '../gatehouse-error.ts';
import { isSignedOut } from './offered-tools.ts';

export interface NextStep {
  readonly words: string;
  /** The tool may be there no more for this person: the page's list is to be looked at. */
  readonly isDenied: boolean;
}

/** Of refusals whose own message says it all: null. */
export function nextAfter(error: GatehouseError): NextStep | null {
  const { code, status } = error;
  if (isSignedOut(error))
    return {
      isDenied: true,
      words: 'Do not call it again. The login has ended: ask the person to sign in again in this page.',
    };
  if (status === 403)
    return {
      isDenied: true,
      words:
        'Do not call it again. The person who is signed in may not do this, perhaps no longer: tell them, and that whoever administers their organization can give them the right.',
    };
  if (goneCodes.has(code))
    return {
      isDenied: true,
      words: 'Do not call it again. It is no longer there for this person: read the list of tools of this page anew.',
    };
  if (status === 429)
    return { isDenied: false, words: 'Too much was asked for in this minute. Wait a minute, then call it again.' };
  if (code === 'connection_failed' || code === 'timeout')
    return {
      isDenied: false,
      words:
        'It may have been done all the same. Look whether it was before you call it again; if nothing answers, ask the person to check the connection.',
    };
  return null;
}

/** The collection or the action itself: of a record that is gone, its message says enough. */
const goneCodes: ReadonlySet<string> = new Set(['collection_unknown', 'action_unknown']);
