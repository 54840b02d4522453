/**
 * The page at /api/docs: reads openapi.json beside it, lists the operations, shows one, and calls it when asked to. The
 * key lies in the tab's session storage and goes to this server alone. Text only ever becomes text, never markup.
 */
const keyName = 'gatehouse-docs-key';
const base = location.pathname.replace(/\/api\/docs\/?$/, '');
const at = (id) => document.getElementById(id);
const methods = ['get', 'post', 'patch', 'delete', 'options'];
const answerCharsMax = 200_000;

let doc = null;
let operations = [];

/** make('p', {class: 'quiet'}, 'text', child) */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** `code` in descriptions, and nothing else of Markdown. */
function inline(text) {
  return (text ?? '').split('`').map((part, i) => (i % 2 ? make('code', {}, part) : part));
}

function prose(text) {
  const lines = (text ?? '').split('\n').filter(Boolean);
  return lines.map((line) => make('p', {}, ...inline(line.replace(/^- /, '• '))));
}

const key = () => sessionStorage.getItem(keyName) ?? '';

function resolve(thing) {
  let found = thing;
  for (let i = 0; i < 10 && found?.$ref; i += 1)
    found = found.$ref
      .slice(2)
      .split('/')
      .reduce((node, step) => node?.[step], doc);
  return found ?? {};
}

const linkOf = (id) => `#${encodeURIComponent(id)}`;

async function load() {
  at('state').textContent = 'Loading…';
  const headers = key() === '' ? {} : { authorization: `Bearer ${key()}` };
  try {
    const response = await fetch(`${base}/api/openapi.json`, { headers });
    const body = await response.json();
    if (!response.ok)
      throw new Error(body.errors?.[0]?.message ?? `The server responded with status ${response.status}.`);
    doc = body;
  } catch (fault) {
    at('state').textContent = `The document could not be loaded: ${fault.message}`;
    return;
  }
  operations = Object.entries(doc.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })),
  );
  at('title').textContent = `${doc.info.title} ${doc.info.version}`;
  at('state').textContent =
    key() === '' ? 'Without a key, only public operations are shown. Enter a key above to see the rest.' : '';
  drawList();
  drawShown();
}

