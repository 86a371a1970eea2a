// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/warning.go (v1.36)

import { headerBytes } from '../http/index.js';

/** Total size of warnings that clients can be expected to accept. */
const maxTotal = 4096;
/** Above the total, each warning is truncated to this length. */
const maxEach = 256;

/** The Warning headers of a response; empty if there are no valid warnings. */
export function warningHeaders(texts: readonly string[]): { warning?: string[] } {
  const reported = texts.filter((text) => text !== '' && !/\p{Cc}/u.test(text));
  if (reported.length === 0) return {};
  const fits = reported.reduce((total, text) => total + [...text].length, 0) <= maxTotal;
  return { warning: (fits ? reported : truncated(reported)).map(headerOf) };
}

function truncated(texts: readonly string[]): string[] {
  const kept: string[] = [];
  let total = 0;
  for (const text of texts) {
    if (total >= maxTotal) break;
    const characters = [...text].slice(0, maxEach);
    total += characters.length;
    kept.push(characters.join(''));
  }
  return kept;
}

function headerOf(text: string): string {
  return headerBytes(`299 - "${text.replace(/[\\"]/g, '\\$&')}"`);
}
