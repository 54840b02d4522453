/** Captions of the outgoing video: cues of the server, put into the packets as CEA-608. */
import { CaptionInserter } from '#shared/captions/caption-inserter.ts';
import type { LiveCue, MediaPacket, StreamTap } from './tap.ts';

/** Maximum number of cues that are remembered, because an answer can bring one again. */
const seenMax = 500;
/** An older cue comes from a process that has ended: it was shown then. */
const lateMs = 20_000;

export function openCaptionTap(): StreamTap {
  let inserter: CaptionInserter<MediaPacket> | null = null;
  let lastMs = 0;
  const seen = new Set<string>();
  const take = ({ durationMs, id, startMs, text }: LiveCue) => {
    if (seen.has(id) || startMs + durationMs < lastMs - lateMs) return;
    seen.add(id);
    for (const oldest of seen) {
      if (seen.size <= seenMax) break;
      seen.delete(oldest);
    }
    inserter ??= new CaptionInserter<MediaPacket>();
    inserter.caption({ startMs, endMs: startMs + durationMs, text });
  };
  let setup: MediaPacket | null = null;
  return {
    onCues: (cues) => {
      const wasOff = inserter === null;
      for (const cue of cues) take(cue);
      // The format of units is in a packet that came before the first cue.
      if (wasOff && setup) inserter?.push(setup);
    },
    transform(packet) {
      lastMs = Math.max(lastMs, packet.timestampMs);
      if (packet.kind === 'video' && packet.data[1] === 0) setup = packet;
      return inserter?.push(packet) ?? [packet];
    },
    flush: () => inserter?.finish() ?? [],
  };
}
