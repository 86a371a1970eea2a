// Follows pkg/apis/core/v1/validation/validation.go (v1.36)
// Follows pkg/registry/core/pod/strategy.go (v1.36)

import { badRequest, invalid } from '../../../../apimachinery/status/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { booleanOf, integerOf } from '../../../../server/handlers/index.js';
import type { QueryParameter } from '../../../../server/registry/index.js';

/** PodLogOptions. */
export interface LogOptions {
  readonly container: string;
  readonly isFollowed: boolean;
  readonly isInsecure: boolean;
  /** Query of the kubelet request. */
  readonly query: string;
}

export const logParameters: readonly QueryParameter[] = [
  { name: 'container', type: 'string', description: 'The container. Optional if the pod has only one.' },
  { name: 'follow', type: 'boolean', description: 'Whether to stream lines as they are written.' },
  {
    name: 'insecureSkipTLSVerifyBackend',
    type: 'boolean',
    description: 'Whether to skip verifying the certificate of the kubelet: the log may be read or changed in transit.',
  },
  { name: 'limitBytes', type: 'integer', description: 'The maximum number of bytes to return.' },
  { name: 'previous', type: 'boolean', description: 'Whether to return the log of the previous container.' },
  { name: 'sinceSeconds', type: 'integer', description: 'The age of the oldest line to return, in seconds.' },
  { name: 'stream', type: 'string', description: '"All", "Stdout" or "Stderr".' },
  { name: 'tailLines', type: 'integer', description: 'The number of lines to return from the end of the log.' },
  { name: 'timestamps', type: 'boolean', description: 'Whether to prefix each line with its time.' },
];

/**
 * Parses and validates log options. `splitsStreams`: whether one of the output streams can be requested. Throws
 * `badRequest` and `invalid`.
 */
export function readLogOptions(
  podName: string,
  query: URLSearchParams,
  { splitsStreams }: { splitsStreams: boolean },
): LogOptions {
  const [tailLines, limitBytes, sinceSeconds] = ['tailLines', 'limitBytes', 'sinceSeconds'].map((name) => {
    if (query.get(name) === '') throw badRequest('strconv.ParseInt: parsing "": invalid syntax');
    return integerOf(query, name);
  });
  const sinceTime = timeOf(query.get('sinceTime'));
  const sentStream = query.get('stream') ?? undefined;
  const stream = splitsStreams ? (sentStream ?? 'All') : undefined;
  const errors = [
    ...logOptionErrors({ tailLines, limitBytes, sinceSeconds, sinceTime }),
    ...(stream === undefined ? unsplitErrors(sentStream) : streamErrors(stream, tailLines)),
  ];
  if (errors.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, podName, errors);
  const isFollowed = booleanOf(query, 'follow') === true;
  const parameters = {
    follow: isFollowed || undefined,
    previous: booleanOf(query, 'previous') || undefined,
    timestamps: booleanOf(query, 'timestamps') || undefined,
    sinceSeconds,
    sinceTime,
    tailLines,
    limitBytes,
    stream,
  };
  return {
    container: query.get('container') ?? '',
    isFollowed,
    isInsecure: booleanOf(query, 'insecureSkipTLSVerifyBackend') === true,
    query: queryOf(parameters),
  };
}

function queryOf(parameters: Readonly<Record<string, boolean | number | string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, String(value));
  query.sort();
  return query.size > 0 ? `?${query}` : '';
}

/** Truncated to seconds. */
function timeOf(text: string | null): string | undefined {
  if (text === null || text === '' || text === 'null') return undefined;
  const [, seconds, zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:[.,]\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  if (seconds !== undefined && !Number.isNaN(Date.parse(`${seconds}${zone}`))) return `${seconds}${zone}`;
  throw badRequest(
    `parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(text)} as "2006"`,
  );
}

interface Limits {
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
  readonly sinceSeconds: number | undefined;
  readonly sinceTime: string | undefined;
}

const streams = ['All', 'Stderr', 'Stdout'];

function unsplitErrors(stream: string | undefined): FieldError[] {
  return stream === undefined ? [] : [FieldPath.of('stream').forbidden('may not be specified')];
}

function streamErrors(stream: string, tailLines: number | undefined): FieldError[] {
  const errors = streams.includes(stream) ? [] : [FieldPath.of('stream').notSupported(stream, streams)];
  if (stream === 'All' || tailLines === undefined) return errors;
  const detail = '`tailLines` and specific `stream` are mutually exclusive for now';
  return [...errors, FieldPath.of('').forbidden(detail)];
}

function logOptionErrors({ tailLines, limitBytes, sinceSeconds, sinceTime }: Limits): FieldError[] {
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0) {
    errors.push(FieldPath.of('tailLines').invalid(tailLines, 'must be greater than or equal to 0'));
  }
  if (limitBytes !== undefined && limitBytes < 1) {
    errors.push(FieldPath.of('limitBytes').invalid(limitBytes, 'must be greater than 0'));
  }
  if (sinceSeconds !== undefined && sinceTime !== undefined) {
    errors.push(FieldPath.of('').forbidden('at most one of `sinceTime` or `sinceSeconds` may be specified'));
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    errors.push(FieldPath.of('sinceSeconds').invalid(sinceSeconds, 'must be greater than 0'));
  }
  return errors;
}
