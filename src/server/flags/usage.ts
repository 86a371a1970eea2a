import { type Flag, flagGroups, type GroupedFlagTable } from './flag.js';
import { showFlagValue } from './flag-value.js';

/** The help text of flags, by group, sorted by name within each. */
export function flagUsage(table: GroupedFlagTable, columns = 100): string {
  const flags = Object.entries(table).sort(([left], [right]) => (left < right ? -1 : 1));
  return flagGroups
    .map((title) => ({ title, members: flags.filter(([, { group }]) => group === title) }))
    .filter(({ members }) => members.length > 0)
    .map(({ title, members }) => {
      const texts = members.map(([name, flag]) => usageOf(name, flag, columns));
      return `${title[0]!.toUpperCase()}${title.slice(1)} flags:\n\n${texts.join('')}`;
    })
    .join('\n');
}

function usageOf(name: string, flag: Flag, columns: number): string {
  const options = flag.options?.().map((line) => `${indent}${line}\n`) ?? [];
  return `${heading(name, flag)}\n${wrapped(explanation(flag), columns)}\n${options.join('')}`;
}

function heading(name: string, flag: Flag): string {
  const short = flag.short ? `-${flag.short}, ` : '    ';
  return `  ${short}--${name}${['bool', 'optional'].includes(flag.type) ? '' : ` ${flag.type}`}`;
}

function explanation(flag: Flag): string {
  const text = showFlagValue(flag);
  const isZero = ['', 'false', '0', '0s', '[]'].includes(text);
  const byDefault = isZero ? '' : ` (default ${flag.type === 'string' ? JSON.stringify(text) : text})`;
  const remark = flag.ignored ? ` [no effect: ${flag.ignored}]` : flag.unsupported ? ' [not supported]' : '';
  const deprecated = flag.deprecated ? ` (DEPRECATED: ${flag.deprecated})` : '';
  return `${flag.help}${byDefault}${deprecated}${remark}`;
}

const indent = ' '.repeat(16);

function wrapped(text: string, columns: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && indent.length + line.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => indent + line).join('\n');
}
