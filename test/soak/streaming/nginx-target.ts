/** Starts nginx with its RTMP module as a stream target. It records what it receives, so that a test can count the frames. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const modulePath = '/usr/lib/nginx/modules/ngx_rtmp_module.so';
/** The header of a file without frames. */
const emptyBytes = 2_000;

export const hasNginxRtmp = () => existsSync(modulePath);

export interface NginxTarget {
  start(refuses?: boolean): void;
  signal(name: NodeJS.Signals): void;
  /** The size of all recorded files. */
  bytes(): number;
  /** The number of video frames in all recorded files. */
  frames(): number;
  close(): void;
}

const configuration = (folder: string, port: number, refuses: boolean) => `
load_module ${modulePath};
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/log warn;
events { worker_connections 64; }
rtmp { server { listen 127.0.0.1:${port}; application live {
  live on; record all; record_path ${folder}/kept; record_unique on; ${refuses ? 'deny publish all;' : ''}
} } }
`;

/** @param root a folder for its files */
export function nginxTarget(root: string, port: number): NginxTarget {
  const folder = mkdtempSync(join(root, 'nginx-'));
  const kept = mkdtempSync(join(folder, 'x-'));
  const setting = join(folder, 'nginx.conf');
  let child: ChildProcess | null = null;
  const files = () => readdirSync(kept).map((name) => join(kept, name));
  const framesOf = (file: string) =>
    Number(
      execFileSync(
        'ffprobe',
        [
          ...['-v', 'error', '-count_packets', '-select_streams', 'v:0'],
          ...['-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', file],
        ],
        { encoding: 'utf8' },
      ).trim(),
    );
  return {
    start(refuses = false) {
      writeFileSync(setting, configuration(folder, port, refuses).replace(`${folder}/kept`, kept));
      child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', setting], { stdio: ['ignore', 'ignore', 'inherit'] });
    },
    signal: (name) => void child?.kill(name),
    bytes: () => files().reduce((sum, file) => sum + statSync(file).size, 0),
    frames: () =>
      files()
        .filter((file) => statSync(file).size > emptyBytes)
        .reduce((sum, file) => sum + framesOf(file), 0),
    close() {
      child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
