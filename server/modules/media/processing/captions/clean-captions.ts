/**
 * Captions with nothing in them but times and words: WebVTT (W3C, sections 4 and 6) is read cue by cue and written
 * again. Style sheets, regions, notes and ids are left out (a style may load pictures from other servers), tags are
 * those of a closed list without classes, and everything else between angle brackets is text.
 */
import { escapeContent } from '#shared/base/escape-html.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { problem } from '../problem.ts';

export const captionBytesMax = 2 * 1024 * 1024;
const cuesMax = 20_000;
const cueCharsMax = 2_000;

const time = '(?:\\d{2,4}:)?[0-5]\\d:[0-5]\\d\\.\\d{3}';
const timing = new RegExp(`^(${time})[ \\t]+-->[ \\t]+(${time})(?:[ \\t](.*))?$`);
const settings =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,4}(?:\.\d{1,3})?%?(?:,(?:start|center|end))?|position:\d{1,3}(?:\.\d{1,3})?%(?:,(?:line-left|center|line-right))?|size:\d{1,3}(?:\.\d{1,3})?%|align:(?:start|center|end|left|right))$/;
/** Tags of a caption, with the annotation of who speaks, or in which language. */
const tag = new RegExp(
  `<(?:/(?:b|i|u|c|v|lang|ruby|rt)|(?:b|i|u|c|ruby|rt)(?:\\.[^<>&]*)?|${time}|(v|lang)(?:\\.[^\\s<>&]*)?[ \\t]+([^<>]{1,200}))>`,
  'g',
);
const references: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
};

function escaped(text: string): string {
  return escapeContent(text.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (name) => references[name] ?? name));
}

function cleanLine(line: string): string {
  let clean = '';
  let copiedTo = 0;
  for (const found of line.matchAll(tag)) {
    const [text, voice, annotation] = found;
    clean += escaped(line.slice(copiedTo, found.index));
    clean += voice && annotation ? `<${voice} ${escaped(annotation.trim())}>` : text.replace(/^<(\w+)\..*>$/, '<$1>');
    copiedTo = found.index + text.length;
  }
  return clean + escaped(line.slice(copiedTo));
}

/** @returns null: it is no cue */
function cleanCue(block: string): string | null {
  const lines = block.split('\n');
  const at = lines.findIndex((line) => line.includes('-->'));
  // An id stands in one line before the times.
  if (at < 0 || at > 1) return null;
  const times = timing.exec(lines[at]!.trim());
  if (!times) return null;
  const [, from, to, rest = ''] = times;
  const kept = rest.split(/[ \t]+/).filter((one) => settings.test(one));
  const words = lines
    .slice(at + 1)
    .join('\n')
    .slice(0, cueCharsMax)
    .split('\n')
    .map(cleanLine);
  return [[from, '-->', to, ...kept].join(' '), ...words].join('\n');
}

/** @returns the captions as they may be served, in UTF-8 */
export function cleanCaptions(bytes: Uint8Array): Result<string> {
  if (bytes.length > captionBytesMax)
    return problem('media_too_large', `The captions must have at most ${captionBytesMax} bytes. Upload them in parts.`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return problem('media_broken', 'The captions must be text in UTF-8. Save them as UTF-8.');
  }
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(lines))
    return problem('media_broken', 'The captions must begin with WEBVTT. Export them as WebVTT.');
  const blocks = lines
    .trimEnd()
    .split(/\n{2,}/)
    .slice(1);
  const cues = blocks.map(cleanCue).filter((cue) => cue !== null);
  if (cues.length > cuesMax)
    return problem('media_too_large', `The captions have more than ${cuesMax} cues. Upload them in parts.`);
  return ok(`${['WEBVTT', ...cues].join('\n\n')}\n`);
}
