// xterm.js creates style elements and sets attributes `style`, and the console's content security policy forbids both. This
// plug-in of the bundler lets it use constructed style sheets (console/src/terminal/constructed-style.ts) and the property
// `style` instead. It fails if xterm.js no longer contains what is replaced.
const attribute = ['.setAttribute("style",`$', '{t.getAttribute("style")||""}$', '{e};`)'].join('');
const replacements = [
  { text: 'createElement("style")', by: 'createElement("constructed-style")', times: 3 },
  { text: attribute, by: '.style.cssText+=e+";"', times: 1 },
];

export const terminalStyles = {
  name: 'terminal-styles',
  transform(code, file) {
    if (!file.includes('@xterm/xterm/')) return undefined;
    return replacements.reduce((result, { text, by, times }) => {
      const parts = result.split(text);
      if (parts.length !== times + 1) throw new Error(`${file} has ${text} ${parts.length - 1} times, not ${times}`);
      return parts.join(by);
    }, code);
  },
};
