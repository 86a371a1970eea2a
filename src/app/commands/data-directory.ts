import { parseFlags, UsageError } from '../../server/flags/index.js';
import { kubeApiServerFlags } from '../config/index.js';

/** The data directory that the flags name, and the positional arguments. */
export function dataDirectoryOf(args: readonly string[]): { directory: string; words: readonly string[] } {
  const table = { 'data-dir': kubeApiServerFlags['data-dir'] };
  const { values, positionals, errors } = parseFlags(table, args);
  if (errors.length > 0) throw new UsageError(errors);
  return { directory: values['data-dir'], words: positionals };
}
