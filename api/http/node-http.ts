/**
 * Node's HTTP module. An `import` of it reads every export, `WebSocket` among them, and with that Node loads its
 * complete client for `fetch` (undici), which the portal would keep in memory and never use: 14 MB in a program of its
 * own, 2 MB beside all that a portal has loaded.
 */
export const { IncomingMessage, ServerResponse, createServer, get, request } = process.getBuiltinModule('node:http');
