/**
 * A file that has arrived whole becomes a record: its type is looked up in its content, its processor asked whether it
 * may be kept, its bytes put into the store, then one commit. A failure in between leaves an object without a
 * record, which the sweep removes.
 */

import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type FileRecord, files } from '#shared/modules/media/files.ts';
import { actorName } from '../../../core/policy/actor.ts';
import type { Transaction } from '../../../store/contract.ts';
import { withUrls } from './addresses.ts';
import { cleanName } from './clean-name.ts';
import type { MediaFacts, MediaProcessor } from './contract.ts';
import { countUsage, needRoom } from './file-limits.ts';
import { contentKey, type FileParts, filesPrefix, processorFor, type Sender } from './file-parts.ts';
import type { Received } from './receive.ts';
import { kindOf, sniffType } from './sniff-type.ts';

export interface Incoming {
  readonly id: string;
  /** Name that the client gave. */
  readonly name: string;
  readonly visibility: 'private' | 'public';
  readonly alt: string | null;
  /** Sent again with the same content, it brings the first answer back. */
  readonly idempotencyKey?: string;
  /** Uploads that it was put together of, as the client named them. */
  readonly joinedOf?: string | null;
}

/** Longer than any look at the head of a file takes. */
const inspectTimeoutMs = 20_000;

interface Known {
  readonly type: string;
  readonly processor: MediaProcessor | null;
  readonly facts: MediaFacts;
}

async function look(parts: FileParts, { path, size }: Received, name: string): Promise<Result<Known>> {
  const type = await sniffType(path, name);
  const processor = processorFor(parts, type);
  if (!processor) return ok({ type, processor, facts: {} });
  const signal = AbortSignal.any([parts.stopping, AbortSignal.timeout(inspectTimeoutMs)]);
  const facts = await processor.inspect({ path, type, size }, signal);
  return facts.ok ? ok({ type, processor, facts: facts.value }) : facts;
}

function valuesOf(
  { actor }: Sender,
  { id, name, visibility, alt, joinedOf = null }: Incoming,
  { sha256, size }: Received,
  { type, processor, facts }: Known,
): Readonly<Record<string, unknown>> {
  const given = {
    id,
    name: cleanName(name),
    sha256,
    visibility,
    status: processor ? 'processing' : 'ready',
    withheld: processor !== null && !processor.servesOriginal,
    variants: null,
  };
  const { id: _id, ...fields } = given;
  return {
    ...fields,
    type,
    kind: kindOf(type),
    size,
    alt,
    width: facts.width ?? null,
    height: facts.height ?? null,
    durationMs: facts.durationMs ?? null,
    problem: null,
    progress: null,
    uploadedBy: actorName(actor),
    tries: 0,
    joinedOf,
    ...withUrls(actor.tenant, given),
  };
}

/**
 * @param received lies on this machine's disk; moved into the store unless the processor refuses it
 * @param also written in the same transaction
 * @returns the record; the one that is there already where the id was kept before; or why it is not kept
 * @throws StoreFull, FileStoreFault, StoreFault
 */
export async function keepFile(
  parts: FileParts,
  sender: Sender,
  incoming: Incoming,
  received: Received,
  also: (tx: Transaction) => Promise<void> = async () => {},
): Promise<Result<FileRecord>> {
  const { tenant } = sender.actor;
  const { id } = incoming;
  const known = await look(parts, received, cleanName(incoming.name));
  if (!known.ok) return known;
  const tenantStore = await parts.tenantStore(tenant);
  if (!tenantStore) throw new Error('a sender without a tenant');
  await parts.store.take(contentKey(tenant, id, received.sha256), received.path);
  const done = await tenantStore.commit(actorName(sender.actor), async (tx) => {
    const there = await tx.get(files, id);
    if (there) return ok({ record: there, repeated: false });
    const earlier = await recalled(tx, sender, incoming, received);
    if (!earlier.ok) return earlier;
    if (earlier.value) return ok({ record: earlier.value, repeated: true });
    const room = await needRoom(tx, sender.limits, received.size);
    if (!room.ok) return room;
    await countUsage(tx, { bytes: received.size, files: 1 });
    const record = await tx.create(files, valuesOf(sender, incoming, received, known.value), id);
    await also(tx);
    if (incoming.idempotencyKey !== undefined)
      await tx.remember(keyOf(sender, incoming), bodyHashOf(incoming, received), { file: id });
    return ok({ record: record, repeated: false });
  });
  if (!done.ok || done.value.value.repeated) await parts.store.deleteAll(`${filesPrefix(tenant)}${id}/`);
  return done.ok ? ok(done.value.value.record) : done;
}

const keyOf = ({ actor }: Sender, { idempotencyKey }: Incoming) => `${actorName(actor)} upload ${idempotencyKey}`;

const bodyHashOf = ({ name, visibility, alt }: Incoming, { sha256 }: Received) =>
  JSON.stringify([sha256, cleanName(name), visibility, alt]);

/** The file an earlier request with the same key was answered with. */
async function recalled(
  tx: Transaction,
  sender: Sender,
  incoming: Incoming,
  received: Received,
): Promise<Result<FileRecord | null>> {
  if (incoming.idempotencyKey === undefined) return ok(null);
  const earlier = await tx.recall(keyOf(sender, incoming));
  if (!earlier) return ok(null);
  if (earlier.bodyHash !== bodyHashOf(incoming, received))
    return refuse({
      code: 'idempotency_key_reused',
      message: 'This Idempotency-Key was used with another file. Use a new key for a new request.',
    });
  return ok(await tx.get(files, String((earlier.answer as { file?: unknown }).file)));
}
