import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { pageHeaders } from './page-headers.js';

/** A response without a transport. */
export interface FileResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const start = 'index.html';

/** The directory that the build has written. */
function builtFiles(): string {
  return join(dirname(createRequire(import.meta.url).resolve('#package.json')), 'lib', 'console');
}

/** The files of the console, which are stored compressed. All but the first have a hash in their names. */
export class ConsoleFiles {
  readonly #findDirectory: () => string;

  constructor(findDirectory: () => string = builtFiles) {
    this.#findDirectory = findDirectory;
  }

  /** `name`: the path below the console's, which is one segment. */
  async respond(name: string, acceptEncoding = ''): Promise<FileResponse> {
    const file = name === '' ? start : name;
    const type = contentTypes[extname(file)];
    if (type === undefined || !/^[\w-]+(?:\.[\w-]+)+$/.test(file)) return notFound(name);
    let bytes: Buffer;
    try {
      bytes = await readFile(join(this.#findDirectory(), `${file}.gz`));
    } catch {
      return notFound(name);
    }
    const isCompressed = /\bgzip\b/.test(acceptEncoding);
    return {
      status: 200,
      headers: {
        ...pageHeaders,
        'content-type': type,
        'cache-control': file === start ? 'no-cache' : 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(isCompressed && { 'content-encoding': 'gzip' }),
      },
      body: isCompressed ? bytes : await promisify(gunzip)(bytes),
    };
  }
}

function notFound(name: string): FileResponse {
  const text = name === '' ? 'the build has not created the console' : 'the console has no such file';
  return {
    status: 404,
    headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(`${text}\n`),
  };
}
