import { WorkerThread } from '../worker-thread/index.js';
import { DecodeError } from './decode-error.js';
import { decodeJsonYielding, type StrictlyDecoded } from './json-decode.js';

/** What the thread sends back for the bytes of a document. */
export type YamlOutcome =
  | { readonly json: Uint8Array; readonly strictErrors: readonly string[]; readonly problem?: undefined }
  /** The document is invalid. */
  | { readonly problem: string };

/**
 * A thread that decodes YAML, because js-yaml reads a document in one call: a second for the largest. It recurses: ten
 * thousand levels take a few megabytes of stack.
 */
const thread = new WorkerThread<Uint8Array, YamlOutcome>({
  program: 'apimachinery/codec/yaml-worker.js',
  purpose: 'decodes YAML',
  stackMegabytes: 64,
});

/** Decodes a document of any size and of up to 10,000 levels in another thread. */
export async function decodeYamlInThread(bytes: Uint8Array): Promise<StrictlyDecoded> {
  // The bytes may be part of a larger buffer, which must stay usable.
  const copy = new Uint8Array(bytes);
  const outcome = await thread.run(copy, [copy.buffer]);
  if (outcome.problem !== undefined) throw new DecodeError(outcome.problem);
  const { json, strictErrors } = outcome;
  const { value } = await decodeJsonYielding(json, { maxBytes: json.length });
  return { value, strictErrors };
}
