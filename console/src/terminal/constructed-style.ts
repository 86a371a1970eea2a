/**
 * Stands for a style element, which the content security policy forbids; style sheets that a script constructs are
 * allowed. The build lets xterm.js create it (tools/terminal-styles.mjs).
 */
class ConstructedStyle extends HTMLElement {
  readonly #sheet = new CSSStyleSheet();

  override set textContent(text: string) {
    this.#sheet.replaceSync(text);
  }

  connectedCallback(): void {
    document.adoptedStyleSheets.push(this.#sheet);
  }

  disconnectedCallback(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}

customElements.define('constructed-style', ConstructedStyle);
