// Follows pkg/kubeapiserver/authorizer/config.go (v1.36)

import { aggregateMessages } from '../../apimachinery/meta/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import { aggregateMessage } from '../../apimachinery/validation/index.js';
import type { AuthorizationConfiguration } from '../../server/authorization/configuration/index.js';

/**
 * Parses a configuration, and checks that this server can use it and that it has the required types. Rejects with
 * kube-apiserver's error texts.
 */
export async function checkedConfiguration(
  text: string,
  requiredTypes: ReadonlySet<string> = new Set(),
): Promise<AuthorizationConfiguration> {
  const { readAuthorizationConfiguration, validateAuthorizationConfiguration } = await import(
    '../../server/authorization/configuration/index.js'
  );
  const configuration = readOrExplain(text, readAuthorizationConfiguration);
  const errors = validateAuthorizationConfiguration(configuration);
  if (errors.length > 0) throw new Error(aggregateMessage(errors));
  const problems = [...nameProblems(configuration), ...missingTypes(configuration, requiredTypes)];
  if (problems.length === 0) return configuration;
  throw new Error(aggregateMessages(problems));
}

function readOrExplain<Configuration>(text: string, read: (text: string) => Configuration): Configuration {
  try {
    return read(text);
  } catch (error) {
    const message = messageOf(error);
    throw new Error(`failed to load AuthorizationConfiguration from file: ${message}`, { cause: error });
  }
}

/** Authorizers other than webhooks are named by their types. */
function nameProblems({ authorizers }: AuthorizationConfiguration): string[] {
  return authorizers
    .filter(({ type, name }) => type !== 'Webhook' && name !== type.toLowerCase())
    .map(({ type, name }) => `expected name ${type.toLowerCase()} for authorizer ${type} instead of ${name}`);
}

function missingTypes({ authorizers }: AuthorizationConfiguration, required: ReadonlySet<string>): string[] {
  const missing = [...required].filter((type) => !authorizers.some((one) => one.type === type)).sort();
  return missing.length > 0 ? [`missing required types: [${missing.join(' ')}]`] : [];
}
