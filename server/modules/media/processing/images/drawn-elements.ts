/**
 * Estimates how many elements an SVG unfolds to when it is drawn: what is referred to (`use`, patterns, masks, markers) is
 * drawn again at each place. Reads the tags alone; an upper bound of what renderers do, without drawing anything.
 */

interface Part {
  elements: number;
  readonly references: string[];
}

/** Sticky, never beyond the next `<`, with whole names: the time grows linearly with any text. */
const tagPattern = /<(\/?)([A-Za-z_][\w:.-]*)(?![\w:.-])((?:"[^"<]*"|'[^'<]*'|[^<>"'])*?)(\/?)>/y;
const idPattern = /[\s"']id\s*=\s*["']([^"']+)["']/;
const referencePattern = /#([^"')\s]+)/g;

/** Comments and CDATA hold no elements. @returns where the next thing begins; the text's length where it is not ended */
function endOf(text: string, at: number, begin: string, end: string): number | null {
  if (!text.startsWith(begin, at)) return null;
  const ended = text.indexOf(end, at + begin.length);
  return ended < 0 ? text.length : ended + end.length;
}

function* tagsOf(text: string): Generator<RegExpExecArray> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const next = endOf(text, at, '<!--', '-->') ?? endOf(text, at, '<![CDATA[', ']]>');
    if (next !== null) {
      at = next;
      continue;
    }
    tagPattern.lastIndex = at;
    const tag = tagPattern.exec(text);
    if (tag) yield tag;
    at += tag ? tag[0].length : 1;
  }
}

/** Each part under its id; an element counts for the nearest part around it, which refers to the parts within it. */
function partsOf(text: string): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const part = (id: string): Part => {
    const known = parts.get(id);
    if (known) return known;
    const made: Part = { elements: 0, references: [] };
    parts.set(id, made);
    return made;
  };
  const open: string[] = [''];
  for (const [, closing, name, attributes = '', empty] of tagsOf(text)) {
    if (name === undefined) continue;
    if (closing) {
      if (open.length > 1) open.pop();
      continue;
    }
    const around = open.at(-1)!;
    const id = idPattern.exec(` ${attributes}`)?.[1] ?? around;
    if (id !== around) part(around).references.push(id);
    part(id).elements++;
    for (const [, target] of attributes.matchAll(referencePattern)) part(id).references.push(target!);
    if (!empty) open.push(id);
  }
  return parts;
}

/** @returns the number, or `max + 1` for more; what refers to itself counts once, as renderers draw it */
export function drawnElements(text: string, max: number): number {
  const parts = partsOf(text);
  const known = new Map<string, number>();
  /** Parts whose references are being counted, with how far each has come: an own stack, because chains may be long. */
  const path: { readonly id: string; next: number; sum: number }[] = [];
  const begun = new Set<string>();
  const enter = (id: string) => {
    begun.add(id);
    path.push({ id, next: 0, sum: parts.get(id)?.elements ?? 0 });
  };
  enter('');
  for (;;) {
    const step = path.at(-1)!;
    const target = parts.get(step.id)?.references[step.next];
    if (target !== undefined && step.sum <= max) {
      const size = known.get(target);
      if (size === undefined && !begun.has(target)) {
        enter(target);
        continue;
      }
      step.sum += size ?? 0;
      step.next++;
      continue;
    }
    const size = Math.min(step.sum, max + 1);
    known.set(step.id, size);
    path.pop();
    if (path.length === 0) return size;
  }
}
