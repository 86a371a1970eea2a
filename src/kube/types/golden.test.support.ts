import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJson } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { typeOfKind } from './kinds.js';

/** An object of Kubernetes' API test data, as JSON and as protobuf. */
export interface GoldenObject {
  readonly name: string;
  readonly object: JsonObject;
  readonly protobuf: Buffer;
}

/** Returns the objects of served kinds; none if the test data is not available. */
export function goldenObjects(): GoldenObject[] {
  const found = execFileSync(process.execPath, ['tools/fetch-golden.mjs', '--find'], { encoding: 'utf8' }).trim();
  if (found === '') return [];
  const folder = join(found, 'HEAD');
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? file.slice(0, -5) : []));
  return names.flatMap((name) => {
    const object = decodeJson(readFileSync(join(folder, `${name}.json`))) as JsonObject;
    const isServed = typeOfKind(String(object['apiVersion']), String(object['kind'])) !== undefined;
    return isServed ? [{ name, object, protobuf: readFileSync(join(folder, `${name}.pb`)) }] : [];
  });
}
