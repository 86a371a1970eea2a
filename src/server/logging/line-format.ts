// Follows vendor/k8s.io/klog/v2/internal/serialize/keyvalues.go (v1.36)
// Follows vendor/k8s.io/klog/v2/klog.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import { findStatusError, messageOf } from '../../apimachinery/status/index.js';

export type Severity = 'info' | 'warning' | 'error';
/** Structured fields of a log line. */
export type LogFields = Readonly<Record<string, LogValue>>;
type LogValue = string | number | boolean | undefined;

export interface LogEntry {
  readonly severity: Severity;
  /** Of info entries: the lowest verbosity (`--v`) at which it is logged. */
  readonly verbosity: number;
  readonly message: string;
  readonly error?: unknown;
  readonly fields: LogFields;
}

/** Formats a line, including the line break. */
export type LineFormat = (entry: LogEntry, time: Date) => string;

const letters = { info: 'I', warning: 'W', error: 'E' } as const;

/**
 * klog's format: `I1115 19:31:49.123000   12345 apiserver] "HTTP" verb="GET" resp=200`; a stack trace follows its line.
 */
export const textFormat: LineFormat = ({ severity, message, error, fields }, time) => {
  let line = `${letters[severity]}${klogTime(time)} ${String(process.pid).padStart(7)} apiserver] ${goQuote(message)}`;
  if (error !== undefined) line += ` err=${goQuote(messageOf(error))}`;
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) line += ` ${key}=${typeof value === 'string' ? goQuote(value) : value}`;
  }
  const stack = stackOf(error);
  return stack === undefined ? `${line}\n` : `${line}\n${stack}\n`;
};

/** One JSON object per line, with the time in milliseconds, as Kubernetes' components write it. */
export const jsonFormat: LineFormat = ({ severity, verbosity, message, error, fields }, time) => {
  const line = {
    ts: time.getTime(),
    ...(severity === 'warning' && { level: 'warn' }),
    msg: message,
    ...(severity === 'info' && { v: verbosity }),
    ...(error !== undefined && { err: messageOf(error), stacktrace: stackOf(error) }),
    ...fields,
  };
  return `${JSON.stringify(line)}\n`;
};

function klogTime(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const date = `${two(time.getMonth() + 1)}${two(time.getDate())}`;
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  return `${date} ${clock}.${String(time.getMilliseconds()).padStart(3, '0')}000`;
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error && !isForeseen(error) ? error.stack : undefined;
}

/** A Status, a system error (`ECONNRESET`) or a storage error (`unavailable`): their stack traces are of no use. */
function isForeseen(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return findStatusError(error) !== undefined || (typeof code === 'string' && !code.startsWith('ERR_'));
}
