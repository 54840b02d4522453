/** The ceiling of S3: Node serving one file from disk, as a process of its own. First argument: the file. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [path = ''] = process.argv.slice(2);
const { size } = statSync(path);
const server = createServer((_request, response) => {
  response.setHeader('Content-Length', size);
  createReadStream(path).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
