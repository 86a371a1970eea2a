// Follows pkg/apis/core/v1/conversion.go (v1.36)

import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { badRequest } from '../../../../apimachinery/status/index.js';
import { booleanOf } from '../../../../server/handlers/index.js';
import type { RequestContext } from '../../../../server/index.js';
import type { QueryParameter } from '../../../../server/registry/index.js';

/** Fields of PodAttachOptions with their kubelet parameter names. */
const streamParameters = { stdin: 'input', stdout: 'output', stderr: 'error', tty: 'tty' } as const;

export const attachParameters: readonly QueryParameter[] = [
  { name: 'container', type: 'string', description: 'The container. Optional if the pod has only one.' },
  { name: 'stdin', type: 'boolean', description: 'Whether to redirect standard input from the client.' },
  { name: 'stdout', type: 'boolean', description: 'Whether to redirect standard output to the client.' },
  { name: 'stderr', type: 'boolean', description: 'Whether to redirect standard error to the client.' },
  { name: 'tty', type: 'boolean', description: 'Whether to allocate a terminal.' },
];

export const execParameters: readonly QueryParameter[] = [
  ...attachParameters,
  { name: 'command', type: 'string', description: 'The command and its arguments. It is not run in a shell.' },
];

export const portForwardParameters: readonly QueryParameter[] = [
  { name: 'ports', type: 'integer', description: 'The ports to forward, for WebSocket.' },
];

/** PodAttachOptions. */
export function attachOptions({ request: { query } }: RequestContext): JsonObject {
  const options: JsonObject = {};
  for (const field of Object.keys(streamParameters)) if (booleanOf(query, field)) options[field] = true;
  const container = query.get('container');
  if (container) options['container'] = container;
  return options;
}

/** PodExecOptions. */
export function execOptions(context: RequestContext): JsonObject {
  const command = context.request.query.getAll('command');
  return { ...attachOptions(context), ...(command.length > 0 && { command }) };
}

/** PodPortForwardOptions. */
export function portForwardOptions({ request: { query } }: RequestContext): JsonObject {
  const ports = query.getAll('ports').flatMap((list) => list.split(',').map(portOf));
  return ports.length > 0 ? { ports } : {};
}

function portOf(text: string): number {
  const problem = !/^\d+$/.test(text) ? 'invalid syntax' : Number(text) > 65_535 ? 'value out of range' : undefined;
  if (problem === undefined) return Number(text);
  throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${problem}`);
}

/** Returns the kubelet query for the options of a client. */
export function kubeletQuery(options: JsonObject): string {
  const query = new URLSearchParams();
  for (const [field, parameter] of Object.entries(streamParameters)) if (options[field]) query.append(parameter, '1');
  for (const word of (options['command'] ?? []) as string[]) query.append('command', word);
  const ports = (options['ports'] ?? []) as number[];
  if (ports.length > 0) query.append('port', ports.join(','));
  query.sort();
  return query.size > 0 ? `?${query}` : '';
}
