/**
 * Sends the notifications on a session's open stream: that a list has changed, that a resource it follows has, and its end
 * when the session is ended, by any process. Called by session-requests.ts for each stream.
 */
import type { Server } from '@modelcontextprotocol/server';
import type { Actor } from '../../core/policy/actor.ts';
import type { ListenParts } from './listen.ts';
import { recordNews } from './record-news.ts';
import { isSchemaUri } from './resources.ts';
import type { SessionMemory, SessionNotes } from './session-memory.ts';
import type { Session } from './sessions.ts';

export interface StreamNews {
  readonly become: (actor: Actor) => void;
  readonly stop: () => void;
}

/** Notifies a client that the lists it has may be out of date. */
export function sendListChanges(server: Server): Promise<unknown> {
  return Promise.all([server.sendToolListChanged(), server.sendResourceListChanged(), server.sendPromptListChanged()]);
}

/** @param end ends the stream; called where the session was ended, by any process */
export async function sendNews(
  parts: ListenParts & { readonly memory: SessionMemory },
  actor: Actor,
  { name, server }: Session,
  end: () => void,
): Promise<StreamNews> {
  const { memory, onFault } = parts;
  let notes: SessionNotes = { uris: [], ended: false };
  let notedSeq = -1;
  const sendUpdated = (uri: string) => void server.sendResourceUpdated({ uri }).catch(onFault);
  const news = recordNews(parts, actor, sendUpdated);
  const stopNotes = await memory.listen(name, (now, seq) => {
    [notes, notedSeq] = [now, seq];
    if (now.ended) end();
    else news.follow(now.uris, seq);
  });
  const changed = () => {
    sendListChanges(server).catch(onFault);
    for (const uri of notes.uris) if (isSchemaUri(uri)) sendUpdated(uri);
  };
  const stopRegistry = parts.registryTail.subscribe(name.tenant, changed, await parts.platform.registry(name.tenant));
  const before = await memory.read(name);
  if (before.ended) end();
  else if (notedSeq === -1) {
    notes = before;
    news.follow(before.uris, null);
  }
  // Changes that happened while there was no stream are not known.
  for (const uri of before.uris) sendUpdated(uri);
  return {
    become: news.become,
    stop() {
      news.stop();
      stopNotes();
      stopRegistry();
    },
  };
}
