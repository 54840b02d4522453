/**
 * GraphiQL without a network: the page and its files, all served from here. Loaded when a browser asks for it. GraphiQL reads
 * the schema as it starts, so the page asks for a key first.
 */
import { createRequire } from 'node:module';
import type * as GraphiQL from '@graphql-yoga/render-graphiql/graphiql';
import { browserLibrary } from '../../core/browser-libraries.ts';

const library: typeof GraphiQL = createRequire(import.meta.url)(
  browserLibrary('@graphql-yoga/render-graphiql/graphiql'),
);
const { css, editorWorkerService, favicon, graphqlWorker, js, jsonWorker } = library;

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
  defaultQuery: '{\n  __typename\n}\n',
  shouldPersistHeaders: false,
  subscriptionsProtocol: 'GRAPHQL_SSE',
};

/** The key stays in this page's memory: it is in no storage and in no address. */
const after = `
const endpoint = location.pathname.replace(/\\/$/, '');
document.querySelector('#console').href = endpoint.replace(/graphql$/, 'console/');
document.querySelector('#ask').addEventListener('submit', (submitted) => {
  submitted.preventDefault();
  const key = document.querySelector('#key').value.trim();
  document.querySelector('#ask').remove();
  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    ...${JSON.stringify(options)},
    headers: JSON.stringify({ Authorization: 'Bearer ' + key }, null, 2),
    endpoint,
  });
});`;

const askStyle =
  '#ask{max-width:28rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}#ask h1{font-size:1.5rem}#ask label{display:block;font-weight:600}#ask input{box-sizing:border-box;width:100%;margin:.25rem 0 1rem;padding:.625rem;border:1px solid #767676;border-radius:6px;font:inherit}#ask button{padding:.625rem 1rem;border:0;border-radius:6px;background:#1d3fbb;color:#fff;font:inherit;font-weight:600}';

/** Files are named relative to the page, so that they are found below /sandbox, too. */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${options.title}</title>
    <link rel="icon" href="${favicon}" />
    <link rel="stylesheet" href="graphql/graphiql.css" />
    <style>${askStyle}</style>
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>This page needs JavaScript.</noscript>
    <div id="root"></div>
    <form id="ask">
      <h1>GraphQL explorer</h1>
      <p>The explorer reads the schema of your organization, so it needs an API key. Create one in the <a id="console" href="console/">console</a> under Settings.</p>
      <label for="key">API key or access token</label>
      <input id="key" type="password" required autocomplete="off" spellcheck="false" />
      <button>Open explorer</button>
    </form>
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
