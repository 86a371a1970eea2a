// Follows pkg/server/options/audit.go (apiserver, v1.36)
import { goQuote } from '../../apimachinery/meta/index.js';
import type { AuditMode } from '../../server/audit/index.js';
import type { KubeApiServerValues } from '../flags/index.js';

type Plugin = 'log' | 'webhook';

const modes: readonly AuditMode[] = ['batch', 'blocking', 'blocking-strict'];
const formats = ['legacy', 'json'];
const eventVersion = 'audit.k8s.io/v1';

/** The problems with the flags of enabled backends. */
export function validateAudit(flags: KubeApiServerValues): string[] {
  return [
    ...(flags['audit-log-path'] === '' ? [] : validateLog(flags)),
    ...(flags['audit-webhook-config-file'] === '' ? [] : validateBackend(flags, 'webhook')),
  ];
}

function validateLog(flags: KubeApiServerValues): string[] {
  const format = flags['audit-log-format'];
  const counts = ['audit-log-maxage', 'audit-log-maxbackup', 'audit-log-maxsize'] as const;
  return [
    ...validateBackend(flags, 'log'),
    ...(formats.includes(format)
      ? []
      : [`invalid audit log format ${format}, allowed formats are ${goQuote(formats.join())}`]),
    ...counts.filter((name) => flags[name] < 0).map((name) => `--${name} ${flags[name]} can't be a negative number`),
  ];
}

function validateBackend(flags: KubeApiServerValues, plugin: Plugin): string[] {
  return [validateBatching(flags, plugin), validateTruncation(flags, plugin), validateVersion(flags, plugin)].flatMap(
    (problem) => problem ?? [],
  );
}

/** Flags that the mode does not use are not validated. */
function validateBatching(flags: KubeApiServerValues, plugin: Plugin): string | undefined {
  const mode = flags[`audit-${plugin}-mode`];
  if (!(modes as readonly string[]).includes(mode)) {
    return `invalid audit ${plugin} mode ${mode}, allowed modes are ${goQuote(modes.join())}`;
  }
  if (mode !== 'batch') return undefined;
  const limits: [string, number][] = [
    ['buffer size', flags[`audit-${plugin}-batch-buffer-size`]],
    ['max batch size', flags[`audit-${plugin}-batch-max-size`]],
  ];
  if (flags[`audit-${plugin}-batch-throttle-enable`]) {
    limits.push(['throttle QPS', flags[`audit-${plugin}-batch-throttle-qps`]]);
    limits.push(['throttle burst', flags[`audit-${plugin}-batch-throttle-burst`]]);
  }
  const wrong = limits.find(([, value]) => value <= 0);
  return wrong && `invalid audit batch ${plugin} ${wrong[0]} ${wrong[1]}, must be a positive number`;
}

function validateTruncation(flags: KubeApiServerValues, plugin: Plugin): string | undefined {
  const maxEventSize = flags[`audit-${plugin}-truncate-max-event-size`];
  const maxBatchSize = flags[`audit-${plugin}-truncate-max-batch-size`];
  const problem = `invalid audit truncate ${plugin}`;
  if (maxEventSize <= 0) return `${problem} max event size ${maxEventSize}, must be a positive number`;
  if (maxBatchSize >= maxEventSize) return undefined;
  return `${problem} max batch size ${maxBatchSize}, must be greater than max event size (${maxEventSize})`;
}

function validateVersion(flags: KubeApiServerValues, plugin: Plugin): string | undefined {
  const version = flags[`audit-${plugin}-version`];
  if (version === eventVersion) return undefined;
  if (version.split('/').length > 2) return `unexpected GroupVersion string: ${version}`;
  return `invalid group version, allowed versions are [${goQuote(eventVersion)}]`;
}
