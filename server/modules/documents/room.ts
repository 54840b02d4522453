/**
 * One open document and its clients: who may write, who is present, what each receives. Where edits cannot be stored,
 * all clients are disconnected with "again": they still have their edits and send them again.
 */
import * as Y from 'yjs';
import type { Change } from '../../store/contract.ts';
import { Awareness } from './awareness.ts';
import { withIdentity } from './awareness-identity.ts';
import { checkUpdate } from './check-update.ts';
import type { CollabDocument } from './collab-tables.ts';
import { CommitQueue, type CommitQueueParts, CommitRefused } from './commit-queue.ts';
import { type Draft, storedOrigin } from './draft.ts';
import { frames } from './frames.ts';
import { closeCodes, connectionsPerDocumentMax, documentBytesMax, pendingBytesMax, queuedBytesMax } from './limits.ts';
import { OtherProcesses, type Wire } from './other-processes.ts';
import { problemOf, RoomStatus } from './room-status.ts';

/** A connection, as the room sees it. */
export interface Peer {
  /** Actor, as the log names it. */
  readonly name: string;
  /** Name that others in the document see; absent: `name`. */
  readonly shownAs?: string;
  readonly send: (frame: Uint8Array) => void;
  readonly close: (code: number, reason: string) => void;
  /** Called after each change of the record: the connection checks again whether it may take part. */
  readonly lookAgain: () => void;
}

export interface RoomParts extends Pick<CommitQueueParts<Peer>, 'draft' | 'editedBy' | 'commit' | 'read'> {
  /** Document as it is stored. */
  readonly document: Pick<CollabDocument, 'problem'>;
  readonly nowMs: () => number;
  /** Connection to the other processes; null: there are none. */
  readonly wire: Wire | null;
  readonly onFault: (fault: unknown) => void;
  /** Called once when the room has ended: it has no clients and takes none. */
  readonly onEnd: () => void;
}

interface Standing {
  mayWrite: boolean;
  /** The client knows that its edits are refused for now; the server asks for them once it accepts edits again. */
  isRefused: boolean;
}

export class Room {
  readonly #parts: RoomParts;
  readonly #draft: Draft;
  readonly #peers = new Map<Peer, Standing>();
  readonly #awareness: Awareness<Peer>;
  readonly #others: OtherProcesses | null;
  readonly #status: RoomStatus;
  readonly #queue: CommitQueue<Peer>;
  #isOver = false;
  #isClosing = false;

