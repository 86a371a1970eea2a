import { GrpcConnection } from '../grpc/connection.js';
import type { Frame } from '../grpc/framing.js';

/** One call to one member, on a separate connection. */
export async function callOnce(endpoint: string, method: string, request: Frame): Promise<Buffer> {
  const connection = await GrpcConnection.open(new URL(endpoint), {
    tls: {},
    connectTimeoutMilliseconds: 2000,
    keepalive: { idleMilliseconds: 10_000, timeoutMilliseconds: 5000 },
  });
  try {
    return await connection.unary(method, request, 2000);
  } finally {
    await connection.close();
  }
}
