/** Runs what may fail on our side, and answers with our own message: a driver's message never reaches a client. */
import { ProtocolError } from '@modelcontextprotocol/server';
import { faultFields, type Log } from '../../http/log.ts';
import { StoreFault } from '../../store/contract.ts';

/** @param instead makes the answer of a code and a message; what the protocol itself refuses is thrown on */
export async function withoutFaults<T>(
  log: Log,
  run: () => Promise<T>,
  instead: (code: string, message: string) => T,
): Promise<T> {
  try {
    return await run();
  } catch (fault) {
    if (fault instanceof ProtocolError) throw fault;
    if (fault instanceof StoreFault)
      return instead(
        'storage_unavailable',
        'The data cannot be read or written right now. Check what was saved before you try again.',
      );
    log.error('mcp request failed', faultFields(fault));
    return instead('internal_error', 'Something went wrong on our side. Try again.');
  }
}
