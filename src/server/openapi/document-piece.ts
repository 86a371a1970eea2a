import { withFreeNames } from './foreign-documents.js';
import type { Form } from './lazy-document.js';
import { v2Fragment } from './v2-document.js';
import { type V2Part, v2Part } from './v2-merge.js';
import { type DocumentContent, referencesOf } from './v3-document.js';
import { type V3Part, v3Part } from './v3-merge.js';

/**
 * What one resource contributes to the documents. Its encoded parts are kept as long as there is memory, so that a
 * document can be put together again without encoding all of them.
 */
export class DocumentPiece {
  readonly #build: () => DocumentContent;
  readonly #v2: { [F in Form]?: WeakRef<V2Part> } = {};
  readonly #v3: { [F in Form]?: WeakRef<V3Part> } = {};

  constructor(build: () => DocumentContent) {
    this.#build = build;
  }

  v2(form: Form): V2Part {
    const known = this.#v2[form]?.deref();
    if (known) return known;
    const content = this.#build();
    const part = v2Part({ ...v2Fragment(content), references: referencesOf(content) }, form);
    this.#v2[form] = new WeakRef(part);
    return part;
  }

  /** Its part of the v2 document, with names that none of these are: a resource may be named like a built-in one. */
  v2Without(taken: Set<string>, form: Form): V2Part {
    const part = this.v2(form);
    const isFree = part.definitionNames.every((name) => !taken.has(name));
    if (!isFree) {
      const renamed = withFreeNames(v2Fragment(this.#build()), taken, () => false);
      return v2Part(renamed, form);
    }
    for (const name of part.definitionNames) taken.add(name);
    return part;
  }

  v3(form: Form): V3Part {
    const known = this.#v3[form]?.deref();
    if (known) return known;
    const part = v3Part(this.#build(), form);
    this.#v3[form] = new WeakRef(part);
    return part;
  }
}
