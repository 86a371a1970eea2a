import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeJson, decodeJsonStrict } from './json-decode.js';
import { encodeJson, encodeJsonPretty } from './json-encode.js';
import { decodeYamlStrict } from './yaml-decode.js';
import { encodeYaml } from './yaml-encode.js';

const folder = execFileSync(process.execPath, ['tools/fetch-golden.mjs', '--find'], { encoding: 'utf8' }).trim();
const names = folder === '' ? [] : objectNames(join(folder, 'HEAD'));

describe("Kubernetes' golden objects", () => {
  const isThere = names.length > 0;
  const leftOut = 'not on this machine: `node tools/fetch-golden.mjs` gets them';
  test.skipIf(!isThere && !process.env['CI'])(isThere ? 'are there' : leftOut, () => {
    expect(names.length, leftOut).toBeGreaterThan(150);
  });

  test.each(names)('%s', (name) => {
    const [json, yaml] = ['json', 'yaml'].map((extension) =>
      readFileSync(join(folder, 'HEAD', `${name}.${extension}`)),
    );
    const { value, strictErrors } = decodeJsonStrict(json as Buffer);
    expect(strictErrors).toEqual([]);
    expect(decodeJson(encodeJson(value))).toStrictEqual(value);
    expect(encodeJsonPretty(value).toString()).toBe(json?.toString());
    expect(decodeYamlStrict(yaml as Buffer)).toStrictEqual({ value, strictErrors: [] });
    expect(encodeYaml(value).toString()).toBe(yaml?.toString());
  });
});

function objectNames(directory: string): string[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.json'));
  return files.map((file) => file.slice(0, -'.json'.length));
}
