import { badRequest } from '../../apimachinery/status/index.js';
import type { Revision } from '../../storage/index.js';
import { parseRevision, unexplained } from '../registry/index.js';

/** The revision that a get or a watch names; 0 stands for any. */
export function readRevision(text: string): Revision {
  const revision = parseRevision(text);
  if (typeof revision === 'bigint') return revision;
  throw unexplained(invalidText(text, revision.problem));
}

/** The same for a list, which upstream refuses in another way. Throws `badRequest`. */
export function readListRevision(text: string): Revision {
  const revision = parseRevision(text);
  if (typeof revision === 'bigint') return revision;
  throw badRequest(`invalid resource version: ${invalidText(text, revision.problem)}`);
}

function invalidText(text: string, problem: string): string {
  return `resourceVersion: Invalid value: ${JSON.stringify(text)}: ${problem}`;
}
