// Makes proto/types/flagrank.d.ts from proto/schema. Fails where what stood there was another.
//
// usage: node types.mjs PROTO
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';

const proto = process.argv[2];
const file = join(proto, 'types', 'flagrank.d.ts');

// A reference with a description beside it would become a type of its own: Square1, Square2 …
function tidied(schema) {
  if (Array.isArray(schema)) return schema.map(tidied);
  if (schema === null || typeof schema !== 'object') return schema;
  const { $ref, examples, ...rest } = schema;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, tidied(value)]));
  if ($ref === undefined) return inner;
  return Object.keys(inner).length === 0 ? { $ref } : { ...inner, allOf: [{ $ref }] };
}

const types = await compile(
  { title: 'Message', anyOf: [{ $ref: 'client.json' }, { $ref: 'server.json' }] },
  'Message',
  {
    cwd: join(proto, 'schema/'),
    bannerComment: '// Made from ../schema by `./dev protocol`. Change the schemas instead.',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 100, singleQuote: true },
    $refOptions: {
      resolve: {
        file: { read: async ({ url }) => JSON.stringify(
          tidied(JSON.parse(await readFile(decodeURI(url), 'utf8')))) },
      },
    },
  });

const before = await readFile(file, 'utf8').catch(() => '');
await writeFile(file, types);
if (types !== before) {
  console.error(`${file} was out of date. It is written anew: read it and commit it.`);
  process.exitCode = 1;
} else {
  console.log('flagrank.d.ts is what the schemas say');
}
