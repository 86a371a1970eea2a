import { posix } from 'node:path';
import { isJsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import type { Revision } from '../../storage/index.js';

const version = 'meta.k8s.io/v1';

/** Where a list goes on. */
export interface Position {
  /** In the state of then; undefined: in the newest. */
  readonly revision: Revision | undefined;
  readonly startKey: string;
}

/** In kube-apiserver's form: the key is relative to what is listed. */
export function encodeContinue({ revision = -1n, startKey }: Position, prefix: string): string {
  const token = `{"v":"${version}","rv":${revision},"start":${JSON.stringify(startKey.slice(prefix.length))}}`;
  return Buffer.from(token).toString('base64url');
}

/** Throws `badRequest` for what no list has given out. */
export function decodeContinue(token: string, prefix: string): Position {
  const text = Buffer.from(token, 'base64url').toString();
  if (!/^[A-Za-z0-9_-]*$/.test(token)) throw refused('continue key is not valid: illegal base64 data');
  const value = parse(text);
  if (!isJsonObject(value)) throw refused('continue key is not valid: not an object');
  const { v = '', start = '' } = value;
  const revision = BigInt(/"rv":\s*(-?\d{1,19})[,}\s]/.exec(text)?.[1] ?? 0);
  if (v !== version) {
    throw refused(`continue key is not valid: server does not recognize this encoded version ${JSON.stringify(v)}`);
  }
  if (revision === 0n)
    throw refused(`continue key is not valid: incorrect encoded start resourceVersion (version ${version})`);
  if (typeof start !== 'string' || start === '') {
    throw refused(`continue key is not valid: encoded start key empty (version ${version})`);
  }
  const rooted = start.startsWith('/') ? start : `/${start}`;
  if (posix.normalize(rooted) !== rooted) throw refused(`continue key is not valid: ${start}`);
  return { revision: revision < 0n ? undefined : revision, startKey: prefix + rooted.slice(1) };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw refused(`continue key is not valid: ${error instanceof Error ? error.message : error}`);
  }
}

function refused(problem: string): Error {
  return badRequest(`invalid continue token: ${problem}`);
}