  constructor(parts: RoomParts) {
    this.#parts = parts;
    this.#draft = parts.draft;
    const awareness = new Awareness<Peer>(this.#draft.doc.clientID, parts.nowMs, withIdentity);
    const tell = (news: Uint8Array) => this.#tell(frames.awareness(news), null);
    this.#awareness = awareness;
    this.#others = parts.wire && new OtherProcesses({ wire: parts.wire, awareness, nowMs: parts.nowMs, tell });
    this.#status = new RoomStatus(this.#draft.doc.clientID, (frame) => this.#tell(frame, null));
    this.#status.set(problemOf(parts.document));
    this.#queue = new CommitQueue({
      ...parts,
      stored: (update, sender) => this.#tell(frames.update(update), sender),
      gone: () => this.#end(closeCodes.gone, 'record_deleted'),
      failed: (fault) => this.#fail(fault),
    });
    this.#draft.doc.on('update', (update: Uint8Array, origin: unknown) => this.#changed(update, origin));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get size(): number {
    return this.#peers.size;
  }

  /** @returns whether it was taken in */
  join(peer: Peer, mayWrite: boolean): boolean {
    if (this.#isOver || this.#isClosing || this.#peers.size >= connectionsPerDocumentMax) return false;
    this.#peers.set(peer, { mayWrite, isRefused: false });
    peer.send(frames.ask(Y.encodeStateVector(this.#draft.doc)));
    const present = this.#awareness.all();
    if (present) peer.send(frames.awareness(present));
    const status = this.#status.frame();
    if (status) peer.send(status);
    return true;
  }

  leave(peer: Peer): void {
    if (!this.#peers.delete(peer)) return;
    const { news, own } = this.#awareness.leave(peer);
    if (news) this.#tell(frames.awareness(news), null);
    this.#others?.say(own);
    if (this.#peers.size === 0 && !this.#isOver && !this.#isClosing) void this.#retire();
  }

  setMayWrite(peer: Peer, mayWrite: boolean): void {
    const standing = this.#peers.get(peer);
    if (!standing || standing.mayWrite === mayWrite) return;
    standing.mayWrite = mayWrite;
    if (mayWrite) this.#askFor(peer, standing);
  }

  /** Answers a client's state vector with what the client lacks, as soon as everything in the answer is stored. */
  answer(peer: Peer, stateVector: Uint8Array): void {
    let update: Uint8Array;
    try {
      update = Y.encodeStateAsUpdate(this.#draft.doc, stateVector);
    } catch {
      peer.close(closeCodes.garbage, 'garbage');
      return;
    }
    this.#queue.whenStored(() => peer.send(frames.answer(update)));
  }

  hearAwareness(peer: Peer, message: Uint8Array): void {
    if (!this.#peers.has(peer)) return;
    const heard = this.#awareness.hear(peer, message);
    if (heard === 'garbage') {
      peer.close(closeCodes.garbage, 'garbage');
      return;
    }
    if (heard === 'too_much') {
      peer.close(closeCodes.tooLarge, 'presence_too_large');
      return;
    }
    // The sender gets it too, as from y-websocket's own server.
    if (heard.news) this.#tell(frames.awareness(heard.news), null);
    if (heard.answer) peer.send(frames.awareness(heard.answer));
    this.#others?.say(heard.own);
  }

  tellPresent(peer: Peer): void {
    const present = this.#awareness.all();
    if (present) peer.send(frames.awareness(present));
  }

  edit(peer: Peer, update: Uint8Array): void {
    const standing = this.#peers.get(peer);
    if (!standing || this.#isOver) return;
    const shape = checkUpdate(update);
    if (!shape) {
      peer.close(closeCodes.garbage, 'garbage');
      return;
    }
    const { doc } = this.#draft;
    if (!standing.mayWrite) {
      if (this.#isNews(update)) this.#refuse(peer, standing, 'read_only');
      return;
    }
    // A refused client is asked again when there is room; until then its updates are refused.
    if (shape.adds && (standing.isRefused || !this.#draft.hasRoom(update.byteLength))) {
      this.#refuse(peer, standing, 'document_full');
      return;
    }
    try {
      Y.applyUpdate(doc, update, peer);
    } catch (fault) {
      peer.close(closeCodes.garbage, 'garbage');
      this.#fail(fault);
      return;
    }
    const pending = doc.store.pendingStructs?.update.byteLength ?? 0;
    if (pending > pendingBytesMax) {
      doc.store.pendingStructs = null;
      peer.close(closeCodes.again, 'edits_missing');
    }
    if (this.#queue.queuedBytes > queuedBytesMax) peer.close(closeCodes.again, 'too_fast');
    if (!shape.adds && this.#draft.hasRoom(documentBytesMax / 10))
      for (const [one, its] of this.#peers) if (its.isRefused && its.mayWrite) this.#askFor(one, its);
  }

  /** Takes a row of this document from the log. */
  hearStored(change: Change): void {
    this.#queue.hearStored(change);
  }

  /** Notes that another process, or this one, has written into the record. */
  hearSettled(document: CollabDocument): void {
    if (!this.#isOver) this.#status.set(problemOf(document));
    this.#queue.hearSettled(document);
  }

  /** Takes a change or the deletion of the record from the log. */
  hearRecord(change: Change, field: string): void {
    for (const peer of [...this.#peers.keys()]) peer.lookAgain();
    this.#queue.hearRecord(change, field);
  }

  /** Updates the record's field now. */
  settle(): Promise<void> {
    return this.#queue.settle();
  }

  /** Disconnects all clients; edits that came in are still stored. */
  async close(code: number, reason: string): Promise<void> {
    if (this.#isOver) return;
    this.#isClosing = true;
    for (const peer of [...this.#peers.keys()]) peer.close(code, reason);
    this.#peers.clear();
    await this.#retire();
  }

  #isNews(update: Uint8Array): boolean {
    const known = Y.decodeStateVector(Y.encodeStateVector(this.#draft.doc));
    return [...Y.parseUpdateMeta(update).to].some(([client, clock]) => clock > (known.get(client) ?? 0));
  }

  #refuse(peer: Peer, standing: Standing, reason: string): void {
    if (!standing.isRefused) peer.send(frames.denied(reason));
    standing.isRefused = true;
  }

  #askFor(peer: Peer, standing: Standing): void {
    standing.isRefused = false;
    peer.send(frames.ask(Y.encodeStateVector(this.#draft.doc)));
  }

  #tell(frame: Uint8Array, but: Peer | null): void {
    for (const peer of [...this.#peers.keys()]) if (peer !== but) peer.send(frame);
  }

  #changed(update: Uint8Array, origin: unknown): void {
    if (origin === storedOrigin) {
      this.#tell(frames.update(update), null);
      return;
    }
    const peer = [...this.#peers.keys()].find((one) => one === origin) ?? null;
    this.#draft.grew(update.byteLength);
    this.#queue.take(peer, update);
  }

  async #retire(): Promise<void> {
    await this.#queue.finish();
    if (this.#peers.size === 0) this.#end(closeCodes.leaving, 'closed');
  }

  #fail(fault: unknown): void {
    if (this.#isOver) return;
    if (!(fault instanceof CommitRefused)) this.#parts.onFault(fault);
    this.#end(closeCodes.again, 'try_again');
  }

  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#queue.stop();
    this.#status.stop();
    for (const peer of [...this.#peers.keys()]) peer.close(code, reason);
    this.#peers.clear();
    this.#others?.stop();
    this.#draft.doc.destroy();
    this.#parts.onEnd();
  }
}
