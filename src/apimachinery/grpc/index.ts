export { framed, GrpcConnection, type GrpcConnectionOptions, splitFrames } from './grpc-connection.js';
export { GrpcError, grpcCodeName, grpcCodeOf } from './grpc-error.js';
export { MessageFields, MessageWriter } from './protobuf.js';
