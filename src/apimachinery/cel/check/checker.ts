// Follows vendor/github.com/google/cel-go/checker/checker.go (v1.36)
// Follows vendor/github.com/google/cel-go/checker/errors.go (v1.36)

import type { FunctionDeclaration } from '../declarations.js';
import type {
  Call,
  Comprehension,
  Expr,
  Ident,
  ListLiteral,
  MapLiteral,
  ObjectLiteral,
  Overload,
  Select,
} from '../syntax/ast.js';
import { type CelIssue, Issues } from '../syntax/source.js';
import { type CelType, differInDyn, formatType, isDyn, listOf, mapOf, ObjectType, sameType } from '../types.js';
import { ANY, BOOL, DYN, ERROR, INT, isOptionalType, optionalOf } from '../values.js';
import { invalidLiteralArgument } from './literal-arguments.js';
import { type Declarations, Scope } from './scope.js';
import { mostGeneral, Substitution } from './unification.js';

/**
 * Assigns a type to every node and a declaration to every name and call; returns the issues. A node with an issue has
 * the type dyn or unknown, and the compiled code decides at run time.
 */
export function check(source: string, expression: Expr, declarations: Declarations): readonly CelIssue[] {
  const checker = new Checker(source, declarations);
  return checker.check(expression);
}

const MAX_TYPE_COMPLEXITY = 500;

class Checker {
  readonly #declarations: Declarations;
  readonly #issues: Issues;
  readonly #scope: Scope;
  readonly #types = new Substitution();
  readonly #visited: Expr[] = [];
  /** Number of enclosing calls that allow literals with mixed types. */
  #mixedLiterals = 0;

  constructor(source: string, declarations: Declarations) {
    this.#declarations = declarations;
    this.#issues = new Issues(source);
    this.#scope = new Scope(declarations);
  }

  check(expression: Expr): readonly CelIssue[] {
    this.#check(expression);
    // Unresolved type parameters become dyn.
    for (const node of this.#visited) node.type = this.#types.applyFinally(node.type!);
    return this.#issues.list();
  }

  /** A macro may use a node twice; it is checked once. */
  #check(node: Expr): CelType {
    if (node.type) return node.type;
    node.type = this.#bounded(node, this.#typeOf(node));
    this.#visited.push(node);
    return node.type;
  }

