type Kind = 'int' | 'uint' | 'double' | 'string' | 'bool' | 'list' | 'map';

/** Generates random well-typed expressions. The variables are i, d, s, l (a list of ints) and m (strings to ints). */
export class ExpressionGenerator {
  #state: number;
  #locals: string[] = [];

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  expression(): string {
    return this.#of(this.#pick<Kind>(['int', 'uint', 'double', 'string', 'bool', 'bool', 'list', 'map']), 4);
  }

  #of(kind: Kind, depth: number): string {
    if (depth <= 0 || this.#random() < 0.15) return this.#leaf(kind);
    if (this.#random() < 0.1) {
      return `(${this.#of('bool', depth - 1)} ? ${this.#of(kind, depth - 1)} : ${this.#of(kind, depth - 1)})`;
    }
    switch (kind) {
      case 'int':
        return this.#int(depth - 1);
      case 'uint':
        return this.#arithmetic('uint', ['+', '-', '*', '/', '%'], depth - 1);
      case 'double':
        return this.#double(depth - 1);
      case 'string':
        return this.#string(depth - 1);
      case 'bool':
        return this.#bool(depth - 1);
      case 'list':
        return this.#list(depth - 1);
      case 'map':
        return `{${this.#of('string', depth - 1)}: ${this.#of('int', depth - 1)}, "z": ${this.#of('int', depth - 1)}}`;
    }
  }

  /**
   * Excludes large uints and the smallest int: @bufbuild/cel fails to divide a uint beyond 2^63, and does not fail to
   * negate the smallest int.
   */
  #leaf(kind: Kind): string {
    switch (kind) {
      case 'int':
        return this.#pick([
          '0',
          '1',
          '-3',
          '7',
          '9223372036854775807',
          '-9007199254740993',
          '9007199254740993',
          'i',
          ...this.#locals,
        ]);
      case 'uint':
        return this.#pick(['0u', '1u', '5u', '3000000000u']);
      case 'double':
        return this.#pick(['0.0', '1.0', '-2.5', '1e10', '0.1', 'd']);
      case 'string':
        return this.#pick(['""', '"a"', '"b"', '"aé"', '"😀"', 's']);
      case 'bool':
        return this.#pick(['true', 'false']);
      case 'list':
        return this.#pick(['[1].filter(q, false)', '[1, 2]', '[7]', 'l']);
      case 'map':
        return this.#pick(['{"a": 1}', 'm']);
    }
  }

  #int(depth: number): string {
    switch (this.#below(7)) {
      case 0:
        return `size(${this.#of(this.#pick<Kind>(['string', 'list', 'map']), depth)})`;
      case 1:
        return `${this.#of('list', depth)}[${this.#of('int', depth)}]`;
      case 2:
        return `${this.#of('map', depth)}[${this.#of('string', depth)}]`;
      case 3:
        return `int(${this.#of(this.#pick<Kind>(['int', 'uint', 'double']), depth)})`;
      case 4:
        return `-(${this.#of('int', depth)})`;
      default:
        return this.#arithmetic('int', ['+', '-', '*', '/', '%'], depth);
    }
  }

  #double(depth: number): string {
    if (this.#below(4) === 0) return `double(${this.#of(this.#pick<Kind>(['int', 'uint', 'double']), depth)})`;
    return this.#arithmetic('double', ['+', '-', '*', '/'], depth);
  }

  #string(depth: number): string {
    if (this.#below(3) === 0) return `string(${this.#of(this.#pick<Kind>(['int', 'uint', 'bool', 'string']), depth)})`;
    return `(${this.#of('string', depth)} + ${this.#of('string', depth)})`;
  }

  #bool(depth: number): string {
    const kind = this.#pick<Kind>(['int', 'uint', 'double', 'string', 'bool', 'list', 'map']);
    switch (this.#below(8)) {
      case 0:
      case 1:
        return `(${this.#of('bool', depth)} ${this.#pick(['&&', '||'])} ${this.#of('bool', depth)})`;
      case 2:
        return `!(${this.#of('bool', depth)})`;
      case 3:
        return `(${this.#of(kind, depth)} ${this.#pick(['==', '!='])} ${this.#of(kind, depth)})`;
      case 4:
        return this.#comparison(depth);
      case 5:
        return `(${this.#of('int', depth)} in ${this.#of('list', depth)})`;
      case 6:
        return `${this.#of('string', depth)}.${this.#pick(['contains', 'startsWith', 'endsWith'])}(${this.#of('string', depth)})`;
      default:
        return this.#loop(this.#pick(['all', 'exists', 'exists_one']), 'bool', depth);
    }
  }

  #comparison(depth: number): string {
    const numbers: Kind[] = ['int', 'uint', 'double'];
    const [left, right] =
      this.#below(2) === 0 ? [this.#pick(numbers), this.#pick(numbers)] : (['string', 'string'] as const);
    return `(${this.#of(left, depth)} ${this.#pick(['<', '<=', '>', '>='])} ${this.#of(right, depth)})`;
  }

  #list(depth: number): string {
    switch (this.#below(4)) {
      case 0:
        return `[${this.#of('int', depth)}, ${this.#of('int', depth)}]`;
      case 1:
        return `(${this.#of('list', depth)} + ${this.#of('list', depth)})`;
      case 2:
        return this.#loop('map', 'int', depth);
      default:
        return this.#loop('filter', 'bool', depth);
    }
  }

  #loop(macro: string, body: Kind, depth: number): string {
    const range = this.#of('list', depth);
    const variable = `v${this.#locals.length}`;
    this.#locals.push(variable);
    const source = `${range}.${macro}(${variable}, ${this.#of(body, depth)})`;
    this.#locals.pop();
    return source;
  }

  #arithmetic(kind: Kind, operators: readonly string[], depth: number): string {
    return `(${this.#of(kind, depth)} ${this.#pick(operators)} ${this.#of(kind, depth)})`;
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[this.#below(choices.length)]!;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** A small pseudo-random generator of numbers in [0, 1). */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
