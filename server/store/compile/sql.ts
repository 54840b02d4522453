/**
 * SQL text and its parameters grown together. Text comes from template literals and declared names only; every other
 * value in `${…}` is bound, so that no value can become SQL. Places of parameters are written `?`.
 */

/** Arrays are for databases that know them. */
export type Bound = string | number | boolean | null | readonly (string | number | boolean)[];

export class Sql {
  readonly text: string;
  readonly parameters: readonly Bound[];

  constructor(text: string, parameters: readonly Bound[] = []) {
    this.text = text;
    this.parameters = parameters;
  }
}

export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | Bound)[]): Sql {
  let text = texts[0]!;
  const parameters: Bound[] = [];
  for (const [i, part] of parts.entries()) {
    if (part instanceof Sql) {
      text += part.text;
      parameters.push(...part.parameters);
    } else {
      text += '?';
      parameters.push(part);
    }
    text += texts[i + 1]!;
  }
  return new Sql(text, parameters);
}

/** `separator` is SQL of ours. */
export function join(parts: readonly Sql[], separator: ' AND ' | ' OR ' | ', ' | ''): Sql {
  return new Sql(
    parts.map((part) => part.text).join(separator),
    parts.flatMap((part) => part.parameters),
  );
}
