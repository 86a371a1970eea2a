// Follows staging/src/k8s.io/apiserver/pkg/storage/continue.go (v1.36)

import { posix } from 'node:path';
import { DecodeError, decodeJson } from '../../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue, jsonTypeName } from '../../../apimachinery/meta/index.js';
import { badRequest } from '../../../apimachinery/status/index.js';
import type { Revision } from '../../../storage/index.js';

const version = 'meta.k8s.io/v1';

/** The position from which a list continues. */
export interface Position {
  /** Undefined: continue in the newest state. */
  readonly revision: Revision | undefined;
  readonly startKey: string;
}

/** Encodes a continue token in kube-apiserver's format: the key is relative to the list's prefix. */
export function encodeContinue({ revision = -1n, startKey }: Position, prefix: string): string {
  const token = `{"v":"${version}","rv":${revision},"start":${JSON.stringify(startKey.slice(prefix.length))}}`;
  return Buffer.from(token).toString('base64url');
}

/** Throws `badRequest` for a token that no list has issued. */
export function decodeContinue(token: string, prefix: string): Position {
  const value = parse(bytesOf(token));
  const { v = '', start = '', rv = 0 } = value ?? {};
  if (typeof rv !== 'number' && typeof rv !== 'bigint') throw mistyped(rv, 'rv of type int64');
  if (typeof start !== 'string') throw mistyped(start, 'start of type string');
  if (v !== version) throw refused(`server does not recognize this encoded version ${v}`);
  if (rv === 0) throw refused(`incorrect encoded start resourceVersion (version ${version})`);
  if (start === '') throw refused(`encoded start key empty (version ${version})`);
  const rooted = start.startsWith('/') ? start : `/${start}`;
  if (posix.normalize(rooted) !== rooted) throw refused(start);
  return { revision: rv < 0 ? undefined : BigInt(rv), startKey: prefix + rooted.slice(1) };
}

function bytesOf(token: string): Buffer {
  const stray = token.search(/[^A-Za-z0-9_-]/);
  const end = token.length % 4 === 1 ? token.length - 1 : -1;
  const at = stray < 0 ? end : stray;
  if (at >= 0) throw refused(`illegal base64 data at input byte ${at}`);
  return Buffer.from(token, 'base64url');
}

function parse(bytes: Buffer): JsonObject | null {
  try {
    const value = decodeJson(bytes);
    if (value === null || isJsonObject(value)) return value;
    throw refused(`json: cannot unmarshal ${jsonTypeName(value)} into Go value of type storage.continueToken`);
  } catch (error) {
    throw error instanceof DecodeError ? refused(error.message) : error;
  }
}

function mistyped(value: JsonValue, field: string): Error {
  return refused(`json: cannot unmarshal ${jsonTypeName(value)} into Go struct field continueToken.${field}`);
}

function refused(problem: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${problem}`);
}
