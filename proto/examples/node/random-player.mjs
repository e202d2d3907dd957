// A random player for Flagrank: a whole client of the protocol flagrank.v1, written from the
// documents in proto/ alone. It is meant to be read from top to bottom, and to be copied from.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import WebSocket from 'ws';

const usage = `usage: node random-player.mjs create [options]
       node random-player.mjs join CODE|INVITATION [options]

  --server URL     where the server is (ws://127.0.0.1:8080)
  --name NAME      what the other player sees (Random)
  --games N        play so many games, by rematches (1)

  with create:
  --preset NAME    classic, training, duel, barrage (classic)
  --set KEY=VALUE  a switch of the ruleset, such as rescue=true; may be said again
  --side SIDE      red, blue or random (random)
  --return-match   two games are one match
  --spectators     others may watch
  --by-invitation  nobody can join by the code alone

The access key of a private server is taken from FLAGRANK_ACCESS_KEY.

Exit status: 0 all games were played, 1 something went wrong, 2 the command line is wrong.`;

class Misuse extends Error {} // of the command line, exit status 2

class Trouble extends Error {} // told to the user in a sentence, exit status 1

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const any = (list) => list[Math.floor(Math.random() * list.length)];
const other = { red: 'blue', blue: 'red', host: 'guest', guest: 'host' };

// --- The connection: commands and their answers, resuming, and the events in their order ---------

const advice = { 1013: 'retry later', 4002: 'retry later', 4003: 'retry later' }; // else: resume
for (const code of [1000, 1002, 1003, 1007, 1009, 4000, 4004]) advice[code] = 'final';

// Refusals that a player without faults meets. Others are taken as `internal`.
const races = ['stale', 'wrong_phase', 'game_over', 'not_your_turn', 'no_offer', 'offer_open'];
const hopeless = ['no_such_room', 'room_full', 'wrong_phase', 'bad_ruleset', 'bad_value',
  'access_key_needed', 'wrong_access_key', 'invitation_needed', 'wrong_invitation'];
const expected = [...races, 'scout_cannot_rescue'];

class Table {
  room = null; // what the last snapshot said, with all later events folded in
  #seat = null; // { room, token }, once seated
  #socket = null; // the connection there is; `inRoom` once its snapshot has come
  #limits = { messages_per_second: 20, ping_interval_ms: 15000 };
  #prefix = randomBytes(4).toString('hex'); // ids never repeat, not even in the next process
  #ids = 0;
  #unanswered = new Map(); // id -> { command, done, again, said, losses }
  #missing = false; // a snapshot was asked for, because an event is missing
  #waiting = []; // for something new
  #failures = 0; // connections since the last that led into the room

  // `entry` is create_room or join_room without its id. `broken` fails when all hope is lost.
  constructor(url, entry) {
    this.url = url;
    this.entry = entry;
    this.broken = new Promise((_, fail) => (this.fail = (why) => fail(new Trouble(why))));
    this.broken.catch(() => {});
    this.#connect();
  }

  // Says a command and waits for its one answer, across as many connections as it takes.
  ask(type, fields = {}) {
    const command = { type, id: this.#id(), ...fields };
    return new Promise((done) => {
      this.#unanswered.set(command.id, { command, done, again: 0, said: false, losses: 0 });
      if (this.#socket?.inRoom) this.#say(command);
    });
  }

  // Waits until anything in the room has changed.
  news() {
    return new Promise((done) => this.#waiting.push(done));
  }

  close() {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.silence);
    socket?.close(1000);
  }

  #id() {
    return `${this.#prefix}-${++this.#ids}`;
  }

  #say(command) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const waiting = this.#unanswered.get(command.id);
    if (waiting) waiting.said = true;
    this.#socket.send(JSON.stringify(command));
  }

