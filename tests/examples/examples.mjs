// Plays the example clients of proto/examples against a real server, each other and the text
// client. usage: node examples.mjs BIN EXAMPLES: the folders of the built programs and of the clients.
import assert from 'node:assert/strict';
import { Program, Server, bad_line, open_page, poisoned_line, stop_all } from './processes.mjs';

const [bin, examples, piece = ''] = process.argv.slice(2);
const page_file = `${examples}/web/index.html`;

// --- What the tests play with ---------------------------------------------------------------------

const player = (...args) => new Program('node', [`${examples}/node/random-player.mjs`, ...args]);

async function room_of(program) {
  return (await program.wrote(/^room (\w+)/m))[1];
}

// Two random players, the second of whom may have a line of its own.
async function pair(server, { create = [], games = '1', guest_server = server } = {}) {
  const host = player('create', '--server', server, '--games', games, ...create);
  const room = await room_of(host);
  const guest = player('join', room, '--server', guest_server, '--games', games);
  return { host, guest };
}

async function play_to_the_end({ host, guest }) {
  const status = await Promise.all([host.end(), guest.end()]);
  assert.deepEqual(status, [0, 0], `${host.text.slice(-500)}\n---\n${guest.text.slice(-500)}`);
  const result = /^the last result: .*$/m;
  assert.equal(result.exec(host.text)[0], result.exec(guest.text)[0]);
}

const bounded = ['--set', 'draw_after_quiet_moves=200']; // so that chance comes to an end

// --- The tests ------------------------------------------------------------------------------------

const server = new Server(bin);
const tests = {};

for (const preset of ['classic', 'training', 'duel', 'barrage']) {
  tests[`two programs play ${preset} to the end`] = async () => {
    const create = ['--preset', preset, '--set', 'rescue=true', ...bounded];
    await play_to_the_end(await pair(server.url, { create }));
  };
}

tests['two programs play matches of two games and a rematch'] = async () => {
  const create = ['--preset', 'barrage', '--return-match', ...bounded];
  const both = await pair(server.url, { create, games: '4' });
  await play_to_the_end(both);
  for (const { text } of [both.host, both.guest]) {
    assert.match(text, /game 3 begins[^]*game 4 over/);
  }
};

tests['a program plays the text client to the end'] = async () => {
  const host = player('create', '--server', server.url, '--preset', 'duel', ...bounded);
  const room = await room_of(host);
  const guest = new Program(`${bin}/flagrank`, ['join', room, '--server', server.url],
    { XDG_STATE_HOME: server.data });
  const type = (line) => guest.child.stdin.write(`${line}\n`);
  let heard = 0;
  let side = '';
  guest.child.stdout.on('changed', () => {
    for (let end; (end = guest.text.indexOf('\n', heard)) >= 0; heard = end + 1) {
      const [word, ...rest] = guest.text.slice(heard, end).split(' ');
      if (word === 'side') [side] = rest;
      if (word === 'turn' && rest[0] === side) type('moves');
      if (word === 'moves') type(rest[Math.floor(Math.random() * rest.length)].replace('-', ' '));
      if (word === 'offered' && rest[0] !== side) type('decline');
    }
  });
  type('lock');
  assert.equal(await guest.end(), 0, guest.text.slice(-500));
  assert.equal(await host.end(), 0, host.text.slice(-500));
  const [, reason, winner] = /^over (\w+) (\w+)$/m.exec(guest.text);
  assert.ok(host.text.includes(`${winner === 'draw' ? 'nobody' : winner} wins (${reason})`));
};

tests['the server is killed in the middle of a game and both come back'] = async () => {
  const both = await pair(server.url, { create: ['--preset', 'training', ...bounded] });
  await both.host.wrote(/^20\. /m);
  await server.kill();
  await both.host.wrote(/^connection lost/m);
  await both.guest.wrote(/^connection lost/m);
  await server.start();
  await play_to_the_end(both);
};

tests['a line that breaks four times costs no move'] = async () => {
  const line = await bad_line(server.port, 4);
  const create = ['--preset', 'training', ...bounded];
  const both = await pair(server.url, { create, guest_server: line.url });
  await play_to_the_end(both);
  line.close();
  assert.equal(line.left(), 0);
  assert.equal(both.guest.text.match(/^connection lost/gm).length, 4);
  // Whoever was never cut off has heard every move once.
  const plies = [...both.host.text.matchAll(/^(\d+)\. /gm)].map(([, ply]) => Number(ply));
  assert.deepEqual(plies, plies.map((_, i) => i + 1));
};

