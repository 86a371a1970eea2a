// Follows staging/src/k8s.io/apiserver/pkg/admission/config.go (v1.36)

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { decodeYamlStrict } from '../../apimachinery/codec/index.js';
import { readConfiguration } from '../../apimachinery/configuration/index.js';
import { goQuote, isJsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { admissionPlugins, type PluginDefinition } from '../../kube/index.js';

const admissionConfiguration = {
  kind: 'AdmissionConfiguration',
  apiVersions: ['apiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1alpha1', 'apiserver.k8s.io/v1alpha1'],
};

/** The configurations of plug-ins by name, not validated; the plug-ins do that. */
export type PluginSections = ReadonlyMap<string, JsonValue>;

type Plugin = Pick<PluginDefinition, 'name' | 'legacySection'>;

/**
 * Reads the configuration of plug-ins from a file (`--admission-control-config-file`); those that it does not configure
 * are omitted. Rejects with an error that states the problem.
 */
export async function readPluginSections(file: string, enabled: readonly Plugin[]): Promise<PluginSections> {
  const document = decodeStrictly(await readDocument(file));
  // Before AdmissionConfiguration existed, the file held the configuration of some plug-ins under their own keys.
  if (isLegacy(document)) {
    const legacy = enabled.filter(({ legacySection }) => legacySection !== undefined);
    return new Map(legacy.map(({ name }) => [name, document]));
  }
  const plugins = readConfiguration(document, admissionConfiguration, (fields) =>
    fields.objects('plugins', 'v1.AdmissionPluginConfiguration').map((plugin) => ({
      name: plugin.text('name'),
      path: plugin.text('path'),
      configuration: plugin.value('configuration'),
    })),
  );
  const configurations = new Map<string, JsonValue>();
  for (const { name } of enabled) {
    const plugin = plugins.find((each) => each.name === name);
    const configuration =
      plugin?.configuration ?? (plugin?.path && (await readPath(resolve(dirname(file), plugin.path))));
    if (configuration) configurations.set(name, configuration);
  }
  return configurations;
}

function isLegacy(document: JsonValue): boolean {
  if (!isJsonObject(document) || (document['kind'] && document['apiVersion'])) return false;
  return admissionPlugins.some(({ legacySection }) => legacySection && Object.hasOwn(document, legacySection));
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
