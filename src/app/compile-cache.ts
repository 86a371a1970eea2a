import module from 'node:module';

/** From Node.js 22.8 on, what V8 has compiled is kept for the next start: of all that is loaded after this. */
export function useCompileCache(): void {
  const { enableCompileCache } = module as { enableCompileCache?: () => unknown };
  enableCompileCache?.();
}
