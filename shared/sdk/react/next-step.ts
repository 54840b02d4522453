/** The advice for an assistant when a tool that it was given fails or no longer exists. */
import type { GatehouseError } from '../gatehouse-error.ts';
import { isSignedOut } from './offered-tools.ts';

export interface NextStep {
  readonly words: string;
  /** The tool may be there no more for this person: the page's list is to be looked at. */
  readonly isDenied: boolean;
}

/** Returns the advice for an error; null: its own message says it all. */
export function nextAfter(error: GatehouseError): NextStep | null {
  const { code, status } = error;
  if (isSignedOut(error))
    return {
      isDenied: true,
      words: 'Do not call it again. The session has expired: ask the person to log in again on this page.',
    };
  if (status === 403)
    return {
      isDenied: true,
      words:
        'Do not call it again. The logged-in person does not have access to this, or no longer has it. Inform them that an administrator of their organization can give them access.',
    };
  if (goneCodes.has(code))
    return {
      isDenied: true,
      words: 'Do not call it again. It is no longer available to this person: reload the list of tools of this page.',
    };
  if (status === 429)
    return { isDenied: false, words: 'Too many requests in this minute. Wait 1 minute, then call it again.' };
  if (code === 'connection_failed' || code === 'timeout')
    return {
      isDenied: false,
      words:
        'It may have been done anyway. Check whether it was before you call it again. If nothing responds, ask the person to check the connection.',
    };
  return null;
}

/** The collection or the action itself: of a record that is gone, its message says enough. */
const goneCodes: ReadonlySet<string> = new Set(['collection_unknown', 'action_unknown']);
