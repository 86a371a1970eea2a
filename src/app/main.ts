#!/usr/bin/env node
import { loadBundle } from '../loading/load-bundle.js';
import type { Command } from './trestle.js';

/** The bundle also has the commands of layers above this one. */
type Program = typeof import('./program.js') & { readonly testServer: Command };

const { trestle, testServer } = loadBundle<Program>(new URL('../program.cjs', import.meta.url));
await trestle({ 'test-server': testServer });