  // What was on its way at three losses in a row may be what breaks the connection.
  #giveUpWhatMayBreakIt() {
    for (const [id, waiting] of this.#unanswered) {
      if (!waiting.said) continue;
      waiting.said = false;
      if (++waiting.losses < 3) continue;
      this.#unanswered.delete(id);
      const message = 'the connection broke three times while it waited for its answer';
      waiting.done({ type: 'error', code: 'given_up', message: `${waiting.command.type}: ${message}` });
    }
  }

  #connect() {
    const socket = new WebSocket(this.url, 'flagrank.v1', { handshakeTimeout: 10000 });
    this.#socket = socket;
    socket.on('message', (text) => socket === this.#socket && this.#hear(JSON.parse(text)));
    socket.on('ping', () => this.#alive());
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', (code, reason) => this.#lost(socket, code, reason));
    socket.on('unexpected-response', (request, { statusCode, headers }) => {
      if (statusCode !== 503) this.fail(`The server answers with HTTP ${statusCode}.`);
      this.#lost(socket, 1013, 'HTTP 503', 1000 * (headers['retry-after'] ?? 0));
      request.destroy();
    });
  }

  // Connects again, later and later, or never: as the close code asks for.
  async #lost(socket, code, reason, least = 10000) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.silence);
    this.#giveUpWhatMayBreakIt();
    const then = advice[code] ?? 'resume';
    if (then === 'final') return this.fail(`The server closed the connection: ${code} ${reason}`);
    if (this.#failures === 12) return this.fail('The server is not there.');
    const growing = Math.min(30000, 1000 * 2 ** this.#failures++) * (0.75 + Math.random() / 2);
    const wait = Math.round(then === 'retry later' ? Math.max(least, growing) : growing);
    print(`connection lost (${code}), again in ${wait} ms`);
    await pause(wait);
    this.#connect();
  }

  // When three of the server's pings have not come, nobody is there any more.
  #alive() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.#socket?.terminate(), 3 * this.#limits.ping_interval_ms);
  }

  #hear(message) {
    this.#alive();
    if (message.type === 'hello') {
      Object.assign(this.#limits, message.limits);
      this.told_url = message.url;
      // Whoever has an invitation needs no key, and no other server is told it.
      const asked = message.features.includes('access_key') && !this.entry.invitation;
      if (asked) this.entry.access_key = process.env.FLAGRANK_ACCESS_KEY;
      return this.#enter(this.#socket);
    }
    if (message.re === this.#socket.entryId) return this.#entered(this.#socket, message);
    if (message.type === 'room_closed') return this.fail('The room is gone.');
    if (message.type === 'snapshot') this.#snapshot(message);
    else if ('seq' in message) this.#event(message);
    if ('re' in message) this.#answer(message);
  }

  #enter(socket) {
    if (socket !== this.#socket) return;
    socket.entryId = this.#id();
    const command = this.#seat ? { type: 'resume', ...this.#seat } : this.entry;
    this.#say({ ...command, id: socket.entryId });
  }

  async #entered(socket, message) {
    if (message.type === 'snapshot') return this.#snapshot(message); // after resume
    if (message.type === 'seated') {
      this.#seat = { room: message.room, token: message.token };
      if (message.invitation) {
        print(`invitation ${invitation(this.told_url ?? this.url, message.room, message.invitation)}`);
      }
      return print(`room ${message.room}, you are the ${message.seat}`); // its snapshot follows
    }
    if (message.code === 'no_such_room' && this.#left()) return;
    if (hopeless.includes(message.code)) return this.fail(message.message);
    if (!message.retry_after_ms) return socket.terminate(); // and come back
    await pause(message.retry_after_ms);
    this.#enter(socket);
  }

  // Whether the room was left, and only the answer to it lost.
  #left() {
    const said = [...this.#unanswered.values()];
    const leave = said.find(({ command }) => command.type === 'leave_room');
    leave?.done({ type: 'left_room' });
    return leave !== undefined;
  }

  #snapshot(snapshot) {
    const first = !this.#socket.inRoom;
    this.#socket.inRoom = true;
    this.#failures = 0;
    this.#missing = false;
    this.room = snapshot;
    // What was not answered is said again with the same id: it happens once, however often said.
    if (first) for (const { command } of this.#unanswered.values()) this.#say(command);
    this.#tell();
  }

  #event(event) {
    if (!this.room || event.seq <= this.room.seq) return; // in the snapshot already
    if (event.seq > this.room.seq + 1) {
      if (!this.#missing) this.ask('snapshot');
      this.#missing = true;
      return;
    }
    fold[event.type]?.(this.room, event); // a type that is not known changes nothing
    this.room.seq = event.seq;
    print(sentence(this.room, event));
    this.#tell();
  }

  async #answer(message) {
    const said = this.#unanswered.get(message.re);
    if (!said) return message.re === null ? this.fail(message.message) : undefined;
    if (message.retry_after_ms) {
      await pause(message.retry_after_ms);
      if (this.#socket?.inRoom) this.#say(said.command);
      return;
    }
    const strange = message.type === 'error' && !expected.includes(message.code);
    if (strange && said.again++ === 0) return this.#say(said.command); // once more
    this.#unanswered.delete(message.re);
    await pause(1000 / this.#limits.messages_per_second); // so as not to be refused
    said.done(message);
  }

  #tell() {
    for (const done of this.#waiting.splice(0)) done();
  }
}

// --- Invitations: one string that holds the server, the room and a secret (invitations.md) -------

function invitation(url, room, secret) {
  const place = url.replace(/^wss?:\/\//, '').replace(/\/(v1\/ws)?$/, '');
  return `${url.startsWith('wss:') ? 'flagrank' : 'flagrank+ws'}://${place}/${room}/${secret}`;
}

// Nothing where the text is no invitation, but a code perhaps.
function read_invitation(text) {
  const parts = /^(flagrank|flagrank\+ws):\/\/(.+)\/([\w-]+)\/([\w-]+)$/i.exec(text.trim());
  if (!parts) return null;
  const [, scheme, place, room, secret] = parts;
  const path = place.includes('/') ? '' : '/v1/ws';
  return { url: `${/ws$/i.test(scheme) ? 'ws' : 'wss'}://${place}${path}`, room, invitation: secret };
}

// --- What an event changes: as much of the table in README.md as a random player needs -----------

const turn = (room, event) => {
  room.to_move = other[event.side];
  room.rescue_pending = false;
  room.draw_offer = null;
};
const fold = {
  player_joined(room, { seat, name, side }) {
    room.seats[seat] = { name, side, present: true, locked: false };
    if (room.seats.host && room.seats.guest) room.phase = 'setup';
  },
  player_left(room, { seat }) {
    room.seats[seat] = null;
    room.rematch_offer = null;
    if (room.phase === 'setup') room.phase = room.game > 1 ? 'over' : 'waiting';
    if (seat === room.seat) room.formation = null;
  },
  presence(room, { seat, present }) {
    room.seats[seat].present = present;
    if (!present && room.rematch_offer === seat) room.rematch_offer = null;
  },
  formation_locked(room, { side, formation }) {
    const seat = room.seats.host?.side === side ? 'host' : 'guest';
    room.seats[seat].locked = true;
    if (side === room.side) room.formation = formation;
  },
  game_started(room, { game }) {
    Object.assign(room, { phase: 'playing', game, ply: 0, to_move: 'red', result: null });
  },
  moved(room, event) {
    room.ply = event.ply;
    if (room.draw_offer === other[event.side]) room.draw_offer = null;
    room.rescue_pending = event.rescue_pending === true;
    room.to_move = room.rescue_pending ? event.side : other[event.side];
  },
  rescued: turn,
  rescue_declined: turn,
  draw_offered: (room, { side }) => (room.draw_offer = side),
  draw_declined: (room) => (room.draw_offer = null),
  game_over(room, { game, reason, winner }) {
    Object.assign(room, { phase: 'over', to_move: null, rescue_pending: false, draw_offer: null });
    room.result = { game, reason, winner };
  },
  rematch_offered: (room, { seat }) => (room.rematch_offer = seat),
  next_game(room, { game, sides }) {
    Object.assign(room, { phase: 'setup', game, ply: 0, formation: null, rematch_offer: null });
    for (const seat of ['host', 'guest']) {
      Object.assign(room.seats[seat], { side: sides[seat], locked: false });
    }
    room.side = sides[room.seat];
  },
};

// --- The player ----------------------------------------------------------------------------------

async function play(table, games) {
  while (!table.room) await table.news();
  for (;;) {
    const { room } = table;
    const ended = room.phase === 'over' ? room.game : room.game - 1;
    const alone = room.phase === 'over' && !room.seats[other[room.seat]];
    if (room.phase === 'over' && (ended >= games || alone)) break;
    const answer = await step(table, room);
    if (!answer) await table.news();
    else if (races.includes(answer.code)) await table.ask('snapshot'); // the other was quicker
    else if (answer.code) throw new Trouble(`${answer.code}: ${answer.message}`);
  }
  const { room } = table;
  if (room.result) print(`the last result: ${outcome(room.result)}`);
  await table.ask('leave_room');
  if (room.game < games) throw new Trouble('The other player has left.');
}

// Does what there is to do now. Gives the answer to it, or nothing when there is nothing to do.
async function step(table, room) {
  const { game, ply } = room;
  if (['waiting', 'setup'].includes(room.phase)) {
    return room.formation ? null : setUp(table, game);
  }
  if (room.phase === 'over') {
    if (room.rematch_offer === room.seat) return null;
    return table.ask(room.rematch_offer ? 'accept_rematch' : 'offer_rematch', { game });
  }
  if (room.draw_offer === other[room.side]) {
    return table.ask(Math.random() < 0.1 ? 'accept_draw' : 'decline_draw', { game, ply });
  }
  if (room.to_move !== room.side) return null;
  if (room.rescue_pending) return rescue(table);
  return move(table, room);
}

async function setUp(table, game) {
  const answer = await table.ask('suggest_formation', { style: any(['default', 'random']) });
  if (answer.code) return answer;
  return table.ask('lock_formation', { game, formation: answer.formation });
}

async function move(table, room) {
  const answer = await table.ask('legal_moves');
  if (answer.code) return answer;
  const { game, ply, moves } = answer;
  if (moves.length === 0) return null; // the turn is over, or the game
  if (room.draw_offer === null && Math.random() < 0.002) {
    await table.ask('offer_draw', { game, ply });
  }
  const [from, to] = any(moves).split('-');
  return table.ask('move', { game, ply, from, to });
}

async function rescue(table) {
  await table.ask('snapshot'); // who fell, who came back, and which squares are free
  const { game, ply, side, lost, rescues, board, ruleset } = table.room;
  const ranks = lost.filter((piece) => piece.side === side && piece.rank !== 'bomb');
  const back = rescues.filter((piece) => piece.side === side);
  const left = ranks.map((piece) => piece.rank);
  for (const { rank } of back) left.splice(left.indexOf(rank), 1);
  const taken = new Set([...board.map((piece) => piece.square), ...ruleset.lakes]);
  const rows = side === 'red' ? [1, 2, 3, 4, 5] : [6, 7, 8, 9, 10];
  const free = [...'abcdefghij'].flatMap((file) => rows.map((row) => file + row));
  const square = any(free.filter((square) => !taken.has(square)));
  if (left.length === 0) return table.ask('decline_rescue', { game, ply }); // only bombs fell
  const answer = await table.ask('rescue', { game, ply, rank: any(left), square });
  if (answer.code !== 'scout_cannot_rescue') return answer;
  return table.ask('decline_rescue', { game, ply });
}

// --- What the user reads -------------------------------------------------------------------------

const print = (line) => console.log(line);
const outcome = ({ winner, reason }) => `${winner ?? 'nobody'} wins (${reason})`;

function sentence(room, event) {
  const who = (seat) => room.seats[seat]?.name ?? seat;
  switch (event.type) {
    case 'player_joined': return `${event.name} plays ${event.side}`;
    case 'player_left': return `the ${event.seat} has left`;
    case 'presence': return `${who(event.seat)} is ${event.present ? 'here' : 'away'}`;
    case 'formation_locked': return `${event.side} is ready`;
    case 'game_started': return `game ${event.game} begins`;
    case 'moved': {
      const { ply, side, from, to, combat } = event;
      const fight = combat &&
        ` ${combat.attacker_rank ?? '?'} meets ${combat.defender_rank ?? '?'}: ${combat.result}`;
      return `${ply}. ${side} ${from}-${to}${fight ?? ''}`;
    }
    case 'rescued':
      return `${event.side} brings ${event.rank ?? 'a piece'} back on ${event.square}`;
    case 'game_over':
      return `game ${event.game} over: ${outcome(event)}`;
    case 'chat': return `${who(event.seat)}: ${event.text}`;
    default: return event.type;
  }
}

function isUrl(text) {
  try {
    return new URL(text).hostname !== '';
  } catch {
    return false;
  }
}

function commandLine() {
  const { values, positionals: [deed, code] } = parseArgs({
    allowPositionals: true,
    options: {
      server: { type: 'string', default: 'ws://127.0.0.1:8080' },
      name: { type: 'string', default: 'Random' },
      games: { type: 'string', default: '1' },
      preset: { type: 'string', default: 'classic' },
      set: { type: 'string', multiple: true, default: [] },
      side: { type: 'string', default: 'random' },
      'return-match': { type: 'boolean', default: false },
      spectators: { type: 'boolean', default: false },
      'by-invitation': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const games = Number(values.games);
  if (!Number.isInteger(games) || games < 1) throw new Misuse('--games is a whole number from 1');
  const url = `${values.server.replace(/\/+$/, '')}/v1/ws`;
  if (!/^wss?:\/\/[^\s#?]+$/.test(url) || !isUrl(url)) {
    throw new Misuse(`--server is a URL such as ws://127.0.0.1:8080, and not ${values.server}`);
  }
  const { name, preset, side, spectators } = values;
  if (deed === 'create') {
    const ruleset = { preset };
    for (const text of values.set) {
      const [, key, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
      if (!key) throw new Misuse(`--set is KEY=VALUE, such as rescue=true, and not ${text}`);
      ruleset[key] = /^(true|false|0|[1-9][0-9]*)$/.test(value) ? JSON.parse(value) : value;
    }
    const wish = { name, side, ruleset, return_match: values['return-match'], spectators };
    if (values['by-invitation']) wish.by_invitation = true; // which older servers do not know
    return { url, games, entry: { type: 'create_room', ...wish } };
  }
  if (deed !== 'join' || !code) throw new Misuse('say create, or join and a code');
  const retry_key = randomBytes(16).toString('hex'); // so that joining can be said again
  const { url: there = url, ...seat } = read_invitation(code) ?? { room: code };
  return { url: there, games, entry: { type: 'join_room', ...seat, name, retry_key } };
}

let wish;
try {
  wish = commandLine();
} catch (error) {
  const ofParseArgs = String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof Misuse) && !ofParseArgs) throw error;
  console.error(`random-player: ${error.message.split('\n')[0]}; --help says what there is`);
  process.exit(2);
}
try {
  const table = new Table(wish.url, wish.entry);
  await Promise.race([play(table, wish.games), table.broken]);
  table.close();
} catch (error) {
  if (!(error instanceof Trouble)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
process.exit();
