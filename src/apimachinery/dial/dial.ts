import type { Duplex } from 'node:stream';

export interface DialAddress {
  readonly host: string;
  readonly port: number;
}

/** Opens a connection to an address, for example through a proxy. */
export type Dial = (address: DialAddress) => Promise<Duplex>;