function drawList() {
  const words = at('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = operations.filter((one) => {
    const text = `${one.method} ${one.path} ${one.operationId} ${one.summary} ${one.tags?.join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  at('count').textContent = `${matches.length} of ${operations.length} operations`;
  const current = decodeURIComponent(location.hash.slice(1));
  const groups = doc.tags.map(({ name }) => {
    const inside = matches.filter((one) => one.tags?.[0] === name);
    if (inside.length === 0) return null;
    const links = inside.map((one) => {
      const selected = one.operationId === current ? { 'aria-current': 'page' } : {};
      const method = make('span', { class: 'method' }, one.method.toUpperCase());
      const link = make('a', { href: linkOf(one.operationId), ...selected }, method, make('span', {}, one.summary));
      return make('li', {}, link);
    });
    return make('section', { 'aria-label': name }, make('h2', {}, name), make('ul', {}, ...links));
  });
  at('list').replaceChildren(...groups.filter(Boolean));
}

function typeOf(schema) {
  const given = resolve(schema);
  const type = [given.type].flat().filter(Boolean).join(' or ');
  if (given.enum) return given.enum.map(String).join(' | ');
  if (given.items) return `list of ${typeOf(given.items)}`;
  const named = given['x-relation'] ? `→ ${given['x-relation']}` : given.format;
  return [type || (given.anyOf ? given.anyOf.map(typeOf).join(' or ') : 'any'), named].filter(Boolean).join(', ');
}

function boundsOf(schema) {
  const names = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'pattern', 'default'];
  const given = resolve(schema);
  return names
    .filter((name) => name in given)
    .map((name) => `${name} ${JSON.stringify(given[name])}`)
    .join(', ');
}

function table(heads, rows) {
  const head = make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)));
  const body = rows.map((cells) => make('tr', {}, ...cells.map((cell) => make('td', {}, ...[cell].flat()))));
  return make(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': heads[0] },
    make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)),
  );
}

function fieldRows(schema, prefix = '', depth = 0) {
  const { properties = {}, required = [] } = resolve(schema);
  return Object.entries(properties).flatMap(([name, field]) => {
    const given = resolve(field);
    const inner = given.properties ? given : resolve(given.items ?? {});
    const needed = required.includes(name) ? make('span', { class: 'needed' }, ' required') : '';
    const path = `${prefix}${name}`;
    const row = [
      [make('code', {}, path), needed],
      typeOf(field),
      [...inline(given.description), ' ', make('span', { class: 'quiet' }, boundsOf(field))],
    ];
    const below =
      inner.properties && depth < 3 ? fieldRows(inner, given.items ? `${path}[].` : `${path}.`, depth + 1) : [];
    return [row, ...below];
  });
}

const pretty = (value) => JSON.stringify(value, null, 2);
const code = (text, label) => make('pre', { tabindex: '0', 'aria-label': label, role: 'region' }, text);

function drawShown() {
  const current = decodeURIComponent(location.hash.slice(1));
  const one = operations.find(({ operationId }) => operationId === current);
  const shown = at('shown');
  for (const link of at('list').querySelectorAll('a'))
    if (link.hash === linkOf(current)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  if (!one) {
    shown.replaceChildren(make('h1', {}, doc.info.title), ...prose(doc.info.description));
    return;
  }
  const parameters = (one.parameters ?? []).map(resolve);
  const content = one.requestBody?.content?.['application/json'];
  const parts = [
    make('h1', {}, one.summary),
    make('p', { class: 'address' }, `${one.method.toUpperCase()} ${base}${one.path}`),
    ...prose(one.description),
  ];
  if (parameters.length > 0) {
    const rows = parameters.map((p) => [
      [make('code', {}, p.name), p.required ? make('span', { class: 'needed' }, ' required') : ''],
      p.in,
      typeOf(p.schema),
      inline(p.description),
    ]);
    parts.push(make('h2', {}, 'Parameters'), table(['Parameter', 'In', 'Type', 'Meaning'], rows));
  }
  const where = parameters.find(({ name }) => name === 'where');
  if (where) parts.push(operatorsPart(where));
  if (content) {
    parts.push(make('h2', {}, 'Body'), table(['Field', 'Type', 'Meaning'], fieldRows(content.schema)));
    if (content.example !== undefined) parts.push(code(pretty(content.example), 'Example of a body'));
  }
  parts.push(
    make('h2', {}, 'Answers'),
    ...Object.entries(one.responses).map(answerPart),
    tryPart(one, parameters, content),
  );
  shown.replaceChildren(...parts);
  document.title = `${one.summary} · Gatehouse API`;
}

function operatorsPart(where) {
  const { properties = {} } = resolve(where.schema);
  const rows = Object.entries(properties)
    .filter(([, field]) => field.$ref)
    .map(([name, field]) => [make('code', {}, name), Object.keys(resolve(field).properties ?? {}).join(', ')]);
  return make(
    'details',
    {},
    make('summary', {}, 'Filters: the operators of each field'),
    table(['Field', 'Operators'], rows),
  );
}

function answerPart([status, given]) {
  const { description, content } = resolve(given);
  const media = content?.['application/json'];
  const name = make(
    'summary',
    {},
    make('strong', { class: status < 400 ? 'good' : 'bad' }, status),
    ' ',
    ...inline(description),
  );
  const rows = media ? fieldRows(media.schema) : [];
  return make(
    'details',
    {},
    name,
    rows.length > 0 ? table(['Field', 'Type', 'Meaning'], rows) : '',
    media?.example === undefined ? '' : code(pretty(media.example), `Example of ${status}`),
  );
}

function input(label, id, value, needed) {
  const attributes = { id, value, spellcheck: 'false', autocomplete: 'off', ...(needed ? { required: '' } : {}) };
  return make('div', { class: 'field' }, make('label', { for: id }, label), make('input', attributes));
}

function tryPart(one, parameters, content) {
  const simple = parameters.filter(
    ({ in: place, name }) => place === 'path' || (place === 'query' && name !== 'where') || place === 'header',
  );
  const fields = simple.map((p, i) =>
    input(`${p.name} (${p.in})`, `p${i}`, p.in === 'path' ? String(p.example ?? '') : '', p.required),
  );
  const filter = parameters.some(({ name }) => name === 'where')
    ? [input('Filters, e.g. where[id][exists]=true', 'filters', '', false)]
    : [];
  const body = content
    ? [
        make(
          'div',
          { class: 'field' },
          make('label', { for: 'body' }, 'Body (JSON)'),
          make('textarea', { id: 'body', spellcheck: 'false' }, pretty(content.example ?? {})),
        ),
      ]
    : [];
  const out = make('div', { id: 'answer', 'aria-live': 'polite' });
  const form = make(
    'form',
    { id: 'try' },
    ...fields,
    ...filter,
    ...body,
    make('button', {}, 'Send'),
    make('p', { class: 'quiet' }, 'This runs for real, with the key above.'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(one, simple, out);
  });
  return make('section', { 'aria-label': 'Try it' }, make('h2', {}, 'Try it'), form, out);
}

async function send(one, simple, out) {
  const headers = key() === '' ? {} : { authorization: `Bearer ${key()}` };
  const query = new URLSearchParams(at('filters')?.value ?? '');
  let path = one.path;
  for (const [i, { name, in: place }] of simple.entries()) {
    const { value } = at(`p${i}`);
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (place === 'query') query.set(name, value);
    else headers[name] = value;
  }
  const text = at('body')?.value;
  if (text !== undefined) headers['content-type'] = 'application/json';
  const address = `${base}${path}${query.size > 0 ? `?${query}` : ''}`;
  out.replaceChildren(make('p', {}, 'Waiting…'));
  try {
    const response = await fetch(address, {
      method: one.method.toUpperCase(),
      headers,
      ...(text === undefined ? {} : { body: text }),
    });
    const said = (await response.text()).slice(0, answerCharsMax);
    let shown = said;
    try {
      shown = pretty(JSON.parse(said));
    } catch {
      // Shown as it came.
    }
    const status = make(
      'p',
      { class: response.ok ? 'good' : 'bad', id: 'status' },
      `${response.status} ${response.statusText}`,
    );
    out.replaceChildren(status, code(shown || '(no body)', 'Answer'));
  } catch (fault) {
    out.replaceChildren(make('p', { class: 'bad', id: 'status' }, `No response: ${fault.message}`));
  }
}

at('key').value = key();
at('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(keyName, at('key').value.trim());
  void load();
});
at('forget').addEventListener('click', () => {
  sessionStorage.removeItem(keyName);
  at('key').value = '';
  void load();
});
at('search').addEventListener('input', () => doc && drawList());
addEventListener('hashchange', () => {
  if (!doc) return;
  drawShown();
  at('main').focus({ preventScroll: true });
  scrollTo(0, 0);
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(?:INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  at('search').focus();
});
void load();
