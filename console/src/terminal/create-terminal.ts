import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal as Xterm } from '@xterm/xterm';
import './constructed-style.ts';

export interface TerminalOptions {
  /** Called with what the user types. */
  readonly onInput: (text: string) => void;
  readonly onResize: (size: Size) => void;
  /** Called when the user leaves the terminal by the keyboard, which otherwise belongs to the command. */
  readonly onLeave: () => void;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Terminal {
  readonly size: Size;
  write(content: Uint8Array | string): void;
  clear(): void;
  focus(): void;
  /** Takes the colours of the page again. */
  recolour(): void;
  destroy(): void;
}

/** A terminal that fills the element. */
export function createTerminal(host: HTMLElement, { onInput, onResize, onLeave }: TerminalOptions): Terminal {
  const xterm = new Xterm({
    fontFamily: getComputedStyle(host).fontFamily,
    fontSize: 12,
    scrollback: 5_000,
    screenReaderMode: true,
    theme: themeOf(host),
  });
  const fit = new FitAddon();
  xterm.loadAddon(fit);
  xterm.open(host);
  fit.fit();
  xterm.onData(onInput);
  xterm.onResize(({ cols, rows }) => onResize({ columns: cols, rows }));
  xterm.attachCustomKeyEventHandler((event) => {
    const leaves = event.key === 'Escape' && event.shiftKey;
    if (leaves && event.type === 'keydown') onLeave();
    return !leaves;
  });
  const resizing = new ResizeObserver(() => fit.fit());
  resizing.observe(host);
  return {
    get size() {
      return { columns: xterm.cols, rows: xterm.rows };
    },
    write: (content) => xterm.write(content),
    clear: () => xterm.reset(),
    focus: () => xterm.focus(),
    recolour: () => {
      xterm.options.theme = themeOf(host);
    },
    destroy: () => {
      resizing.disconnect();
      xterm.dispose();
    },
  };
}

/** Colours as the browser computes them from the variables of the page, dark or light. */
function themeOf(host: HTMLElement): ITheme {
  const probe = host.ownerDocument.createElement('span');
  host.append(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const theme = {
    background: colour('bg-soft'),
    foreground: colour('text'),
    cursor: colour('accent'),
    cursorAccent: colour('bg-soft'),
    selectionBackground: colour('bg-chosen'),
    red: colour('bad'),
    green: colour('good'),
    yellow: colour('warn'),
    blue: colour('number'),
    magenta: colour('string'),
    cyan: colour('key'),
    black: colour('text'),
    white: colour('dim'),
    brightBlack: colour('dim'),
  };
  probe.remove();
  return theme;
}
