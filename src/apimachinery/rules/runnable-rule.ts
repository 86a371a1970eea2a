// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go (v1.36)

import type { JsonSchema } from '../schema/index.js';
import type { FieldError, FieldPath } from '../validation/index.js';
import { evaluateMessage } from './evaluate-message.js';
import type { RuleProgram } from './rule-program.js';
import type { Failure, RuleRun } from './rule-run.js';
import { findSchemaField, SchemaPathError } from './schema-path.js';

/** A rule of a schema, with the error for values that violate it. */
export class RunnableRule {
  readonly #program: RuleProgram;
  /** Path of errors relative to the value; empty for the value itself. */
  readonly #field: string;
  readonly #showsValue: boolean;

  constructor(schema: JsonSchema, program: RuleProgram) {
    this.#program = program;
    this.#field = relativeField(schema, program.definition.fieldPath);
    this.#showsValue = schema.type !== 'object' && schema.type !== 'array';
  }

  get usesOldSelf(): boolean {
    return this.#program.usesOldSelf;
  }

  check(run: RuleRun): void {
    const { rule, definition, usesOldSelf } = this.#program;
    if (rule.program === undefined) run.add(run.fault(`rule compile error: ${rule.fault}`));
    else if (!usesOldSelf || run.context.old !== undefined || definition.optionalOldSelf) {
      const outcome = run.evaluate(rule.program);
      if (outcome.failure !== undefined) this.#addFailure(run, outcome);
      else if (outcome.value !== true) this.#addBreach(run);
    }
  }

  /** The rule could not be evaluated, which is an error even if the value is unchanged. */
  #addFailure(run: RuleRun, { failure, message }: Failure): void {
    if (failure === 'budget') run.runOutOfBudget();
    else run.add(run.fault(this.#failureText(failure, message)));
    if (failure === 'call limit') run.stop();
  }

  #failureText(failure: 'itself' | 'call limit', message: string): string {
    if (failure === 'call limit') {
      const consequence = 'no further validation rules will be run due to call cost exceeds limit';
      return `'${message}': ${consequence} for rule: ${this.#name}`;
    }
    if (!message.startsWith('no such overload')) return `${message} evaluating rule: ${this.#name}`;
    const cause = 'call arguments did not match a supported operator, function or macro signature';
    return `'${message}': ${cause} for rule: ${this.#name}`;
  }

  /** The value violates the rule. */
  #addBreach(run: RuleRun): void {
    const { path } = run.context;
    const place = this.#field === '' ? path : path.child(this.#field);
    const { text, fault } = evaluateMessage(this.#program.message?.program, run);
    const error = fault === undefined ? this.#breach(run, place, text) : run.fault(fault, place);
    if (this.usesOldSelf) run.add(error);
    else run.addIfChanged(error);
    if (fault !== undefined) run.stop();
  }

  #breach(run: RuleRun, path: FieldPath, text: string | undefined): FieldError {
    const { reason, message = '' } = this.#program.definition;
    const detail = text ?? (message === '' ? `failed rule: ${this.#name}` : message.trim());
    const value = this.#showsValue ? run.value : undefined;
    switch (reason) {
      case 'FieldValueForbidden':
        return path.forbidden(detail);
      case 'FieldValueRequired':
        return path.required(detail);
      case 'FieldValueDuplicate':
        return path.duplicate(value);
      default:
        return path.invalid(value, detail);
    }
  }

  /** The rule's name in error messages. */
  get #name(): string {
    const { message = '', rule } = this.#program.definition;
    return (message === '' ? rule : message).trim();
  }
}

/** An unknown path was rejected when the rule was new; in a stored rule it is ignored. */
function relativeField(schema: JsonSchema, fieldPath = ''): string {
  if (fieldPath === '') return '';
  try {
    return findSchemaField(schema, fieldPath, { brackets: 'allowed' }).path.toString();
  } catch (error) {
    if (error instanceof SchemaPathError) return '';
    throw error;
  }
}
