/**
 * May an SVG be drawn? It is rasterised and never served as it came; still nothing is handed to the renderer that names
 * something outside itself, runs, or unfolds. Refuses rather than cleans: what is cut out of a drawing changes it.
 */
import type { Refused } from '#shared/base/result.ts';
import { problem } from '../problem.ts';
import { drawnElements } from './drawn-elements.ts';

const refused = (said: string) =>
  problem('media_refused', `The SVG contains ${said}, which is not accepted. Save it as a plain SVG, or as PNG.`);

/** Elements that have no use in a still picture, or carry another document. By local name, in any namespace. */
const elementsRefused = [
  'script',
  'handler',
  'listener',
  'foreignObject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'image',
  'feImage',
  'include',
] as const;

const elementPattern = new RegExp(`<\\s*(?:[\\w.-]+:)?(${elementsRefused.join('|')})(?=[\\s/>])`, 'i');
/** The value must begin with `#`: what is written as a character reference does not, and is refused with the rest. */
const referencePattern = /[\s"'](?:[\w.-]+:)?(?:href|src|base|action|data)\s*=\s*(?:"(?!#)|'(?!#)|[^"'\s])/i;
const urlPattern = /url\s*\((?!\s*(?:["']\s*)?#)/i;
const handlerPattern = /[\s"']on[a-z]+\s*=/i;
/** Drawn twice, an element counts twice. A detailed map has some ten thousand. */
const elementsMax = 100_000;
/** Blurs, shadows and textures work on every pixel. */
const filterStepsMax = 50;

/** @returns why it is refused, or null */
export function checkSvg(bytes: Uint8Array): Refused | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return problem('media_broken', 'The SVG must be text in UTF-8. Save it as UTF-8.');
  }
  const encoding = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1];
  if (encoding !== undefined && !/^(utf-8|us-ascii)$/i.test(encoding))
    return refused(`text as ${encoding.slice(0, 20)}`);
  if (/<!(?!--|\[CDATA\[|DOCTYPE\s[^[<]*>)/i.test(text)) return refused('entities');
  if (/<\?(?!xml\s)/i.test(text)) return refused('processing instructions');
  const element = elementPattern.exec(text)?.[1];
  if (element !== undefined) return refused(`<${element}>`);
  if (handlerPattern.test(text)) return refused('scripts');
  if (referencePattern.test(text) || urlPattern.test(text) || /@import/i.test(text))
    return refused('references to the outside');
  // `\75rl(` is `url(` to a style sheet.
  if (/<style[\s>]|style\s*=/i.test(text) && text.includes('\\')) return refused('escapes in its styles');
  if ((text.match(/<\s*(?:[\w.-]+:)?fe[A-Z]/g) ?? []).length > filterStepsMax) return refused('too many filters');
  if (drawnElements(text, elementsMax) > elementsMax) return refused('too many elements or repetitions');
  return null;
}
