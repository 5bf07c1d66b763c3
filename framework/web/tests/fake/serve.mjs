// A fake server that speaks the protocol: the test bed of the renderer. `node tests/fake/serve.mjs 8080` serves it for eyes.

import { createServer } from 'node:http';
import { readFileSync, existsSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WebSocketServer } from 'ws';
import { languages, pageTexts, web } from './assets.mjs';
import { World } from './world.mjs';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.json': 'application/json', '.txt': 'text/plain' };

export async function startFake({ port = 0, botMs = 150 } = {}) {
  const world = new World({ botMs });
  const server = createServer((request, response) => answer(world, request, response));
  const sockets = new WebSocketServer({ server, path: '/ws' });
  sockets.on('connection', (socket) => world.connect(socket));
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url, world,
    close: () => {
      world.stop();
      for (const socket of sockets.clients) socket.terminate();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(world, request, response) {
  const url = new URL(request.url, 'http://x');
  const lang = url.searchParams.get('lang') ?? 'en';
  const json = (data, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(data));
  };
  const path = decodeURIComponent(url.pathname);
  if (/^\/api\/texts(\/|$)/.test(path)) {
    const wanted = (path.slice(11) || (request.headers['accept-language'] ?? '')).split(/[,;-]/)[0];
    const language = languages().includes(wanted) ? wanted : 'en';
    response.setHeader('content-language', language);
    return json(pageTexts(language));
  }
  if (path.startsWith('/api/')) {
    const body = request.method === 'POST' ? await read(request) : '';
    const sprite = /^\/api\/games\/([\w-]+)\/sprites\/([\w.-]+)$/.exec(path);
    if (sprite) return file(response, join(world.games.get(sprite[1]).spriteFolder, sprite[2]));
    try {
      const data = world.rest(path.slice(5), lang, url.searchParams, body);
      return data === undefined ? json({ code: 'not-found', text: 'not found' }, 404) : json(data);
    } catch (error) {
      return json({ code: 'bad', text: error.message }, 400);
    }
  }
  return file(response, join(web, 'public', normalize(path === '/' ? '/index.html' : path)));
}

function file(response, path) {
  if (!existsSync(path) || !statSync(path).isFile()) {
    response.writeHead(404);
    return response.end('not found');
  }
  response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
  response.end(readFileSync(path));
}

async function read(request) {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await startFake({ port: Number(process.argv[2] ?? 8099), botMs: 700 });
  console.log(url);
}
