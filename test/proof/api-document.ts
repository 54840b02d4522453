/** An OpenAPI document as a list of operations, and as a judge of answers: are they named in it, and as it says? */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { must } from '#shared/base/assert.ts';
import { type Answer, type Body, isDecent } from '#test/fixtures/test-server.ts';

export interface Operation {
  readonly operationId: string;
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Body;
  }[];
  readonly body: Body | undefined;
  readonly responses: Readonly<Record<string, Body>>;
}

/** Null: as the document says. `isWhole`: neither some fields were asked for nor records inside. */
export type Judge = (operation: Operation, answer: Answer, isWhole: boolean) => string | null;

type Components = Readonly<Record<'schemas' | 'parameters' | 'responses', Readonly<Record<string, Body>>>>;

export function schemasOf(document: Body): Readonly<Record<string, Body>> {
  return (document['components'] as Components).schemas;
}

export function operationsOf(document: Body): readonly Operation[] {
  const { components, paths } = document as {
    readonly components: Components;
    readonly paths: Readonly<Record<string, Readonly<Record<string, Body>>>>;
  };
  const found = (kind: 'parameters' | 'responses', one: Body): Body => {
    const name =
      String(one['$ref'] ?? '')
        .split('/')
        .at(-1) ?? '';
    return name === '' ? one : must(components[kind][name], name);
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const {
        parameters = [],
        requestBody,
        responses,
      } = operation as {
        parameters?: Body[];
        requestBody?: { content: Record<string, Body> };
        responses: Record<string, Body>;
      };
      const said = Object.entries(responses).map(([status, one]) => [status, found('responses', one)] as const);
      return {
        operationId: String(operation['operationId']),
        path,
        method: method.toUpperCase(),
        parameters: parameters.map((one) => found('parameters', one)) as unknown as Operation['parameters'],
        body: requestBody?.content['application/json']?.['schema'] as Body | undefined,
        responses: Object.fromEntries(said),
      };
    }),
  );
}

/** Each component is a schema of its own to the validator, so that it is compiled once and not wherever it is named. */
const standingAlone = (schema: unknown): Body =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"component:')) as Body;

/** A request without `fields` and `populate` gets whole records. */
function wholly(schema: unknown): Body {
  const part = /\{"anyOf":\[(\{"\$ref":"[^"]+"\}),\{"\$ref":"#\/components\/schemas\/PartOfARecord"\}\]\}/g;
  return JSON.parse(JSON.stringify(schema).replaceAll(part, '$1')) as Body;
}

export function judgeOf(document: Body): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
  for (const [name, schema] of Object.entries(schemasOf(document)))
    ajv.addSchema(standingAlone(schema), `component:${name}`);
  const compiled = new Map<unknown, ValidateFunction>();
  const compiledParts = new Map<unknown, ValidateFunction>();

  return ({ responses }, answer, isWhole) => {
    // A busy machine may answer 503; any other undocumented answer is a fault.
    if (answer.status === 503 && ['overloaded', 'query_timeout'].includes(answer.codes[0] ?? '')) return null;
    if (!isDecent(answer)) return 'a fault';
    const said = responses[String(answer.status)];
    if (!said) return `no answer ${answer.status} is described`;
    const content = (said as { content?: Record<string, Body> }).content;
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    // A file has no schema beyond its type: it must be one of those that the operation names.
    if (type !== 'application/json' && content && Object.hasOwn(content, type)) return null;
    const media = content?.['application/json'];
    if (!media) return answer.text === '' ? null : 'a body where none is described';
    const { schema } = media;
    const kept = isWhole ? compiled : compiledParts;
    const validate = kept.get(schema) ?? ajv.compile(standingAlone(isWhole ? wholly(schema) : schema));
    kept.set(schema, validate);
    return validate(JSON.parse(answer.text || '{}')) ? null : JSON.stringify(validate.errors).slice(0, 500);
  };
}
