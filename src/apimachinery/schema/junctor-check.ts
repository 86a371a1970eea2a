// Follows vendor/k8s.io/kube-openapi/pkg/validation/validate/schema_props.go (v1.36)

import { goQuote, type JsonValue } from '../meta/index.js';
import type { SchemaNode } from './schema-node.js';
import type { Attempt, ValidationRun } from './validation-run.js';
import { checkOf, type ValueCheck } from './value-check.js';

/** allOf, anyOf, oneOf and not; undefined if the schema has none of them. */
export function compileJunctorCheck(node: SchemaNode): ValueCheck | undefined {
  const { anyOf, oneOf, allOf, not } = node.schema;
  const checks: ValueCheck[] = [];
  if (anyOf !== undefined && anyOf.length > 0) checks.push(anyOfCheck(anyOf.map((schema) => node.alternative(schema))));
  if (oneOf !== undefined && oneOf.length > 0) checks.push(oneOfCheck(oneOf.map((schema) => node.alternative(schema))));
  if (allOf !== undefined && allOf.length > 0) checks.push(allOfCheck(allOf.map((schema) => node.alternative(schema))));
  if (not !== undefined) checks.push(notCheck(node.alternative(not)));
  if (checks.length === 0) return undefined;
  return (value, old, run) => {
    // Whether an alternative holds must be known before the next one.
    const { postponed } = run;
    run.postponed = undefined;
    let matched = 0;
    for (const check of checks) matched += check(value, old, run);
    run.postponed = postponed;
    return matched;
  };
}

function anyOfCheck(nodes: readonly SchemaNode[]): ValueCheck {
  return (value, old, run) => {
    const best = new BestFailure();
    for (const node of nodes) {
      const attempt = run.attempt(checkOf(node), value, old);
      if (attempt.valid) return attempt.matched;
      best.consider(node, attempt);
    }
    run.failOverall((place) => `${goQuote(place)} must validate at least one schema (anyOf)`);
    return best.report(value, old, run);
  };
}

function oneOfCheck(nodes: readonly SchemaNode[]): ValueCheck {
  return (value, old, run) => {
    const best = new BestFailure();
    const valid: Attempt[] = [];
    for (const node of nodes) {
      const attempt = run.attempt(checkOf(node), value, old);
      if (attempt.valid) valid.push(attempt);
      else best.consider(node, attempt);
    }
    if (valid.length === 1) return valid[0]!.matched;
    const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
    run.failOverall((place) => `${goQuote(place)} must validate one and only one schema (oneOf). ${found}`);
    return valid.length === 0 ? best.report(value, old, run) : 0;
  };
}

function allOfCheck(nodes: readonly SchemaNode[]): ValueCheck {
  return (value, old, run) => {
    let [matched, valid] = [0, 0];
    for (const node of nodes) {
      const failures = run.failures;
      matched += checkOf(node)(value, old, run);
      if (run.failures === failures) valid++;
    }
    if (valid < nodes.length) {
      const none = valid === 0 ? '. None validated' : '';
      run.failOverall((place) => `${goQuote(place)} must validate all the schemas (allOf)${none}`);
    }
    return matched;
  };
}

function notCheck(node: SchemaNode): ValueCheck {
  return (value, old, run) => {
    const { valid } = run.attempt(checkOf(node), value, old);
    if (valid) run.failOverall((place) => `${goQuote(place)} must not validate the schema (not)`);
    return 0;
  };
}

/** The alternative that came closest: if all fail, its failures are the ones reported. */
class BestFailure {
  #node: SchemaNode | undefined;
  #matched = -1;

  consider(node: SchemaNode, { matched }: Attempt): void {
    if (matched <= this.#matched) return;
    this.#node = node;
    this.#matched = matched;
  }

  report(value: JsonValue, old: JsonValue | undefined, run: ValidationRun): number {
    if (this.#node === undefined) return 0;
    if (!run.quiet) checkOf(this.#node)(value, old, run);
    return this.#matched;
  }
}