tests['on a private server two programs play by key and invitation'] = async () => {
  const inn = await new Server(bin, { key: 'plum-lantern-otter-42' }).start();
  const stranger = player('create', '--server', inn.url);
  assert.equal(await stranger.end(), 1);
  assert.match(stranger.text, /private/);
  const host = new Program('node', [`${examples}/node/random-player.mjs`, 'create', '--server', inn.url,
    '--preset', 'barrage', '--by-invitation', ...bounded], { FLAGRANK_ACCESS_KEY: inn.key });
  const [, invitation] = await host.wrote(/^invitation (\S+)/m);
  assert.match(invitation, /^flagrank\+ws:\/\/127\.0\.0\.1:\d+\/\w+\/\w+$/);
  await play_to_the_end({ host, guest: player('join', invitation) });
  const late = player('join', invitation);
  assert.equal(await late.end(), 1);
  assert.match(late.text, /invitation is wrong/);
  await inn.remove();
};

tests['on a private server a page has the key, and another an invitation'] = async () => {
  const inn = await new Server(bin, { key: 'plum-lantern-otter-42' }).start();
  const host = open_page(page_file, inn.url);
  await host.shows('[name=preset]', /barrage/);
  host.click('[name=create]');
  await host.shows('#status', /private/);
  host.$('[name=access_key]').value = inn.key;
  host.click('[name=create]');
  await host.shows('#seats', /Room/);
  const invitation = host.$('#invitation input').value;
  assert.match(invitation, /^flagrank\+ws:/);
  const guest = open_page(page_file, server.url); // the invitation names the other one
  guest.$('[name=code]').value = invitation;
  guest.click('[name=join]');
  await guest.shows('#seats', /Room/);
  await host.shows('#status', /Set up/);
  assert.equal(host.$('#invitation').hidden, true);
  assert.ok(!host.window.sessionStorage.getItem('flagrank').includes(inn.key));
  for (const page of [host, guest]) {
    assert.deepEqual(page.faults, []);
    page.window.close();
  }
  await inn.remove();
};

tests['a program says what was wrong, and ends with 1 or 2'] = async () => {
  const nowhere = player('join', 'NOROOM', '--server', server.url);
  assert.equal(await nowhere.end(), 1);
  assert.match(nowhere.text, /no such room/);
  const wrong = { 'jion KTRM9X': /say create, or join/, 'create --server foo': /--server is a URL/,
    'create --set a': /--set is KEY=VALUE/, 'create --games 0': /--games is a whole number/,
    'create --frob': /Unknown option/ };
  for (const [line, why] of Object.entries(wrong)) {
    const lost = player(...line.split(' '));
    assert.equal(await lost.end(), 2, line);
    assert.match(lost.text, /^random-player: [^\n]*--help says what there is\n$/);
    assert.match(lost.text, why);
  }
};

tests['a program gives a command up that breaks the connection three times'] = async () => {
  const line = await poisoned_line(server.url, /"lock_formation"/);
  const host = player('create', '--server', line.url, '--preset', 'barrage');
  assert.equal(await host.end(), 1, host.text);
  assert.match(host.text, /^given_up: lock_formation: the connection broke three times/m);
  assert.equal(line.ended(), 3);
  line.close();
};

// The fake server that drops, repeats, delays and adds things, and says what a client does wrong.
async function trial(...options) {
  const program = new Program(`${bin}/flagrank-conformance`,
    ['client', '--listen', '127.0.0.1:0', '--preset', 'barrage', ...options]);
  const [, address] = await program.wrote(/listening on (\S+)/);
  const [, room] = await program.wrote(/or join (\w+)/);
  return { program, room, url: `ws://${address}` };
}

async function well_done({ program }) {
  const status = await program.end();
  assert.match(program.text, / 0 WRONG, 0 not seen/);
  assert.equal(status, 0, program.text);
}

tests['a program passes the trial of flagrank-conformance'] = async () => {
  for (const entry of ['create', 'join']) {
    const fake = await trial();
    const room = entry === 'join' ? [fake.room] : ['--preset', 'barrage'];
    const tried = player(entry, ...room, '--server', fake.url);
    assert.equal(await tried.end(), 0, tried.text.slice(-500));
    await well_done(fake);
  }
  const fake = await trial('--scenario', 'final-code');
  const tried = player('join', fake.room, '--server', fake.url);
  assert.equal(await tried.end(), 1, tried.text.slice(-500));
  await well_done(fake);
};

tests['a page passes the trial of flagrank-conformance'] = async () => {
  const fake = await trial();
  const page = open_page(page_file, fake.url);
  page.$('[name=code]').value = fake.room;
  page.click('[name=join]');
  await page.shows('#seats', /Room/);
  page.click('#auto input');
  await well_done(fake);
  assert.deepEqual(page.faults, []);
  page.window.close();
};

