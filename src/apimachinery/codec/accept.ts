// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/negotiation/negotiate.go (v1.36)

import { trim } from '../meta/index.js';
/** One clause of an Accept header. */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Go sorts up to this many clauses by insertion sort, which affects the result: its comparison is not consistent. */
const insertionSortLimit = 12;

/** A cache: every request has this header, with few different values. */
const remembered = new Map<string, readonly AcceptClause[]>();
const maxRemembered = 200;
const maxRememberedLength = 1000;

/**
 * Parses an Accept header as upstream does: malformed clauses and parameters are ignored, the others are sorted by
 * quality and specificity.
 */
export function parseAccept(header: string): readonly AcceptClause[] {
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const clauses = sortClauses(header.split(',').flatMap((part) => parseClause(part) ?? []));
  if (header.length <= maxRememberedLength) remember(header, clauses);
  return clauses;
}

function remember(header: string, clauses: readonly AcceptClause[]): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(header, clauses);
}

function sortClauses(clauses: AcceptClause[]): readonly AcceptClause[] {
  if (clauses.length > insertionSortLimit) return clauses.sort((a, b) => b.quality - a.quality);
  for (let end = 1; end < clauses.length; end++) {
    for (let at = end; at > 0; at--) {
      const [before, after] = [clauses[at - 1] as AcceptClause, clauses[at] as AcceptClause];
      if (!comesFirst(after, before)) break;
      clauses[at - 1] = after;
      clauses[at] = before;
    }
  }
  return clauses;
}

function comesFirst(a: AcceptClause, b: AcceptClause): boolean {
  if (a.quality > b.quality) return true;
  if (a.type !== '*' && b.type === '*') return true;
  return a.subtype !== '*' && b.subtype === '*';
}

function parseClause(part: string): AcceptClause | undefined {
  const [range = '', ...rest] = part.split(';');
  const [type = '', subtype = '', ...more] = range.split('/').map(trimSpaces);
  if (more.some((piece) => piece !== '') || (subtype === '' && type !== '*')) return undefined;
  const parameters = new Map(rest.flatMap((text) => parseParameter(text) ?? []));
  const quality = parameters.get('q');
  parameters.delete('q');
  return {
    type,
    subtype: subtype || '*',
    quality: quality === undefined ? 1 : Number(quality) || 0,
    parameters,
  };
}

function parseParameter(text: string): [[name: string, value: string]] | undefined {
  const [name = '', value = '', ...more] = text.split('=');
  if (value === '' || more.some((piece) => piece !== '')) return undefined;
  return [[trimSpaces(name), trimSpaces(value)]];
}

function trimSpaces(text: string): string {
  return trim(text, ' ');
}
