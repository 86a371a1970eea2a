// Checks that every regular expression of src/ matches in linear time, whatever the text: JavaScript's engine
// backtracks, and the server does nothing else meanwhile. Patterns that users write are evaluated by RE2.
import { fileURLToPath } from 'node:url';
import { checkPatterns } from './patterns/check-patterns.mjs';

/** Each with the reason why the time of a match is bounded nevertheless. Prefer another pattern to an exception. */
const exceptions = [
  {
    file: 'apimachinery/validation/text-rules.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file has it.
    pattern: 'new RegExp(`^(?:${source})$`)',
    reason:
      'its sources are constants, and are checked where the function is called (tools/patterns/find-patterns.mjs)',
  },
];

const began = performance.now();
const source = fileURLToPath(new URL('../src', import.meta.url));
const { problems, patterns, distinct } = await checkPatterns(source, exceptions);
for (const problem of problems) console.error(`src/${problem}`);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`patterns: ${patterns}, ${distinct} of them distinct, ${problems.length} problems, ${seconds} s`);
process.exitCode = problems.length > 0 ? 1 : 0;
