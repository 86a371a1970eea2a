import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { decodeYamlStrict } from '../../apimachinery/codec/index.js';
import { readConfiguration } from '../../apimachinery/configuration/index.js';
import { goQuote, isJsonObject, type JsonValue } from '../../apimachinery/meta/index.js';

const admissionConfiguration = {
  kind: 'AdmissionConfiguration',
  apiVersions: ['apiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1alpha1', 'apiserver.k8s.io/v1alpha1'],
};

/** Before AdmissionConfiguration existed, the file held the configuration of these plug-ins under their own keys. */
const legacyPlugins = new Map([
  ['ImagePolicyWebhook', 'imagePolicy'],
  ['PodNodeSelector', 'podNodeSelectorPluginConfig'],
]);

/**
 * Reads the configuration of the named plug-ins from a file (`--admission-control-config-file`); plug-ins that it does
 * not configure are omitted. Rejects with an error that states the problem.
 */
export async function readPluginConfigurations(
  file: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, JsonValue>> {
  const document = decodeStrictly(await readDocument(file));
  if (isLegacy(document))
    return new Map(names.filter((name) => legacyPlugins.has(name)).map((name) => [name, document]));
  const plugins = readConfiguration(document, admissionConfiguration, (fields) =>
    fields.objects('plugins', 'v1.AdmissionPluginConfiguration').map((plugin) => ({
      name: plugin.text('name'),
      path: plugin.text('path'),
      configuration: plugin.value('configuration'),
    })),
  );
  const configurations = new Map<string, JsonValue>();
  for (const name of names) {
    const plugin = plugins.find((each) => each.name === name);
    const configuration =
      plugin?.configuration ?? (plugin?.path && (await readPath(resolve(dirname(file), plugin.path))));
    if (configuration) configurations.set(name, configuration);
  }
  return configurations;
}

function isLegacy(document: JsonValue): boolean {
  if (!isJsonObject(document) || (document['kind'] && document['apiVersion'])) return false;
  return [...legacyPlugins.values()].some((key) => Object.hasOwn(document, key));
}

function decodeStrictly(bytes: Uint8Array): JsonValue {
  const { value, strictErrors } = decodeYamlStrict(bytes);
  if (strictErrors.length > 0) throw new Error(`strict decoding error: ${strictErrors.join(', ')}`);
  return value;
}

async function readDocument(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    const problem = `unable to read admission control configuration from ${goQuote(file)} [${openProblem(file, error)}]`;
    throw new Error(problem, { cause: error });
  }
}

async function readPath(path: string): Promise<JsonValue> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const problem = `Couldn't open admission plugin configuration ${path}: ${openProblem(path, error)}`;
    throw new Error(problem, { cause: error });
  }
  return decodeStrictly(bytes);
}

/** In Go's wording: `open <file>: no such file or directory`. */
function openProblem(file: string, error: unknown): string {
  const [, problem = 'it cannot be read'] = /^E\w+: ([^,]+)/.exec((error as Error).message) ?? [];
  return `open ${file}: ${problem}`;
}