// Whenever a snapshot comes that is no newer than what the page has folded, both must be the same.
function compare_snapshots({ window }) {
  const seen = { snapshots: 0, differences: [] };
  window.compare = (folded, snapshot) => {
    const [mine, told] = [JSON.parse(folded), JSON.parse(snapshot)];
    if (mine.seq !== told.seq) return;
    ++seen.snapshots;
    for (const field of Object.keys(told).filter((name) => name !== 're')) {
      try {
        assert.deepEqual(mine[field], told[field]);
      } catch (difference) {
        seen.differences.push(`seq ${told.seq}, ${field}: ${difference.message}`);
      }
    }
  };
  window.eval(`{
    const replace = take;
    take = (snapshot) => {
      if (room) compare(JSON.stringify(room), JSON.stringify(snapshot));
      replace(snapshot);
    };
    setInterval(() => socket?.in_room && ask('snapshot'), 500);
  }`);
  return seen;
}

tests['two pages play a whole game, and a third one watches'] = async () => {
  const [host, guest, eve] = [1, 2, 3].map(() => open_page(page_file, server.url));
  await host.shows('[name=preset]', /barrage/);
  host.$('[name=preset]').value = 'barrage';
  host.$('[name=quiet]').value = '100';
  for (const name of ['rescue', 'spectators']) host.$(`[name=${name}]`).checked = true;
  host.click('[name=create]');
  const [, room] = await host.shows('#seats', /Room (\w+)/);
  for (const [page, deed] of [[guest, 'join'], [eve, 'watch']]) {
    page.$('[name=code]').value = room;
    page.click(`[name=${deed}]`);
    await page.shows('#seats', /Room (\w+)/);
  }
  const seen = [host, guest, eve].map(compare_snapshots);
  for (const page of [host, guest]) page.click('#auto input');
  await Promise.all([host, guest, eve].map((page) => page.shows('#log', /Game 1 is over/)));
  await Promise.all([host, guest, eve].map((page) => page.window.eval("ask('snapshot')")));
  for (const { snapshots, differences } of seen) {
    assert.deepEqual(differences, []);
    assert.ok(snapshots > 0);
  }
  for (const page of [host, guest, eve]) {
    assert.deepEqual(page.faults, []);
    page.window.close();
  }
};

tests['a page that loses its line, or is loaded again, takes its seat back'] = async () => {
  let page = open_page(page_file, server.url);
  await page.shows('[name=preset]', /barrage/);
  page.$('[name=preset]').value = 'barrage';
  page.$('[name=quiet]').value = '100';
  page.click('[name=create]');
  const [, room] = await page.shows('#seats', /Room (\w+)/);
  const guest = player('join', room, '--server', server.url);
  await page.shows('#seats', /Random/);
  page.window.eval('drop()');
  await page.shows('#status', /Connection lost/);
  await page.shows('#status', /Set up/);
  const kept = page.window.sessionStorage.getItem('flagrank');
  page.window.close();
  page = open_page(page_file, server.url, kept);
  await page.shows('#status', /Set up/);
  await page.shows('#board', /F/); // its suggested formation
  page.click('[data-act=lock]');
  page.click('#auto input');
  await page.shows('#log', /Game 1 is over/);
  assert.equal(await guest.end(), 0, guest.text.slice(-500));
  assert.deepEqual(page.faults, []);
  page.window.close();
};

// A page in a room of its own, of barrage.
async function page_in_room(url, wishes = {}) {
  const page = open_page(page_file, url);
  await page.shows('[name=preset]', /barrage/);
  page.$('[name=preset]').value = 'barrage';
  for (const [name, value] of Object.entries(wishes)) {
    if (value === true) page.$(`[name=${name}]`).checked = true;
    else page.$(`[name=${name}]`).value = value;
  }
  page.click('[name=create]');
  const [, room] = await page.shows('#seats', /Room (\w+)/);
  return { page, room };
}

function say_in(page, text) {
  page.$('#chat [name=text]').value = text;
  page.click('#chat button');
}

tests['a page gives a command up that breaks the connection three times'] = async () => {
  const line = await poisoned_line(server.url, /"poison"/);
  const { page } = await page_in_room(line.url);
  say_in(page, 'poison');
  await page.shows('#log', /broke three times while chat waited for its answer: given up/);
  await page.shows('#status', /Tell somebody/);
  await page.window.eval("ask('snapshot')");
  assert.equal(line.ended(), 3);
  say_in(page, 'honey');
  await page.shows('#log', /Ada: honey/);
  assert.deepEqual(page.faults, []);
  page.window.close();
  line.close();
};

