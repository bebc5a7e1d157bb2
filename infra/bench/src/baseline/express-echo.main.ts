import express from 'express';

/**
 * Express server with one route, which returns the JSON of its request. Prints its port, and exits when
 * standard input closes.
 */
const app = express();
app.post('/echo', express.json({ limit: '1mb' }), (request, response) => {
  response.status(201).json({ data: request.body });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
process.stdin.on('end', () => process.exit()).resume();
