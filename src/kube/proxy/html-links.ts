// Follows staging/src/k8s.io/apimachinery/pkg/util/proxy/transport.go (v1.36)

import { Transform, type TransformCallback } from 'node:stream';
import {
  type Attribute,
  escapeValue,
  formatTag,
  normalizedValue,
  readTag,
  type Tag,
  unescapeValue,
} from './html-tag.js';

/** Attributes of HTML elements that contain links. */
const linkAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  applet: ['codebase'],
  area: ['href'],
  audio: ['src'],
  base: ['href'],
  blockquote: ['cite'],
  body: ['background'],
  button: ['formaction'],
  command: ['icon'],
  del: ['cite'],
  embed: ['src'],
  form: ['action'],
  frame: ['longdesc', 'src'],
  head: ['profile'],
  html: ['manifest'],
  iframe: ['longdesc', 'src'],
  img: ['longdesc', 'src', 'usemap'],
  input: ['src', 'usemap', 'formaction'],
  ins: ['cite'],
  link: ['href'],
  object: ['classid', 'codebase', 'data', 'usemap'],
  q: ['cite'],
  script: ['src'],
  source: ['src'],
  video: ['poster', 'src'],
};

/** Elements with raw text content. */
const closingTag = /<\/([a-z]+)[\s/>]/gi;
const textElements: ReadonlySet<string> = new Set([
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);

/** Returns the rewritten link; undefined: unchanged. */
export type RewriteLink = (link: string) => string | undefined;

/** Incomplete markup longer than this is passed on unchanged. */
const maxPieceBytes = 1024 * 1024;

/**
 * Rewrites the links of an HTML page. Bytes are decoded as latin1: all relevant characters are ASCII in any encoding.
 */
export class HtmlLinks extends Transform {
  readonly #rewrite: RewriteLink;
  #pending = '';
  /** Incomplete input is not scanned again below this length, so that everything is scanned at most twice. */
  #enough = 0;
  /** Name of the enclosing raw text element. */
  #textElement: string | undefined;

  constructor(rewrite: RewriteLink) {
    super();
    this.#rewrite = rewrite;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pending += chunk.toString('latin1');
    const taken = this.#pending.length >= this.#enough ? this.#take() : undefined;
    if (taken?.length) this.push(taken);
    done();
  }

  override _flush(done: TransformCallback): void {
    done(null, Buffer.concat([this.#take(), Buffer.from(this.#pending, 'latin1')]));
  }

  /** Returns all complete markup, rewritten. */
  #take(): Buffer {
    const output: string[] = [];
    let at = 0;
    for (;;) {
      const end = this.#piece(at, output);
      if (end === undefined) break;
      at = end;
    }
    this.#pending = this.#pending.slice(at);
    if (this.#pending.length > maxPieceBytes) {
      output.push(this.#pending);
      this.#pending = '';
    }
    this.#enough = 2 * this.#pending.length;
    return Buffer.from(output.join(''), 'latin1');
  }

  /** Emits the piece that begins at an offset and returns its end; undefined if it is incomplete. */
  #piece(at: number, output: string[]): number | undefined {
    const text = this.#pending;
    if (at >= text.length) return undefined;
    const end = this.#textElement === undefined ? endOfMarkup(text, at) : this.#endOfText(at);
    if (end !== 'tag') {
      if (end !== undefined) output.push(text.slice(at, end));
      return end;
    }
    const tag = readTag(text, at);
    if (!tag) return undefined;
    output.push(formatTag({ ...tag, attributes: this.#rewritten(tag) }));
    if (textElements.has(tag.name)) this.#textElement = tag.name;
    return tag.end;
  }

  #endOfText(at: number): number | undefined {
    closingTag.lastIndex = at;
    for (let found = closingTag.exec(this.#pending); found; found = closingTag.exec(this.#pending)) {
      if (found[1]?.toLowerCase() !== this.#textElement) continue;
      this.#textElement = undefined;
      return found.index;
    }
    return undefined;
  }

  #rewritten({ name, attributes }: Tag): Attribute[] {
    const links = Object.hasOwn(linkAttributes, name) ? linkAttributes[name]! : [];
    return attributes.map(({ key, value }) => {
      const link = links.includes(key) ? this.#rewrite(unescapeValue(value)) : undefined;
      return { key, value: link === undefined ? normalizedValue(value) : escapeValue(link) };
    });
  }
}

/** Returns the end of a piece that needs no rewriting; `tag` if it may contain links. */
function endOfMarkup(text: string, at: number): number | 'tag' | undefined {
  if (text[at] !== '<') return indexOr(text.length, text.indexOf('<', at));
  const next = text[at + 1];
  if (next === undefined) return undefined;
  if (/[A-Za-z]/.test(next)) return 'tag';
  if (!/[/!?]/.test(next)) return at + 1;
  const beginning = text.slice(at, at + 4);
  if (beginning.length < 4 && '<!--'.startsWith(beginning)) return undefined;
  const terminator = beginning === '<!--' ? '-->' : '>';
  const found = text.indexOf(terminator, at + 2);
  return found < 0 ? undefined : found + terminator.length;
}

function indexOr(otherwise: number, index: number): number {
  return index < 0 ? otherwise : index;
}