tests['a page that the server closes for good keeps its seat, but not where the room is gone'] = async () => {
  for (const [code, keeps] of [[1009, true], [4000, true], [4004, false]]) {
    const line = await poisoned_line(server.url, /"poison"/, (near) => near.close(code));
    const { page } = await page_in_room(line.url);
    say_in(page, 'poison');
    await page.shows('#status', keeps ? /Load the page again to come back/ : /The room is gone/);
    assert.equal(page.window.sessionStorage.getItem('flagrank') !== null, keeps, code);
    assert.deepEqual(page.faults, []);
    page.window.close();
    line.close();
  }
};

tests['a page says no more in its chat than the server reads'] = async () => {
  const { page } = await page_in_room(server.url);
  say_in(page, '€'.repeat(167));
  await page.shows('#status', /That is 501 bytes; at most 500 can be said at once/);
  assert.equal(page.$('#chat [name=text]').value.length, 167); // so that it can be mended
  say_in(page, '€'.repeat(166));
  await page.shows('#log', /Ada: €/);
  page.window.close();
};

tests['a page says that an address is none'] = async () => {
  const page = open_page(page_file, server.url);
  await page.shows('[name=preset]', /barrage/);
  page.$('[name=server]').value = 'no address';
  page.click('[name=create]');
  await page.shows('#status', /no address is no address of a server/);
  page.$('[name=server]').value = server.url;
  page.click('[name=create]');
  await page.shows('#seats', /Room/);
  assert.deepEqual(page.faults, []);
  page.window.close();
};

tests['a page finds a public room, joins it as Blue and sees its own side below'] = async () => {
  const { page: host, room } = await page_in_room(server.url, { side: 'red', public: true });
  const secret = await page_in_room(server.url, { side: 'red' });
  const guest = open_page(page_file, server.url);
  await guest.shows('#rooms', new RegExp(`${room}: Ada, barrage, you play blue`));
  assert.ok(!guest.$('#rooms').textContent.includes(secret.room));
  guest.click('#look');
  await guest.shows('#rooms', new RegExp(room));
  [...guest.window.document.querySelectorAll('#rooms li')]
    .find((line) => line.textContent.startsWith(room)).querySelector('button').click();
  await guest.shows('#seats', new RegExp(`Room ${room}.*blue`));
  const corners = (page) => [page.$('#board').rows[0], page.$('#board').rows[9]]
    .flatMap(({ cells }) => [cells[1], cells[10]])
    .map((cell) => cell.firstChild.getAttribute('aria-label').split(':')[0]);
  const letters = (page) => page.$('#letters').textContent;
  assert.deepEqual(corners(host), ['a10', 'j10', 'a1', 'j1']);
  assert.equal(letters(host), 'abcdefghij');
  assert.deepEqual(corners(guest), ['j1', 'a1', 'j10', 'a10']);
  assert.equal(letters(guest), 'jihgfedcba');
  for (const page of [host, secret.page, guest]) {
    assert.deepEqual(page.faults, []);
    page.window.close();
  }
};

tests['a page claims the win over a player who stays away'] = async () => {
  const page = open_page(page_file, server.url);
  await page.shows('[name=preset]', /barrage/);
  page.window.eval(`begin('${server.url}', { type: 'create_room', name: 'Ada', side: 'red',
    ruleset: { preset: 'barrage' }, absence_limit_ms: 1000 })`);
  const [, room] = await page.shows('#seats', /Room (\w+)/);
  const guest = player('join', room, '--server', server.url);
  await page.shows('#board', /F/);
  page.click('[data-act=lock]');
  await page.shows('#log', /Game 1 begins/);
  assert.ok(page.$('[data-act=claim_win]').hidden);
  guest.child.kill('SIGKILL');
  await page.shows('#seats', /Random \(away\)/);
  assert.ok(!page.$('[data-act=claim_win]').hidden);
  page.click('[data-act=claim_win]'); // too early, most likely
  while (!/abandonment/.test(page.$('#log').textContent)) {
    await page.window.eval('pause(300)');
    page.click('[data-act=claim_win]');
  }
  await page.shows('#status', /You win/);
  assert.deepEqual(page.faults, []);
  page.window.close();
};

// --------------------------------------------------------------------------------------------------

let passed = 0;
let failed = 0;
await server.start();
for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(piece))) {
  const started = Date.now();
  try {
    await test();
    ++passed;
    console.log(`ok      ${name} (${Date.now() - started} ms)`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
await server.remove();
stop_all();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
