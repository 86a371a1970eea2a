#!/usr/bin/env node
import { useCompileCache } from './compile-cache.js';

useCompileCache();
const { trestle } = await import('./trestle.js');
await trestle();
