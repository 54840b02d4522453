/** GraphiQL without a network: the page and its files, all served from here. Loaded when a browser asks for it. */
import {
  css,
  editorWorkerService,
  favicon,
  graphqlWorker,
  js,
  jsonWorker,
} from '@graphql-yoga/render-graphiql/graphiql';

/** The page's own files, the styles its editor makes, and this server alone. */
export const pageCsp =
  "default-src 'none'; script-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const before = `
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) =>
    'graphql/' + ({ json: 'json-worker.js', graphql: 'graphql-worker.js' }[label] ?? 'editor-worker.js'),
};`;

const options = {
  title: 'Gatehouse GraphQL',
  headers: '{\n  "Authorization": "Bearer YOUR_API_KEY"\n}',
  defaultQuery: '# Enter your API key in the headers below, then run the query.\n{\n  __typename\n}\n',
  shouldPersistHeaders: false,
  subscriptionsProtocol: 'GRAPHQL_SSE',
};

const after = `
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
  ...${JSON.stringify(options)},
  endpoint: location.pathname.replace(/\\/$/, ''),
});`;

/** Files are named relative to the page, so that they are found below /sandbox, too. */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${options.title}</title>
    <link rel="icon" href="${favicon}" />
    <link rel="stylesheet" href="graphql/graphiql.css" />
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>This page needs JavaScript.</noscript>
    <div id="root"></div>
    <script src="graphql/graphiql.js"></script>
  </body>
</html>
`;

interface PageFile {
  readonly type: string;
  readonly text: string;
}

const script = (text: string): PageFile => ({ type: 'text/javascript; charset=utf-8', text });

export const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  ['graphiql.js', script(`${before}\n${js};\n${after}\n`)],
  ['graphiql.css', { type: 'text/css; charset=utf-8', text: css }],
  ['editor-worker.js', script(editorWorkerService)],
  ['json-worker.js', script(jsonWorker)],
  ['graphql-worker.js', script(graphqlWorker)],
]);
