import { parentPort } from 'node:worker_threads';
import { DecodeError } from './decode-error.js';
import { jsonText } from './json-encode.js';
import { decodeDeepYaml } from './yaml-decode.js';
import type { YamlJob, YamlOutcome } from './yaml-thread.js';

/** The program of the thread that reads large and deep YAML: see yaml-thread.ts. */
parentPort!.on('message', ({ id, bytes }: YamlJob) => {
  const outcome = decoded(id, bytes);
  parentPort!.postMessage(outcome, outcome.json === undefined ? [] : [outcome.json.buffer as ArrayBuffer]);
});

/** JSON is what the other thread parses fastest; a copied value would take it several times as long. */
function decoded(id: number, bytes: Uint8Array): YamlOutcome {
  try {
    const { value, strictErrors } = decodeDeepYaml(bytes);
    return { id, json: new TextEncoder().encode(jsonText(value)), strictErrors };
  } catch (error) {
    if (error instanceof DecodeError) return { id, problem: error.message };
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
