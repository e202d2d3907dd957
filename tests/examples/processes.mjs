// What the tests of the example clients play with: a server, programs, pages, and a bad line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM, VirtualConsole } from 'jsdom';
import WebSocket, { WebSocketServer } from 'ws';

const scale = Number(process.env.FLAGRANK_TEST_TIMEOUT_SCALE ?? 1);
export const patience = 100_000 * scale; // for a whole game

// Waits until `what` gives something, looking again whenever `source` says that it has changed.
export function until(source, what, name = String(what)) {
  return new Promise((done, failed) => {
    const late = setTimeout(() => failed(new Error(`in vain: ${name}`)), patience);
    const look = () => {
      const found = what();
      if (!found) return;
      clearTimeout(late);
      source.off('changed', look);
      done(found);
    };
    source.on('changed', look);
    look();
  });
}

const running = new Set();
export function stop_all() {
  for (const child of running) child.kill('SIGKILL');
}

// A program, with all that it has written so far in `text`.
export class Program {
  text = '';
  constructor(file, args, environment = {}) {
    this.child = spawn(file, args, { env: { ...process.env, ...environment } });
    running.add(this.child);
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.text += text;
        stream.emit('changed');
        this.child.emit('changed');
      });
    }
    this.child.stdin.on('error', () => {}); // it has ended
    this.ended = once(this.child, 'close').then(([status]) => {
      running.delete(this.child);
      return status;
    });
  }

  async wrote(pattern) {
    return until(this.child, () => pattern.exec(this.text), `${pattern} in ${this.text.slice(-300)}`);
  }

  async end() {
    const late = setTimeout(() => this.child.kill('SIGKILL'), patience);
    const status = await this.ended;
    clearTimeout(late);
    return status;
  }
}

// flagrankd with a directory of its own: it can be killed, and started again where it was.
export class Server {
  data = mkdtempSync(join(tmpdir(), 'flagrank-'));
  port = 0;

  // With a key the server is private.
  constructor(bin, { key } = {}) {
    this.bin = bin;
    this.key = key;
    this.private = [];
    if (!key) return;
    writeFileSync(join(this.data, 'key'), key);
    this.private = ['--access-key-file', join(this.data, 'key')];
  }

  async start() {
    this.program = new Program(`${this.bin}/flagrankd`, [
      '--listen', `127.0.0.1:${this.port}`, '--data', this.data, '--admin', 'off',
      '--messages-per-second', '2000', '--message-burst', '2000', ...this.private,
    ]);
    const [, port] = await this.program.wrote(/listening on 127\.0\.0\.1:(\d+)/);
    this.port = Number(port);
    this.url = `ws://127.0.0.1:${port}`;
    return this;
  }

  async kill() {
    this.program.child.kill('SIGKILL');
    await this.program.ended;
  }

  async remove() {
    await this.kill();
    rmSync(this.data, { recursive: true });
  }
}

// A line to a server that breaks off, so many times, after some thousand bytes.
export async function bad_line(port, cuts) {
  const line = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let left = 8_000;
    for (const [from, to] of [[near, far], [far, near]]) {
      from.on('data', (bytes) => {
        left -= bytes.length;
        if (left > 0 || cuts === 0) return to.write(bytes);
        --cuts;
        near.destroy();
        far.destroy();
      });
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  return { url: `ws://127.0.0.1:${line.address().port}`, close: () => line.close(), left: () => cuts };
}

// A line to a server that ends whenever a client says something like that, each time the same way.
export async function poisoned_line(url, pattern, end = (near) => near.terminate()) {
  const line = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/v1/ws' });
  let ended = 0;
  line.on('connection', (near) => {
    const far = new WebSocket(`${url}/v1/ws`, 'flagrank.v1');
    const open = once(far, 'open');
    near.on('message', async (bytes) => {
      await open;
      if (!pattern.test(String(bytes))) return far.send(String(bytes));
      ++ended;
      end(near);
    });
    far.on('message', (bytes) => near.send(String(bytes)));
    for (const [one, other] of [[near, far], [far, near]]) {
      one.on('error', () => {});
      one.on('close', () => other.terminate());
    }
  });
  await once(line, 'listening');
  return {
    url: `ws://127.0.0.1:${line.address().port}`,
    ended: () => ended,
    close: () => line.close(),
  };
}

// The example page in a window of its own, as in a tab. `kept` is the tab's storage from before.
export function open_page(file, server, kept = null) {
  const log = new VirtualConsole();
  const faults = [];
  log.on('jsdomError', (error) => faults.push(error.detail ?? error));
  const { window } = new JSDOM(readFileSync(file, 'utf8'), {
    url: `http://localhost/?server=${server}`,
    runScripts: 'dangerously',
    virtualConsole: log,
    beforeParse: (made) => kept && made.sessionStorage.setItem('flagrank', kept),
  });
  const $ = (selector) => window.document.querySelector(selector);
  const shows = async (selector, pattern) => {
    const end = Date.now() + patience;
    for (;;) {
      const found = pattern.exec($(selector).textContent);
      if (found) return found;
      if (Date.now() > end) throw new Error(`in vain: ${pattern} in ${$(selector).textContent.slice(-300)}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  return { window, faults, $, shows, click: (selector) => $(selector).click() };
}
