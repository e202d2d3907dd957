// Checks proto/asyncapi.yaml: the official parser finds nothing wrong with it, it has a message for
// each schema and no other, and each command is answered as its page says.
//
// usage: node asyncapi.mjs PROTO
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromFile, Parser } from '@asyncapi/parser';

const proto = process.argv[2];
const types = (speaker) =>
  readdirSync(join(proto, 'schema', speaker)).map((file) => file.replace('.json', ''));
const ids = (messages) => messages.all().map((message) => message.id());

const { document, diagnostics } = await fromFile(
  new Parser(), join(proto, 'asyncapi.yaml')).parse();
const [error, warning] = [0, 1];
const faults = diagnostics.filter(({ severity }) => severity === error || severity === warning);
for (const { message, path } of faults) console.error(`${path.join('/')}: ${message}`);
assert.equal(faults.length, 0, 'asyncapi.yaml has faults');

for (const speaker of ['client', 'server']) {
  for (const type of types(speaker)) {
    const message = document.allMessages().get(`${speaker}_${type}`);
    assert.equal(message?.name(), type, `asyncapi.yaml lacks ${speaker}/${type}`);
    assert.equal(message.payload().json().properties.type.const, type);
  }
}
assert.equal(document.allMessages().all().length, types('client').length + types('server').length);

for (const type of types('client')) {
  const page = readFileSync(join(proto, 'client', `${type}.md`), 'utf8');
  const [, answer] = page.match(/\*\*Answer:\*\*[^(]*\(\.\.\/server\/(\w+)\.md\)/);
  const command = document.operations().get(type);
  assert.ok(command?.isReceive(), `asyncapi.yaml lacks the operation ${type}`);
  assert.deepEqual(ids(command.messages()), [`client_${type}`]);
  assert.deepEqual(ids(command.reply().messages()), [`server_${answer}`, 'server_error']);
}

// Without being asked it says hello and all that has a number.
const told = types('server').filter((type) => type === 'hello' ||
  document.allMessages().get(`server_${type}`).payload().json().properties.seq);
assert.deepEqual(ids(document.operations().get('tell').messages()).sort(),
  told.map((type) => `server_${type}`).sort());

console.log('asyncapi.yaml is valid and complete');
