/** WebVTT (W3C): the file of captions that browsers and HLS players read. */
import { escapeContent } from '../base/escape-html.ts';
import { type Cue, cueDurationMaxMs, cueStartMaxMs, cueTextMax, inOrder } from './cue.ts';

/** Maximum number of cues of one file; an event of a day has some 20,000. */
export const vttCuesMax = 50_000;

/** Ties the time of the cues to the clock of the transport stream. */
export interface TimestampMap {
  /** 90 kHz. */
  readonly mpegts: number;
  readonly localMs: number;
}

export function vttTime(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const part = (value: number, size: number) => String(value).padStart(size, '0');
  const [hours, minutes] = [Math.floor(whole / 3_600_000), Math.floor(whole / 60_000) % 60];
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(Math.floor(whole / 1_000) % 60, 2)}.${part(whole % 1_000, 3)}`;
}

/** An empty line would end the cue, and `-->` would begin the next one: `>` is written as an entity. */
function cueText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\0', '').split('\n');
  return escapeContent(lines.filter((line) => line.trim() !== '').join('\n'));
}

/** @param map of a segment of HLS; absent: a whole file */
export function writeVtt(cues: readonly Cue[], map?: TimestampMap): string {
  const head = map ? `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${map.mpegts},LOCAL:${vttTime(map.localMs)}\n` : 'WEBVTT\n';
  const blocks = inOrder(cues).map(
    ({ endMs, startMs, text }) =>
      `${vttTime(startMs)} --> ${vttTime(Math.max(endMs, startMs + 1))}\n${cueText(text)}\n`,
  );
  return [head, ...blocks].join('\n');
}

export type VttRead =
  | { readonly ok: true; readonly cues: readonly Cue[] }
  | { readonly ok: false; readonly line: number; readonly problem: VttProblem };

export const vttProblems = ['no_header', 'time_invalid', 'ends_before_start', 'too_long', 'too_many'] as const;
export type VttProblem = (typeof vttProblems)[number];

const timing = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;

function readTime(text: string): number | null {
  const found = timing.exec(text);
  if (!found) return null;
  const [, hours = '0', minutes, seconds, ms] = found;
  const time = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(ms);
  return time <= cueStartMaxMs ? time : null;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

/** Tags of voices, classes and times are left out: what is kept is what is read. */
function plainText(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/<[^<>\n]{0,200}>/g, '')
    .replace(/&[a-z]{2,4};/g, (entity) => entities[entity] ?? entity)
    .trim();
}

const skipped = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

function readCue(lines: readonly string[], at: number): Cue | { line: number; problem: VttProblem } | null {
  const timed = lines.findIndex((line) => line.includes('-->'));
  if (timed < 0 || timed > 1) return null;
  const line = at + timed;
  const [from = '', to = ''] = (lines[timed] ?? '').split('-->', 2).map((part) => part.trim().split(/\s+/, 1)[0] ?? '');
  const [startMs, endMs] = [readTime(from), readTime(to)];
  if (startMs === null || endMs === null) return { line, problem: 'time_invalid' };
  if (endMs <= startMs) return { line, problem: 'ends_before_start' };
  const text = plainText(lines.slice(timed + 1));
  if (text.length > cueTextMax || endMs - startMs > cueDurationMaxMs) return { line, problem: 'too_long' };
  return text === '' ? null : { startMs, endMs, text };
}

/** @returns the cues in order; `line` from 1 where the file cannot be read */
export function readVtt(file: string): VttRead {
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return { ok: false, line: 1, problem: 'no_header' };
  const cues: Cue[] = [];
  let block: string[] = [];
  for (let at = 1; at <= lines.length; at += 1) {
    const line = lines[at];
    if (line !== undefined && line.trim() !== '') {
      block.push(line);
      continue;
    }
    const first = at - block.length + 1;
    const read = block.length === 0 || skipped.test(block[0] ?? '') ? null : readCue(block, first);
    block = [];
    if (read === null) continue;
    if ('problem' in read) return { ok: false, ...read };
    if (cues.length === vttCuesMax) return { ok: false, line: first, problem: 'too_many' };
    cues.push(read);
  }
  return { ok: true, cues: inOrder(cues) };
}
