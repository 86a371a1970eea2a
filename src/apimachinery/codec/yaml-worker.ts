import { serveJobs } from '../worker-thread/index.js';
import { DecodeError } from './decode-error.js';
import { jsonText } from './json-encode.js';
import { decodeDeepYaml } from './yaml-decode.js';
import type { YamlOutcome } from './yaml-thread.js';

/** The program of the thread that reads large and deep YAML: see yaml-thread.ts. */
serveJobs<Uint8Array, YamlOutcome>((bytes) => {
  try {
    const { value, strictErrors } = decodeDeepYaml(bytes);
    // JSON is what the other thread parses fastest; a copied value would take it several times as long.
    const json = new TextEncoder().encode(jsonText(value));
    return { outcome: { json, strictErrors }, moved: [json.buffer as ArrayBuffer] };
  } catch (error) {
    if (error instanceof DecodeError) return { outcome: { problem: error.message } };
    throw error;
  }
});
