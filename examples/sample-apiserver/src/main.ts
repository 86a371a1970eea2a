#!/usr/bin/env node
import { WardleServerOptions } from './cmd/wardle-server-options.js';

await new WardleServerOptions().run();