  /** Nesting `{x: x}` doubles the type each time; this bounds the size of types. */
  #bounded(node: Expr, type: CelType): CelType {
    if (type.complexity <= MAX_TYPE_COMPLEXITY) return type;
    this.#issues.add(node.offset, 'type is too complex');
    return ERROR;
  }

  #typeOf(node: Expr): CelType {
    switch (node.kind) {
      case 'literal':
        return node.literalType;
      case 'ident':
        return this.#ident(node);
      case 'select':
        return this.#select(node);
      case 'call':
        return this.#call(node);
      case 'list':
        return this.#list(node);
      case 'map':
        return this.#map(node);
      case 'object':
        return this.#object(node);
      case 'comprehension':
        return this.#comprehension(node);
    }
  }

  // ---- names and fields

  #ident(node: Ident): CelType {
    const resolved = this.#scope.resolve(node.name);
    if (!resolved) {
      node.reference = { kind: 'variable', name: node.name };
      return this.#undeclared(node.offset, node.name);
    }
    node.reference = resolved.reference;
    return resolved.type;
  }

  #undeclared(offset: number, name: string): CelType {
    const container = this.#declarations.container;
    this.#issues.add(offset, `undeclared reference to '${name}' (in container '${container}')`);
    return ERROR;
  }

  #select(node: Select): CelType {
    const name = node.testOnly ? undefined : qualifiedName(node);
    const isNamespaced = name !== undefined && !this.#scope.isLocal(name.split('.', 1)[0]!);
    const resolved = isNamespaced ? this.#scope.resolve(name) : undefined;
    if (resolved) {
      node.reference = resolved.reference;
      return resolved.type;
    }
    const type = this.#field(node.offset, node.operand, node.field);
    return node.testOnly ? BOOL : type;
  }

  /** A field of an optional is optional too. */
  #field(offset: number, operand: Expr, field: string): CelType {
    const operandType = this.#types.apply(this.#check(operand));
    const optional = isOptionalType(operandType);
    const type = this.#fieldOf(offset, optional ? operandType.parameters[0]! : operandType, field);
    return optional ? optionalOf(type) : type;
  }

  #fieldOf(offset: number, type: CelType, field: string): CelType {
    if (type.kind === 'map') return type.parameters[1]!;
    if (type.kind === 'parameter') {
      // Prevents a later binding to a type that has no such field.
      this.#types.assignable(DYN, type);
      return DYN;
    }
    if (type.kind === 'dyn' || type.kind === 'error') return DYN;
    if (!(type instanceof ObjectType)) {
      this.#issues.add(offset, `type '${formatType(type)}' does not support field selection`);
      return DYN;
    }
    const fieldType = type.fieldType(field);
    if (!fieldType) this.#issues.add(offset, `undefined field '${field}'`);
    return fieldType ?? ERROR;
  }

  // ---- calls

  #call(node: Call): CelType {
    if (node.name === '_?._') return this.#optionalSelect(node);
    if (!this.#scope.resolveFunction(node.name)?.overloads.some(({ mixedLiterals }) => mixedLiterals)) {
      return this.#callOf(node);
    }
    this.#mixedLiterals++;
    const type = this.#callOf(node);
    this.#mixedLiterals--;
    return type;
  }

  #callOf(node: Call): CelType {
    for (const argument of node.args) this.#check(argument);
    const qualified = node.target && qualifiedName(node.target);
    const namespaced = qualified && this.#scope.resolveFunction(`${qualified}.${node.name}`);
    if (namespaced) {
      node.qualifiedName = namespaced.name;
      return this.#resolve(node, namespaced, node.args);
    }
    if (node.target) this.#check(node.target);
    const declaration = this.#scope.resolveFunction(node.name);
    if (!declaration) {
      node.overloads = [];
      return this.#undeclared(node.offset, node.name);
    }
    if (node.name !== declaration.name) node.qualifiedName = declaration.name;
    return this.#resolve(node, declaration, node.target ? [node.target, ...node.args] : node.args);
  }

  #optionalSelect(node: Call): CelType {
    const [operand, field] = node.args;
    const name = field?.kind === 'literal' ? String(field.value) : '';
    const type = this.#field(node.offset, operand!, name);
    this.#check(field!);
    node.overloads = this.#scope.resolveFunction('_?._')?.overloads ?? [];
    return isOptionalType(type) ? type : optionalOf(type);
  }

  #resolve(node: Call, declaration: FunctionDeclaration, operands: readonly Expr[]): CelType {
    if (declaration.name === '_&&_' || declaration.name === '_||_') return this.#logical(node, declaration);
    const member = operands.length > node.args.length;
    const types = operands.map((operand) => operand.type!);
    const found: Overload[] = [];
    let result: CelType | undefined;
    for (const overload of declaration.overloads) {
      const type = overload.member === member ? this.#resultOf(overload, types) : undefined;
      if (!type) continue;
      found.push(overload);
      result = result && !isDyn(result) && !sameType(result, type) ? DYN : (result ?? type);
    }
    node.overloads = result ? found : declaration.overloads;
    if (!result) return this.#noOverload(node, declaration.name, types);
    if (this.#declarations.strictLiterals) this.#validateLiterals(node, declaration.name, operands);
    return result;
  }

  #validateLiterals(node: Call, name: string, operands: readonly Expr[]): void {
    const invalid = invalidLiteralArgument(name, operands);
    if (invalid) this.#issues.add(invalid.offset, invalid.message);
    const problem = node.overloads!.length === 1 ? node.overloads![0]!.validate?.(operands) : undefined;
    if (problem) this.#issues.add((problem.at ?? node).offset, problem.message);
  }

  #resultOf(overload: Overload, types: readonly CelType[]): CelType | undefined {
    if (overload.parameters.length !== types.length) return undefined;
    const [result, ...parameters] = this.#types.instantiate([overload.result, ...overload.parameters]);
    return this.#types.assignableAll(types, parameters) ? this.#types.apply(result!) : undefined;
  }

  /** Reports each operand separately, which is more specific than a missing overload. */
  #logical(node: Call, declaration: FunctionDeclaration): CelType {
    node.overloads = declaration.overloads;
    let type: CelType = BOOL;
    for (const argument of node.args) {
      if (this.#expect(argument, BOOL)) continue;
      type = ERROR;
    }
    return type;
  }

  #expect(node: Expr, wanted: CelType): boolean {
    if (this.#types.assignable(node.type!, wanted)) return true;
    this.#mismatch(node, wanted, node.type!);
    return false;
  }

  #mismatch(node: Expr, wanted: CelType, found: CelType): void {
    this.#issues.add(node.offset, `expected type '${formatType(wanted)}' but found '${formatType(found)}'`);
  }

  #noOverload(node: Call, name: string, types: readonly CelType[]): CelType {
    const member = types.length > node.args.length;
    const shown = types.map((type) => formatType(this.#types.applyFinally(type)));
    const signature = member ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`;
    this.#issues.add(node.offset, `found no matching overload for '${name}' applied to '${signature}'`);
    return ERROR;
  }

  // ---- literals

  #list(node: ListLiteral): CelType {
    let type: CelType | undefined;
    node.elements.forEach((element, index) => {
      this.#check(element);
      type = this.#join(element, type, this.#unwrapped(element, node.optionals.has(index)));
    });
    return listOf(type ?? this.#types.freshParameter());
  }

  #map(node: MapLiteral): CelType {
    let keyType: CelType | undefined;
    let valueType: CelType | undefined;
    for (const { key, value, optional } of node.entries) {
      keyType = this.#join(key, keyType, this.#check(key));
      this.#check(value);
      valueType = this.#join(value, valueType, this.#unwrapped(value, optional));
    }
    return mapOf(keyType ?? this.#types.freshParameter(), valueType ?? this.#types.freshParameter());
  }

  #object(node: ObjectLiteral): CelType {
    const type = this.#scope.resolveType(node.typeName);
    if (!type) return this.#undeclared(node.offset, node.typeName);
    if (!(type instanceof ObjectType)) {
      this.#issues.add(node.offset, `'${type.name}' is not a message type`);
      return ERROR;
    }
    for (const { name, value, optional, offset } of node.fields) {
      this.#check(value);
      const fieldType = this.#fieldOf(offset, type, name);
      const valueType = this.#unwrapped(value, optional);
      if (this.#types.assignable(fieldType, valueType)) continue;
      const [wanted, found] = [formatType(fieldType), formatType(valueType)];
      this.#issues.add(offset, `expected type of field '${name}' is '${wanted}' but provided type is '${found}'`);
    }
    return type;
  }

  /** The type of an element; for one written with `?`, the type inside the optional. */
  #unwrapped(element: Expr, optional: boolean): CelType {
    const type = element.type!;
    if (!optional || isDyn(type)) return type;
    if (isOptionalType(type)) return type.parameters[0]!;
    this.#mismatch(element, optionalOf(type), type);
    return type;
  }

  #join(element: Expr, previous: CelType | undefined, current: CelType): CelType {
    if (!previous) return current;
    const isStrict = this.#declarations.strictLiterals && this.#mixedLiterals === 0;
    if (this.#types.assignable(previous, current)) {
      const isMixed = differInDyn(this.#types.apply(previous), this.#types.apply(current));
      if (!isStrict || !isMixed) return mostGeneral(previous, current);
    } else if (!isStrict) return DYN;
    this.#mismatch(element, previous, current);
    return ERROR;
  }

  // ---- comprehensions

  #comprehension(node: Comprehension): CelType {
    this.#check(node.range);
    const accumulatorType = this.#check(node.initial);
    const [first, second] = this.#iterationTypes(node);
    const variables = [{ name: node.variable, type: first }];
    if (node.variable2 !== undefined) variables.push({ name: node.variable2, type: second });
    this.#scope.within([{ name: node.accumulator, type: accumulatorType }], () => {
      this.#scope.within(variables, () => {
        this.#check(node.condition);
        this.#expect(node.condition, BOOL);
        this.#check(node.step);
        if (!this.#types.assignable(accumulatorType, node.step.type!)) {
          this.#mismatch(node.step, accumulatorType, node.step.type!);
        }
      });
      this.#check(node.result);
    });
    return this.#types.apply(node.result.type!);
  }

  /** The types of the loop variables: items or keys; with two variables, indexes and items, or keys and values. */
  #iterationTypes({ range, variable2 }: Comprehension): [CelType, CelType] {
    const type = this.#types.apply(range.type!);
    switch (type.kind) {
      case 'list':
        return variable2 === undefined ? [type.parameters[0]!, ERROR] : [INT, type.parameters[0]!];
      case 'map':
        return [type.parameters[0]!, type.parameters[1]!];
      case 'dyn':
      case 'error':
      case 'parameter':
        if (type === ANY) return this.#noRange(range, type);
        this.#types.assignable(DYN, type);
        return [DYN, DYN];
      default:
        return this.#noRange(range, type);
    }
  }

  #noRange({ offset }: Expr, type: CelType): [CelType, CelType] {
    const wanted = 'must be list, map, or dynamic';
    this.#issues.add(offset, `expression of type '${formatType(type)}' cannot be range of a comprehension (${wanted})`);
    return [ERROR, ERROR];
  }
}

/** Returns `a.b.c` for an expression that consists only of names. */
function qualifiedName(node: Expr): string | undefined {
  if (node.kind === 'ident') return node.name;
  if (node.kind !== 'select' || node.testOnly) return undefined;
  const prefix = qualifiedName(node.operand);
  return prefix === undefined ? undefined : `${prefix}.${node.field}`;
}
