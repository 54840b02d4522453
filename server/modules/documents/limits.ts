/** Bounds of collaborative documents, and the codes a connection is closed with. */
import { secondMs } from '#shared/base/time.ts';

/** A frame must be shorter; a longer one ends its connection with 1009. */
export const frameBytesMax = 2 * 1024 * 1024;
/** Maximum size of a document as one update: it fits into one frame, for every sender. */
export const documentBytesMax = 2_000_000;
/** Largest size of updates that wait for edits that have not come yet; more ends the connection that sent them. */
export const pendingBytesMax = 1024 * 1024;
/** Clocks count characters; Yjs is exact far beyond, and no document comes near. */
export const clockMax = 2 ** 31;
/** Bytes that wait to be sent to one client; above this its connection ends, and it reconnects and asks for what it lacks. */
export const unsentBytesMax = 8 * 1024 * 1024;
/** Bytes of edits of one document that wait to be stored; above this the sender is disconnected. */
export const queuedBytesMax = 8 * 1024 * 1024;

/** In one process. */
export const connectionsPerDocumentMax = 100;
/** Maximum number of open documents of a tenant in one process. */
export const documentsPerTenantMax = 200;

/** Limits of one connection: its messages and bytes in each span are far more than people type, and enough for a program's. */
export const floodSpanMs = 10 * secondMs;
export const messagesPerSpanMax = 5_000;
export const bytesPerSpanMax = 16 * 1024 * 1024;

/** An answer to "what do I lack" may be the whole document: a question counts like so much that was sent. */
export const questionBytes = 200_000;

/** Awareness of people: bytes of one message, bytes of one state, states of one connection, states of one document. */
export const awarenessBytesMax = 256 * 1024;
export const awarenessStateBytesMax = 16 * 1024;
export const awarenessPerConnectionMax = 5;
export const awarenessPerDocumentMax = 500;
/** Time for which a client that left is remembered, so that a late message of others does not bring it back. */
export const departedMs = 60 * secondMs;
/** Maximum number of such clients of one document. */
export const departedMax = 1_000;

/** Messages to other processes: the time for which entries are gathered, and the maximum size of one word. */
export const awarenessWordMs = 50;
export const awarenessWordBytesMax = 64 * 1024;
/** Interval at which a process sends the list of its clients; as the only one, it sends it every `loneRollEvery`th time. */
export const rollMs = 5 * secondMs;
export const loneRollEvery = 6;
/** A process that is silent for so long counts as gone, with its clients: y-protocols waits as long for a client. */
export const silentProcessMs = 30 * secondMs;
/** Maximum number of other processes that are known for one document; further ones are ignored. */
export const processesMax = 100;
/** Maximum length of an actor's name in a message between processes, in characters. */
export const awarenessNameMax = 200;

/** Shortest interval between two commits of one document: edits in between are stored together. */
export const storeEveryMs = 50;
/** The record follows the document when no one edits for a moment, and at the latest so long after the first edit. */
export const recordIdleMs = secondMs;
export const recordLatestMs = 5 * secondMs;
/** Wait before the record is written here, where another process began to write it and did not finish. */
export const recordStrandedMs = 10 * secondMs;
/** From this number of stored updates, or bytes of them, on, they become one when the record is written. */
export const updatesKeptMax = 64;
export const updateBytesKeptMax = 128 * 1024;
/** From this number of stored updates on, those that the record has not taken become one when it refuses the text. */
export const unwrittenUpdatesMax = 512;
/** Maximum number of attempts to settle a document, and to commit where the collection's schema has changed. */
export const triesMax = 8;

export const closeCodes = {
  leaving: 1001,
  garbage: 1003,
  tooLarge: 1009,
  again: 1013,
  // Stock clients do not come back by themselves after one of 44xx.
  credential: 4401,
  forbidden: 4403,
  gone: 4404,
} as const;
