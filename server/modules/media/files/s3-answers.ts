/** Reads the answers of an S3-compatible store: its XML answers are flat lists, which need no parser. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plainText(xml: string): string {
  return xml.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal ? String.fromCodePoint(Number(decimal)) : (entities[name] ?? whole);
  });
}

/** Returns the raw XML within each element of this name; its entities are not replaced. */
export function textsOf(xml: string, element: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))].map((match) => match[1] ?? '');
}

/** Returns the text of the first element of this name, with its entities replaced; null: there is none. */
export function textOf(xml: string, element: string): string | null {
  const [found] = textsOf(xml, element);
  return found === undefined ? null : plainText(found);
}
